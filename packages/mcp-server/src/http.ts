import { createMcpHandler, type McpHttpHandler } from "@modelcontextprotocol/server";
import { type McpOptions, mcpServerFactory } from "./mcp-server.ts";

export type { McpHttpHandler };

/**
 * The tools over Streamable HTTP as a `fetch` handler: revision 2026-07-28 and,
 * stateless, the older ones, from one endpoint. It checks neither host nor
 * origin nor caller: that is the task of the program that mounts it.
 */
export function mcpHttpHandler(options: McpOptions): McpHttpHandler {
  return createMcpHandler(mcpServerFactory(options));
}
