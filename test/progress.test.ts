import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { appInProcess, fixtures, origin } from "./support/in-process.ts";
import { cleanEnvironment, programs, root, runtimes } from "./support/programs.ts";

const info = { name: "emberline-tests", version: "0" };

/** Asks for progress on a summary, and returns what was heard. */
async function progressOn(client: Client): Promise<number[]> {
  const heard: number[] = [];
  await client.callTool(
    {
      name: "compare_periods",
      arguments: { collection: "svc:hotspots", before: "../2025-06-19", after: "2025-06-20/.." },
    },
    {
      onprogress: ({ progress, message }) => {
        assert.match(message ?? "", /features read/);
        heard.push(progress);
      },
    },
  );
  await client.close();
  return heard;
}

test("a client that asks for progress hears how many features were read, over HTTP and stdio", async () => {
  const fetch = await appInProcess();
  const http = new Client(info, { versionNegotiation: { mode: "auto" } });
  await http.connect(new StreamableHTTPClientTransport(new URL("/mcp", origin), { fetch }));
  const [command, ...before] = runtimes.node;
  const stdio = new Client(info, { versionNegotiation: { mode: "auto" } });
  await stdio.connect(
    new StdioClientTransport({
      command,
      args: [...before, `${root}/${programs.mcp}`, "--embedded", fixtures],
      cwd: root,
      env: cleanEnvironment({}),
      stderr: "ignore",
    }),
  );
  for (const client of [http, stdio]) {
    const heard = await progressOn(client);
    assert.ok(heard.length >= 2, "each period is read in pages of its own");
    assert.deepEqual(
      heard,
      [...heard].sort((a, b) => a - b),
    );
    assert.ok(heard.at(-1)! > 0);
  }
});
