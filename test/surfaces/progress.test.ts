import assert from "node:assert/strict";
import { test } from "node:test";
import { appInProcess, origin } from "@emberline/test-served/in-process";
import {
  cleanEnvironment,
  fixtures,
  programs,
  root,
  runtimes,
} from "@emberline/test-support/programs";
import {
  Client,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const info = { name: "emberline-tests", version: "0" };

/**
 * Asks for progress on a comparison, and returns what the transport brought of it before the
 * result: the client forgets who asked as soon as the result is there.
 */
async function progressOn(transport: Transport): Promise<number[]> {
  const client = new Client(info, { versionNegotiation: { mode: "auto" } });
  await client.connect(transport);
  const heard: number[] = [];
  const pass = transport.onmessage!;
  transport.onmessage = (message, extra) => {
    if ("method" in message && message.method === "notifications/progress") {
      assert.match(String(message.params?.message), /features read/);
      heard.push(Number(message.params?.progress));
    }
    pass(message, extra);
  };
  await client.callTool(
    {
      name: "compare_periods",
      arguments: { collection: "svc:hotspots", before: "../2025-06-19", after: "2025-06-20/.." },
    },
    { onprogress: () => {} },
  );
  await client.close();
  return heard;
}

test("a client that asks for progress receives the number of features read, over HTTP and stdio", async () => {
  const [command, ...before] = runtimes.node;
  const stdio = new StdioClientTransport({
    command,
    args: [...before, `${root}/${programs.mcp}`, "--embedded", fixtures],
    cwd: root,
    env: cleanEnvironment({}),
    stderr: "ignore",
  });
  const fetch = await appInProcess();
  const http = new StreamableHTTPClientTransport(new URL("/mcp", origin), { fetch });
  for (const transport of [http, stdio]) {
    const heard = await progressOn(transport);
    assert.ok(heard.length >= 2, "each period is read in pages of its own");
    assert.deepEqual(
      heard,
      [...heard].sort((a, b) => a - b),
    );
    assert.ok(heard.at(-1)! > 0);
  }
});
