/**
 * The minimum that a server must do: parse the message and answer by its method.
 *
 * @param {string} text a JSON-RPC message
 * @returns {string | undefined} the answer; a notification has none
 */
export function answer(text) {
  const { id, method, params } = JSON.parse(text);
  if (id === undefined) return undefined;
  return JSON.stringify({ jsonrpc: "2.0", id, result: resultOf(method, params) });
}

const echo = {
  name: "echo",
  description: "Echoes back the input string",
  inputSchema: { type: "object", properties: { message: { type: "string" } } },
};

/**
 * @param {string} method
 * @param {{ protocolVersion: string, arguments: { message: string } }} params
 */
function resultOf(method, params) {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "raw", version: "0" },
      };
    case "tools/list":
      return { tools: [echo] };
    default: {
      const output = { message: params.arguments.message };
      return {
        content: [{ type: "text", text: JSON.stringify(output) }],
        structuredContent: output,
      };
    }
  }
}
