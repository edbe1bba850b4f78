import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { cleanEnvironment, programs, root, runtimes } from "@emberline/test-support/programs";

const pageLength = 1000;

/** A page of features of some 10 kB each. */
function pageText(page: number, isLast: boolean): string {
  const features = Array.from({ length: pageLength }, (_, i) => ({
    type: "Feature",
    id: `${page}-${i}`,
    geometry: { type: "Point", coordinates: [0, 0] },
    properties: { note: "x".repeat(10_000) },
  }));
  const links = isLast ? [] : [{ rel: "next", href: `?page=${page + 1}` }];
  return JSON.stringify({ type: "FeatureCollection", features, links });
}

let folder: string;
let service: ReturnType<typeof createServer>;
let child: ChildProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "emberline-export-process-"));
});

afterEach(async () => {
  child?.kill("SIGKILL");
  service.closeAllConnections();
  service.close();
  await rm(folder, { recursive: true });
});

/** A service whose listing has the given number of pages; it never answers for the missing one. */
async function startService(pages: number, missing?: number): Promise<string> {
  service = createServer((request, response) => {
    request.resume();
    const url = new URL(request.url!, "http://localhost");
    const page = Number(url.searchParams.get("page") ?? 0);
    if (page === missing) return;
    const others = url.pathname.endsWith("/token")
      ? { access_token: "t", expires_in: 3600, token_type: "Bearer" }
      : { id: "svc:hotspots", links: [], queryables: [] };
    const isItems = url.pathname.endsWith("/items");
    const body = isItems ? pageText(page, page === pages - 1) : JSON.stringify(others);
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  }).listen(0, "127.0.0.1");
  await once(service, "listening");
  return `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
}

/** Starts emberline-mcp under bash's limits and lets it export everything as GeoJSON. */
function startExport(baseUrl: string, limits: string, options: readonly string[] = []) {
  const [command, ...before] = runtimes.node;
  const program = [command, ...options, ...before, join(root, programs.mcp)];
  const args = ["-c", `${limits}; exec "$@"`, "bash", ...program, "--export-dir", folder];
  const process = spawn("bash", args, {
    env: cleanEnvironment({
      EMBERLINE_BASE_URL: baseUrl,
      EMBERLINE_CLIENT_ID: "me",
      EMBERLINE_CLIENT_SECRET: "secret",
    }),
    stdio: ["pipe", "pipe", "ignore"],
  });
  const send = (message: object) =>
    process.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "raw", version: "0" };
  const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  send({ id: 1, method: "initialize", params: hello });
  send({ method: "notifications/initialized" });
  const input = { collection: "svc:hotspots", format: "geojson" };
  send({ id: 2, method: "tools/call", params: { name: "export_features", arguments: input } });
  return process;
}

// biome-ignore lint/suspicious/noExplicitAny: a raw result of MCP
async function resultOf(process: ChildProcess): Promise<any> {
  let output = "";
  process.stdout!.on("data", (chunk) => (output += chunk));
  const ended = once(process, "exit");
  while (!output.includes('"id":2')) {
    await Promise.race([once(process.stdout!, "data"), ended]);
    assert.equal(process.exitCode ?? process.signalCode, null, "the process lives");
  }
  return JSON.parse(output.split("\n").find((line) => line.includes('"id":2'))!).result;
}

test("a full disk is reported with the system's reason and leaves no file", async () => {
  // The system limits the process's files to 5 MB, which a write sees as a full disk.
  child = startExport(await startService(3), "ulimit -f 5120");
  const { isError, content } = await resultOf(child);
  assert.equal(isError, true);
  assert.match(
    content[0].text,
    /"code":"internal","message":"The file could not be written \(EFBIG\)/,
  );
  assert.deepEqual(await readdir(folder), []);
});

test("a process killed during an export leaves no file that looks complete", async () => {
  child = startExport(await startService(3, 1), "true");
  const isWriting = async () => {
    const [name] = await readdir(folder);
    return name !== undefined && (await stat(join(folder, name))).size > 0;
  };
  while (!(await isWriting())) await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill("SIGKILL");
  await once(child, "exit");
  const left = await readdir(folder);
  assert.equal(left.length, 1);
  assert.match(left[0]!, /\.geojson\.[\w-]+\.part$/);
  service.close();
  service.closeAllConnections();
  child = startExport(await startService(1), "true");
  await resultOf(child);
  const [whole, ...others] = await readdir(folder);
  assert.match(whole!, /\.geojson$/);
  assert.deepEqual(others, [], "the next process deletes what the killed one left");
});

test("an export of 200 MB fits into a heap of 120 MB", async () => {
  const pages = 20;
  child = startExport(await startService(pages), "true", ["--max-old-space-size=120"]);
  const { count, size_bytes } = (await resultOf(child)).structuredContent;
  assert.equal(count, pages * pageLength);
  assert.ok(size_bytes > 200_000_000);
  const [name] = await readdir(folder);
  assert.equal((await stat(join(folder, name!))).size, size_bytes);
});
