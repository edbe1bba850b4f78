import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type ClientUnderTest, type Connection, replyOf } from "./client.ts";

type Transport = Parameters<Client["connect"]>[0];

export const olderSdk: ClientUnderTest = {
  name: "@modelcontextprotocol/sdk",
  stdio: (program) => connect(new StdioClientTransport({ ...program, stderr: "ignore" })),
  http: ({ url, headers }) =>
    connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })),
};

async function connect(transport: Transport): Promise<Connection> {
  const client = new Client({ name: "emberline-tests", version: "0" });
  await client.connect(transport);
  return {
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input) => replyOf(await client.callTool({ name, arguments: input })),
    close: () => client.close(),
  };
}
