import type { Call } from "./as-curl.ts";

/** The call as a message of MCP, for the server's `/mcp`. */
export function toJsonRpc({ tool, args }: Call): string {
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: tool, arguments: args },
  };
  return JSON.stringify(message, null, 2);
}
