import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { ClientUnderTest } from "./client.ts";
import { connectSdk } from "./sdk.ts";

export const mcpRemoteFile = fileURLToPath(import.meta.resolve("mcp-remote/dist/proxy.js"));

/** A program that connects clients that have only stdio to a server over HTTP. */
export const mcpRemote: ClientUnderTest = {
  name: "mcp-remote",
  revision: "2026-07-28",
  async http({ url, headers }, programs) {
    const folder = await mkdtemp(join(tmpdir(), "emberline-mcp-remote-"));
    const sent = Object.entries(headers).flatMap(([name, value]) => [
      "--header",
      `${name}:${value}`,
    ]);
    const program = programs.program(mcpRemoteFile, [url, ...sent], {
      MCP_REMOTE_CONFIG_DIR: folder,
    });
    const transport = new StdioClientTransport({ ...program, stderr: "ignore" });
    const connection = await connectSdk(transport, { versionNegotiation: { mode: "auto" } });
    return {
      ...connection,
      async close() {
        await connection.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};
