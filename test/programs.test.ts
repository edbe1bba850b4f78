import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fixtures } from "./support/in-process.ts";
import {
  cleanEnvironment,
  programs,
  type Runtime,
  root,
  runProgram,
  runtimes,
  startServerProcess,
} from "./support/programs.ts";
import { answerOf, errorOf, httpTools, mcpHttp, mcpStdio } from "./support/surfaces.ts";

for (const runtime of Object.keys(runtimes) as Runtime[]) {
  test(`the server starts, answers on every path and ends with exit code 0 on ${runtime}`, async () => {
    const server = await startServerProcess([], { runtime });
    const answer = await answerOf(httpTools(server.url), "query_features", {
      collection: "svc:hotspots",
      time: "last 24h",
    });
    assert.ok(answer.matched > 0, "the synthetic sample has detections of the last 24 hours");
    assert.match(answer.notices.join(" "), /[Ss]ynthetic/);
    const mcp = await mcpHttp(server.url);
    assert.equal((await answerOf(mcp, "list_collections")).collections.length, 3);
    await mcp.close();
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
    assert.equal((await fetch(`${server.url}/`)).status, 200);
    const printed = server.output();
    for (const line of [
      `${server.url}/mcp`,
      `${server.url}/tools`,
      `${server.url}/service`,
      "client secret",
      "claude mcp add",
      "code --add-mcp",
      "curl",
    ]) {
      assert.ok(printed.includes(line), `the start-up lines have ${line}`);
    }
    assert.equal(await server.stop(), 0);
  });

  test(`emberline-mcp starts and answers on ${runtime}`, async () => {
    const surface = await mcpStdio(["--embedded"], { runtime });
    const answer = await answerOf(surface, "list_simulations");
    assert.ok(answer.returned > 0);
    assert.match(answer.notices.join(" "), /[Ss]ynthetic/);
    await surface.close();
  });
}

for (const runtime of Object.keys(runtimes) as Runtime[]) {
  test(`files are exported over stdio and over HTTP on ${runtime}, and those of the server end with it`, async () => {
    const input = { collection: "svc:hotspots", format: "geojsonl" };
    const lines = (text: string) => text.trimEnd().split("\n").length;
    const folder = await mkdtemp(join(tmpdir(), "emberline-programs-"));
    const stdio = await mcpStdio(["--embedded", "--export-dir", folder], { runtime });
    const written = await answerOf(stdio, "export_features", input);
    assert.equal(lines(await readFile(written.path, "utf8")), written.count);
    assert.equal((await readdir(folder)).length, 1);
    await stdio.close();
    assert.equal((await readdir(folder)).length, 1, "the operator's folder keeps its files");
    const server = await startServerProcess([], { runtime, env: { TMPDIR: folder } });
    const { url, count } = await answerOf(httpTools(server.url), "export_features", input);
    assert.equal(lines(await (await fetch(url)).text()), count);
    assert.equal((await fetch(`${url}x`)).status, 403);
    const temporary = async () =>
      (await readdir(folder)).filter((name) => name.startsWith("emberline-exports-"));
    assert.equal((await temporary()).length, 1, "the server has a folder in the temporary one");
    await server.stop();
    assert.deepEqual(await temporary(), []);
    assert.ok(!server.output().includes("signature="), "a signed URL is printed nowhere");
    await rm(folder, { recursive: true });
  });
}

test("emberline-mcp draws the same map, byte for byte, on every runtime", async () => {
  const input = { near: "50.05,10.05", time: "2024-07-01/2024-07-03", theme: "dark" };
  const pictures = new Set<unknown>();
  for (const runtime of Object.keys(runtimes) as Runtime[]) {
    const surface = await mcpStdio(["--embedded", fixtures], { runtime });
    const outcome = await surface.call("show_map", input);
    await surface.close();
    assert.ok(outcome.ok, outcome.ok ? "" : outcome.message);
    pictures.add(outcome.beside?.[0]?.data);
  }
  assert.equal(pictures.size, 1);
  assert.match(String([...pictures][0]), /^iVBORw0KGgo/, "the signature of a PNG");
});

test("the demo client printed at the start opens the embedded service", async () => {
  const server = await startServerProcess();
  try {
    const id = /client id\s+(\S+)/.exec(server.output())![1];
    const secret = /client secret\s+(\S+)/.exec(server.output())![1];
    const exchange = await fetch(`${server.url}/service/v1/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_id: id, client_secret: secret }),
    });
    const { access_token } = (await exchange.json()) as { access_token: string };
    const items = `${server.url}/service/ogc/features/v1/collections/svc:hotspots/items?limit=1`;
    assert.equal((await fetch(items)).status, 401);
    const page = await fetch(items, { headers: { authorization: `Bearer ${access_token}` } });
    assert.equal(((await page.json()) as { features: unknown[] }).features.length, 1);
  } finally {
    await server.stop();
  }
});

test("every line that emberline-mcp writes to stdout is JSON", async () => {
  const [command, ...before] = runtimes.node;
  const child = spawn(command, [...before, join(root, programs.mcp), "--embedded"], {
    env: cleanEnvironment(),
    stdio: ["pipe", "pipe", "ignore"],
  });
  let stdout = "";
  child.stdout.on("data", (chunk) => (stdout += chunk));
  const send = (message: unknown) => child.stdin.write(`${JSON.stringify(message)}\n`);
  send({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "raw", version: "0" },
    },
  });
  send({ jsonrpc: "2.0", method: "notifications/initialized" });
  send({ jsonrpc: "2.0", id: 2, method: "tools/list" });
  send({
    jsonrpc: "2.0",
    id: 3,
    method: "tools/call",
    params: { name: "query_features", arguments: { collection: "svc:none" } },
  });
  while (!stdout.includes('"id":3')) await once(child.stdout, "data");
  child.stdin.end();
  const [code] = await once(child, "exit");
  assert.equal(code, 0, "it ends with its client");
  const lines = stdout.trimEnd().split("\n");
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).jsonrpc),
    lines.map(() => "2.0"),
  );
});

test("a port in use is one line that names the port and the option", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const { code, stderr, stdout } = await runProgram("server", ["--port", String(port)]);
  other.close();
  assert.equal(code, 1);
  assert.equal(stdout, "");
  assert.match(stderr, new RegExp(`^.*${port}.*--port.*\\n$`));
});

test("half a configuration names the variable that is missing", async () => {
  const EMBERLINE_BASE_URL = "http://127.0.0.1:9";
  for (const program of ["server", "mcp"] as const) {
    const { code, stderr } = await runProgram(program, [], {
      EMBERLINE_BASE_URL,
      EMBERLINE_CLIENT_ID: "me",
    });
    assert.equal(code, 1);
    assert.match(stderr, /^.*EMBERLINE_CLIENT_SECRET.*missing.*\n$/);
  }
});

test("a service that is away is told within seconds, on every surface", async () => {
  const env = {
    EMBERLINE_BASE_URL: "http://127.0.0.1:9",
    EMBERLINE_CLIENT_ID: "me",
    EMBERLINE_CLIENT_SECRET: "hush-hush-77",
  };
  const server = await startServerProcess([], { env });
  const surfaces = [httpTools(server.url), await mcpHttp(server.url), await mcpStdio([], { env })];
  await Promise.all(
    surfaces.map(async (surface) => {
      const message = await errorOf(surface, "query_features", { collection: "svc:hotspots" });
      assert.match(message, /^service_unreachable: .*do not take this for an absence of fires/);
      assert.ok(!message.includes("hush-hush-77"));
      await surface.close();
    }),
  );
  assert.ok(
    !server.output().includes("hush-hush-77"),
    "the secret of a real service is printed nowhere",
  );
  assert.equal(await server.stop(), 0);
});

test("a host that other machines can reach needs a key", async () => {
  const { code, stderr } = await runProgram("server", ["--host", "0.0.0.0", "--port", "0"]);
  assert.equal(code, 1);
  assert.match(stderr, /^.*EMBERLINE_API_KEYS.*\n$/);
});

test("the operator chooses which tools there are, the same in both programs", async () => {
  const server = await startServerProcess([
    "--toolsets",
    "core",
    "--exclude-tools",
    "list_simulations",
  ]);
  const { tools } = (await (await fetch(`${server.url}/tools`)).json()) as {
    tools: { name: string }[];
  };
  assert.deepEqual(
    tools.map(({ name }) => name),
    ["list_collections", "describe_collection", "query_features", "get_feature"],
  );
  await server.stop();
  const surface = await mcpStdio(["--embedded"], { env: { EMBERLINE_TOOLS: "get_feature" } });
  await assert.rejects(surface.call("list_collections"), /The tools are get_feature\./);
  await surface.close();
  const { code, stderr } = await runProgram("server", ["--tools", "get_features"]);
  assert.equal(code, 1);
  assert.match(stderr, /^.*"get_features".*"get_feature".*\n$/);
});

test("an unknown option and a wrong port are one line each", async () => {
  for (const args of [
    ["--prot", "3000"],
    ["--port", "http"],
    ["--data", "/nowhere/at/all"],
  ]) {
    const { code, stderr, stdout } = await runProgram("server", args);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /^emberline-server: [^\n]+\n$/);
  }
});
