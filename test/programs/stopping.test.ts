import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startHeldService } from "@emberline/test-support/held-service";
import {
  cleanEnvironment,
  fixtures,
  programs,
  root,
  runtimes,
  startServerProcess,
} from "@emberline/test-support/programs";
import { startServiceProcess } from "@emberline/test-support/service-process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const input = { collection: "svc:hotspots" };
const post = (url: string) =>
  fetch(`${url}/tools/query_features`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
  });

async function isRefused(url: string): Promise<Response> {
  for (;;) {
    const ready = await fetch(`${url}/readyz`);
    await ready.text();
    if (ready.status === 503) return await post(url);
    await sleep(20);
  }
}

test("a server that is stopped finishes its calls, and refuses others with the seconds to wait", async (t) => {
  const service = await startHeldService();
  const server = await startServerProcess([], { env: service.environment });
  t.after(() => Promise.all([server.child.kill("SIGKILL"), service.close()]));
  const running = post(server.url);
  await service.waiting(1);
  const exited = once(server.child, "exit");
  server.child.kill("SIGTERM");
  const refused = await isRefused(server.url);
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "10"]);
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
  service.release();
  const answer = await running;
  assert.equal(answer.status, 200);
  assert.equal(((await answer.json()) as { matched: number }).matched, 1);
  assert.deepEqual(await exited, [0, null]);
});

test("behind a proxy a server that is stopped closes its port and idle connections, and finishes its calls", async (t) => {
  const service = await startHeldService();
  const options = ["--trust-proxy", "--open"];
  const env = { ...service.environment, EMBERLINE_UNREADY_SECONDS: "0" };
  const server = await startServerProcess(options, { env });
  t.after(() => Promise.all([server.child.kill("SIGKILL"), service.close()]));
  const idle = connect(Number(new URL(server.url).port), "127.0.0.1").resume();
  const running = post(server.url);
  await service.waiting(1);
  const exited = once(server.child, "exit");
  server.child.kill("SIGTERM");
  await once(idle, "close");
  await assert.rejects(fetch(`${server.url}/healthz`));
  service.release();
  const answer = await running;
  assert.deepEqual([answer.status, answer.headers.get("connection")], [200, "close"]);
  assert.deepEqual(await exited, [0, null]);
});

test("a server that stops is not ready first, and still takes calls", async () => {
  const env = { EMBERLINE_UNREADY_SECONDS: "600" };
  const server = await startServerProcess([], { env });
  const exited = once(server.child, "exit");
  server.child.kill("SIGTERM");
  const answered = await isRefused(server.url);
  assert.equal(answered.status, 200);
  // Signals half a second apart count as one.
  while (server.child.exitCode === null) {
    server.child.kill("SIGTERM");
    await sleep(100);
  }
  assert.deepEqual(await exited, [1, null]);
});

test("so is a service that stops", async () => {
  const env = { EMBERLINE_CLIENT_ID: "me", EMBERLINE_CLIENT_SECRET: "hush-hush" };
  const unready = { ...env, EMBERLINE_UNREADY_SECONDS: "600" };
  const service = await startServiceProcess(["--data", fixtures], unready);
  const exited = once(service.child, "exit");
  service.child.kill("SIGTERM");
  while ((await fetch(`${service.url}/readyz`)).status !== 503) await sleep(20);
  const body = JSON.stringify({ client_id: "me", client_secret: "hush-hush" });
  const token = await fetch(`${service.url}/v1/token`, { method: "POST", body });
  assert.equal(token.status, 200);
  while (service.child.exitCode === null) {
    service.child.kill("SIGTERM");
    await sleep(100);
  }
  assert.deepEqual(await exited, [1, null]);
});

test("a second signal ends the server at once", async (t) => {
  const service = await startHeldService();
  const server = await startServerProcess([], { env: service.environment });
  t.after(() => Promise.all([server.child.kill("SIGKILL"), service.close()]));
  const running = post(server.url).catch(() => null);
  await service.waiting(1);
  const exited = once(server.child, "exit");
  server.child.kill("SIGTERM");
  await isRefused(server.url);
  // Signals half a second apart count as one.
  while (server.child.exitCode === null) {
    server.child.kill("SIGINT");
    await sleep(100);
  }
  assert.deepEqual(await exited, [1, null]);
  assert.equal(await running, null);
});

test("calls that take longer than the operator allows do not prevent the server from exiting", async (t) => {
  const service = await startHeldService();
  const env = { ...service.environment, EMBERLINE_SHUTDOWN_SECONDS: "0.2" };
  const server = await startServerProcess([], { env });
  t.after(() => service.close());
  const running = post(server.url).catch(() => null);
  await service.waiting(1);
  const exited = once(server.child, "exit");
  server.child.kill("SIGTERM");
  assert.deepEqual(await exited, [0, null]);
  assert.equal(await running, null);
});

/** emberline-mcp with a session of an older client, and the answers by id. */
async function startMcp(env: Record<string, string>) {
  const [command, ...before] = runtimes.node;
  const child = spawn(command, [...before, join(root, programs.mcp)], {
    cwd: root,
    env: cleanEnvironment(env),
    stdio: ["pipe", "pipe", "ignore"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  const send = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const answer = async (id: number): Promise<string> => {
    for (;;) {
      const line = output.split("\n").find((each) => each.includes(`"id":${id}`));
      if (line !== undefined) return line;
      await once(child.stdout, "data");
    }
  };
  const clientInfo = { name: "raw", version: "0" };
  const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  send({ id: 1, method: "initialize", params: hello });
  await answer(1);
  send({ method: "notifications/initialized" });
  const call = (id: number) =>
    send({ id, method: "tools/call", params: { name: "query_features", arguments: input } });
  return { child, call, answer };
}

test("emberline-mcp finishes its calls when it is stopped, and refuses others", async (t) => {
  const service = await startHeldService();
  const { child, call, answer } = await startMcp(service.environment);
  t.after(() => Promise.all([child.kill("SIGKILL"), service.close()]));
  call(2);
  await service.waiting(1);
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  for (let id = 3; ; id++) {
    // Until the signal has arrived, calls also wait for the service.
    call(id);
    const refused = await Promise.race([answer(id), sleep(200, null)]);
    if (refused === null) continue;
    assert.match(refused, /"isError":true/);
    assert.match(
      refused,
      /\\?"busy\\?",\\?"message\\?":\\?"The server is shutting down: try again in 10 s\./,
    );
    break;
  }
  service.release();
  assert.match(await answer(2), /"matched\\?":1/);
  assert.deepEqual(await exited, [0, null]);
});

async function killed(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

test("the temporary folder of a killed server is deleted when another starts", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "emberline-stopping-"));
  t.after(() => rm(folder, { recursive: true }));
  const start = async () => {
    const server = await startServerProcess([], { env: { TMPDIR: folder } });
    const response = await fetch(`${server.url}/tools/export_features`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...input, format: "csv" }),
    });
    assert.equal(response.status, 200);
    return server;
  };
  const folders = async () =>
    (await readdir(folder)).filter((name) => name.startsWith("emberline-exports-"));
  const first = await start();
  const alive = await start();
  const before = await folders();
  assert.equal(before.length, 2);
  await killed(first.child);
  assert.deepEqual(await folders(), before);
  const last = await start();
  const after = await folders();
  assert.equal(after.length, 2);
  assert.equal(after.filter((name) => before.includes(name)).length, 1, "that of the living one");
  await Promise.all([alive.stop(), last.stop()]);
  assert.deepEqual(await folders(), []);
});

test("a server with clients that listen for news stops without waiting for them", async () => {
  const env = { EMBERLINE_SHUTDOWN_SECONDS: "3600" };
  const server = await startServerProcess([], { env });
  const client = new Client({ name: "tests", version: "0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
  await client.listTools();
  assert.equal(await server.stop(), 0);
  await client.close();
});

for (const [revision, options] of [
  ["2026-07-28", { versionNegotiation: { mode: "auto" as const } }],
  ["2025-11-25", {}],
] as const) {
  test(`a call over MCP of ${revision} is answered after the server was stopped, and others are refused`, async (t) => {
    const service = await startHeldService();
    const server = await startServerProcess([], { env: service.environment });
    const client = new Client({ name: "tests", version: "0" }, options);
    t.after(async () => {
      await client.close();
      server.child.kill("SIGKILL");
      await service.close();
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
    const running = client.callTool({ name: "query_features", arguments: input });
    await service.waiting(1);
    const exited = once(server.child, "exit");
    server.child.kill("SIGTERM");
    await isRefused(server.url);
    const refused = await fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 9, method: "tools/list", params: {} }),
    });
    assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "10"]);
    service.release();
    const { structuredContent } = await running;
    assert.equal((structuredContent as { matched: number }).matched, 1);
    assert.deepEqual(await exited, [0, null]);
  });
}
