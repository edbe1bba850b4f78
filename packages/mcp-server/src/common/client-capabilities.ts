import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";

/** What the client of a request can do: since 2026-07-28 each request says it. */
export function clientCapabilities(
  { mcpReq }: ServerContext,
  { server }: McpServer,
): ClientCapabilities | undefined {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  return (envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()) as
    | ClientCapabilities
    | undefined;
}

/**
 * Whether the client takes any text in JSON for structured content. Gemini CLI 0.61 does, and
 * refuses an error, which is not what the output schema has: its model would not see the reason.
 */
export function takesJsonForStructured({ mcpReq }: ServerContext, { server }: McpServer): boolean {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const info = (envelope[CLIENT_INFO_META_KEY] ?? server.getClientVersion()) as
    | { readonly name?: unknown }
    | undefined;
  return info?.name === "gemini-cli-mcp-client";
}
