import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as anyTest } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createClient } from "../src/index.ts";
import { createNodeFetch } from "../src/node.ts";
import { pageOf, points } from "./support/fake-service.ts";

// Bun replaces undici with its own implementation.
const test = "Bun" in globalThis ? () => {} : anyTest;

test("the fetch for Node keeps its connections", async (t) => {
  let connections = 0;
  const server = createServer(async ({ url, headers }, response) => {
    response.setHeader("content-type", "application/json");
    response.end(await pageOf(points(25), new URL(url ?? "", `http://${headers.host}`)).text());
  });
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
  const { port } = server.address() as { port: number };
  const baseUrl = `http://127.0.0.1:${port}`;
  const { fetch, close } = createNodeFetch({ connections: 1 });
  const client = createClient({ baseUrl, fetch });
  let count = 0;
  for await (const _ of client.features.iterate("svc:hotspots", { pageSize: 5 })) count += 1;
  assert.deepEqual([count, connections], [25, 1]);
  await assert.rejects(client.features.page("svc:hotspots", { signal: AbortSignal.abort() }), {
    code: "aborted",
  });
  await close();
});

test("the fetch for Node uses the proxy of the environment", async (t) => {
  const asked: string[] = [];
  const proxy = createServer();
  proxy.on("connect", (request, socket) => {
    asked.push(request.url ?? "");
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  t.after(() => new Promise((resolve) => proxy.close(resolve).closeAllConnections()));
  const { port } = proxy.address() as { port: number };
  const before = process.env.HTTPS_PROXY;
  process.env.HTTPS_PROXY = `http://127.0.0.1:${port}`;
  try {
    const { fetch, close } = createNodeFetch();
    const client = createClient({
      baseUrl: "https://service.example",
      fetch,
      retry: { maxRetries: 0 },
    });
    await assert.rejects(client.collections.list(), { code: "network" });
    await close();
  } finally {
    if (before === undefined) delete process.env.HTTPS_PROXY;
    else process.env.HTTPS_PROXY = before;
  }
  assert.deepEqual(asked, ["service.example:443"]);
});

test("without undici the fetch for Node says what to install", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "emberline-without-undici-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "node.mts");
  copyFileSync(fileURLToPath(new URL("../src/node.ts", import.meta.url)), file);
  await assert.rejects(import(pathToFileURL(file).href), {
    message: "@emberline/core/node needs undici: install it with `npm install undici@7`.",
  });
});
