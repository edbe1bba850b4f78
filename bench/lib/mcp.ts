/** The JSON-RPC messages of a client of MCP. */

/** The word that the trivial tool is given and gives back. */
export const echoed = "fire";

const clientInfo = { name: "emberline-bench", version: "0" };

export const newest = "2026-07-28";
/** What the peers speak; common clients still open with it. */
export const older = "2025-11-25";

export const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: older, capabilities: {}, clientInfo },
} as const;

export const initialized = { jsonrpc: "2.0", method: "notifications/initialized" } as const;

export const listTools = { jsonrpc: "2.0", id: 2, method: "tools/list", params: {} } as const;

/** A call of the trivial tool in the older revisions. */
export function callEcho<Id extends number | string>(id: Id) {
  return { jsonrpc: "2.0", id, method: "tools/call", params: echo };
}

/** A call of the trivial tool in revision 2026-07-28, where each request says who asks. */
export function callEchoStateless<Id extends number | string>(id: Id) {
  return {
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: {
      ...echo,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": newest,
        "io.modelcontextprotocol/clientInfo": clientInfo,
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  };
}

const echo = { name: "echo", arguments: { message: echoed } };
