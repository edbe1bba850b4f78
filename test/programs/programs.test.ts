import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { appInProcess, origin } from "@emberline/test-served/in-process";
import { errorOf, httpTools, mcpHttp, mcpStdio } from "@emberline/test-served/surfaces";
import { root, runProgram, startServerProcess } from "@emberline/test-support/programs";
import { readSettings } from "emberline";
import { testProgramsOn } from "./support/program-tests.ts";

testProgramsOn("node");

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
    const [, settings] = /settings\s+(\S+)/.exec(server.output())!;
    const opened = await fetch(settings!, { redirect: "manual" });
    const cookie = opened.headers.get("set-cookie")!.split(";")[0]!;
    const list = new URL(opened.headers.get("location")!, server.url);
    assert.equal((await fetch(list, { headers: { cookie } })).status, 200);
    assert.equal((await fetch(list)).status, 401);
  } finally {
    await server.stop();
  }
});

test("a password and a client secret of the operator's own are not printed", async () => {
  const env = {
    EMBERLINE_ADMIN_KEY: "the-operators-own-9f",
    EMBERLINE_CLIENT_ID: "mine",
    EMBERLINE_CLIENT_SECRET: "the-secret-of-my-own",
  };
  const server = await startServerProcess([], { env });
  assert.match(server.output(), /settings\s+http/);
  assert.match(server.output(), /client id\s+mine/);
  assert.doesNotMatch(server.output(), /the-operators-own|password|the-secret-of-my-own|secret/);
  await server.stop();
});

test("a port in use is reported in one line with the port and the option", async () => {
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
  const baseUrl = "http://127.0.0.1:9";
  const env = { EMBERLINE_BASE_URL: baseUrl, EMBERLINE_CLIENT_ID: "me" };
  assert.throws(
    () => readSettings({ args: [], environment: env }),
    /EMBERLINE_CLIENT_SECRET.*missing/,
  );
  const { code, stderr } = await runProgram("mcp", [], env);
  assert.equal(code, 1);
  assert.match(stderr, /^.*EMBERLINE_CLIENT_SECRET.*missing.*\n$/);
});

test("an unreachable service is reported within seconds on every surface", async () => {
  const env = {
    EMBERLINE_BASE_URL: "http://127.0.0.1:9",
    EMBERLINE_CLIENT_ID: "me",
    EMBERLINE_CLIENT_SECRET: "hush-hush-77",
  };
  const [server, stdio] = await Promise.all([
    startServerProcess([], { env }),
    mcpStdio([], { env }),
  ]);
  const surfaces = [httpTools(server.url), await mcpHttp(server.url), stdio];
  await Promise.all(
    surfaces.map(async (surface) => {
      const message = await errorOf(surface, "query_features", { collection: "svc:hotspots" });
      assert.match(message, /^service_unreachable: .*this does not mean that there are no fires/);
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

test("a host that other machines can reach needs a key", () => {
  const args = ["--host", "0.0.0.0", "--port", "0"];
  assert.throws(() => readSettings({ args, environment: {} }), /EMBERLINE_API_KEYS/);
});

test("the operator selects the tools the same way in both programs", async () => {
  const fetchApp = await appInProcess([
    "--toolsets",
    "core",
    "--exclude-tools",
    "list_simulations",
  ]);
  const { tools } = (await (await fetchApp(`${origin}/tools`)).json()) as {
    tools: { name: string }[];
  };
  assert.deepEqual(
    tools.map(({ name }) => name),
    ["list_collections", "describe_collection", "query_features", "get_feature"],
  );
  const surface = await mcpStdio(["--embedded"], { env: { EMBERLINE_TOOLS: "get_feature" } });
  await assert.rejects(surface.call("list_collections"), /The tools are get_feature\./);
  await surface.close();
  assert.throws(
    () => readSettings({ args: ["--tools", "get_features"], environment: {} }),
    /"get_features".*"get_feature"/,
  );
});

test("a fault of a setting is one line, of the program that was started", async () => {
  const { code, stderr, stdout } = await runProgram("server", ["--data", "/nowhere/at/all"]);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^emberline: [^\n]+\n$/);
  for (const args of [
    ["--prot", "3000"],
    ["--port", "http"],
  ])
    assert.throws(() => readSettings({ args, environment: {} }), /--port/);
});

test("npx emberline-mcp runs the program that was built in a checkout, as npx does the others", async () => {
  const run = promisify(execFile);
  const { stdout, stderr } = await run("npx", ["--no-install", "emberline-mcp", "--help"], {
    cwd: root,
  });
  assert.match(stdout + stderr, /\bemberline-mcp\b/);
  for (const name of ["emberline", "emberline-service"])
    assert.ok(existsSync(join(root, "node_modules/.bin", name)), name);
});
