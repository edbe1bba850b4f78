import { MCPServerStdio, MCPServerStreamableHttp, setTracingDisabled } from "@openai/agents";
import { type ClientUnderTest, type Connection, replyOf } from "./client.ts";

// It would send traces of runs to its maker.
setTracingDisabled(true);

/** Instead of 5, which a busy machine may exceed. */
export const clientSessionTimeoutSeconds = 60;

export const openaiAgents: ClientUnderTest = {
  name: "@openai/agents",
  stdio: (program) => connect(new MCPServerStdio({ ...program, clientSessionTimeoutSeconds })),
  http: ({ url, headers }) =>
    connect(
      new MCPServerStreamableHttp({ url, requestInit: { headers }, clientSessionTimeoutSeconds }),
    ),
};

async function connect(server: MCPServerStdio | MCPServerStreamableHttp): Promise<Connection> {
  await server.connect();
  return {
    listTools: async () => (await server.listTools()).map(({ name }) => name),
    call: async (tool, input) => replyOf(await server.callToolResult(tool, input)),
    close: () => server.close(),
  };
}
