import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type ClientUnderTest, type Connection, replyOf } from "./client.ts";

/** The client of the SDK's second line, which may begin with either generation of the protocol. */
export const sdkClients = [
  sdkClient("2026-07-28", { versionNegotiation: { mode: "auto" } }),
  sdkClient("2025-11-25", { versionNegotiation: { mode: "legacy" } }),
];

function sdkClient(revision: string, options: ClientOptions): ClientUnderTest {
  return {
    name: `@modelcontextprotocol/client, revision ${revision}`,
    revision,
    stdio: (program) =>
      connectSdk(new StdioClientTransport({ ...program, stderr: "ignore" }), options),
    http: ({ url, headers }) =>
      connectSdk(
        new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
        options,
      ),
  };
}

export async function connectSdk(
  transport: Transport,
  options: ClientOptions,
): Promise<Connection> {
  const client = new Client({ name: "emberline-tests", version: "0" }, options);
  await client.connect(transport);
  return {
    revision: client.getNegotiatedProtocolVersion(),
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input) => replyOf(await client.callTool({ name, arguments: input })),
    close: () => client.close(),
  };
}
