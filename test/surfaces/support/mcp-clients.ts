import { join } from "node:path";
import { appInProcess, origin } from "@emberline/test-served/in-process";
import { cleanEnvironment, fixtures, programs, root } from "@emberline/test-support/programs";
import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const info = { name: "emberline-tests", version: "0" };
const revisions = {
  "2026-07-28": { versionNegotiation: { mode: "auto" as const } },
  "2025-11-25": {},
};

/**
 * Clients of both revisions over both transports, of servers with the data of a folder.
 *
 * @param prepare called before each client connects
 */
export async function everyMcpClient(
  capabilities: ClientOptions["capabilities"] = {},
  prepare: (client: Client) => void = () => {},
  data = fixtures,
): Promise<{ name: string; client: Client }[]> {
  const fetch = await appInProcess(["--data", data]);
  const transports = {
    HTTP: () => new StreamableHTTPClientTransport(new URL("/mcp", origin), { fetch }),
    stdio: () =>
      new StdioClientTransport({
        command: process.execPath,
        args: [join(root, programs.mcp), "--embedded", data],
        env: cleanEnvironment(),
        stderr: "ignore",
      }),
  };
  const clients = Object.entries(revisions).flatMap(([revision, options]) =>
    Object.entries(transports).map(async ([transport, open]) => {
      const client = new Client(info, { ...options, capabilities });
      prepare(client);
      await client.connect(open());
      return { name: `${transport}, ${revision}`, client };
    }),
  );
  return Promise.all(clients);
}
