import { createMCPClient, type MCPClientConfig } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport as StdioTransport } from "@ai-sdk/mcp/mcp-stdio";
import { type ClientUnderTest, type Connection, replyOf } from "./client.ts";

export const aiSdk: ClientUnderTest = {
  name: "@ai-sdk/mcp",
  stdio: (program) => connect(new StdioTransport({ ...program, stderr: "ignore" })),
  http: ({ url, headers }) => connect({ type: "http", url, headers }),
};

async function connect(transport: MCPClientConfig["transport"]): Promise<Connection> {
  const client = await createMCPClient({ transport });
  const tools = await client.tools();
  return {
    listTools: async () => Object.keys(tools),
    call: async (tool, input) => {
      const result = await tools[tool]!.execute(input, {
        toolCallId: "1",
        messages: [],
        context: {},
      });
      return replyOf(result as Parameters<typeof replyOf>[0]);
    },
    close: () => client.close(),
  };
}
