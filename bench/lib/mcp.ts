/** The JSON-RPC messages of an MCP client. */

/** The word that the trivial tool echoes. */
export const echoed = "fire";

const clientInfo = { name: "emberline-bench", version: "0" };

const newest = "2026-07-28";
/** The revision of the peers, with which common clients still initialize. */
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

/** A call in revision 2026-07-28, where each request identifies its client. */
export function callStateless<Id extends number | string>(
  id: Id,
  call: { name: string; arguments: object },
) {
  return {
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: {
      ...call,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": newest,
        "io.modelcontextprotocol/clientInfo": clientInfo,
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  };
}

/** The headers of such a call over HTTP. */
export function statelessHeaders(tool: string) {
  return {
    ...httpHeaders,
    "mcp-protocol-version": newest,
    "mcp-method": "tools/call",
    "mcp-name": tool,
  };
}

export function callEchoStateless<Id extends number | string>(id: Id) {
  return callStateless(id, echo);
}

/** The content headers of every message over HTTP. */
export const httpHeaders = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

const echo = { name: "echo", arguments: { message: echoed } };
