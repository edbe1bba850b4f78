import assert from "node:assert/strict";
import { test } from "node:test";
import { createApp, openUpstream, readSettings } from "../src/index.ts";

async function appOf(args: string[], environment: Record<string, string> = {}) {
  const settings = readSettings({ args, environment });
  const app = createApp(settings, await openUpstream(settings, "http://127.0.0.1:3000"));
  return (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
    app.fetch(
      new Request(`http://127.0.0.1:3000${path}`, {
        ...init,
        headers: { host: "127.0.0.1:3000", ...headers },
      }),
    );
}

const paths = [
  "/",
  "/tools",
  "/mcp",
  "/openapi.json",
  "/healthz",
  "/service/ogc/features/v1/collections",
];

test("a request for another host is refused on every path", async () => {
  const ask = await appOf([]);
  for (const path of paths) {
    for (const host of [
      "attacker.example",
      "attacker.example:3000",
      "127.0.0.1.attacker.example",
    ]) {
      assert.equal((await ask(path, { host })).status, 403, `${path} for ${host}`);
    }
  }
});

test("a page of another origin is refused on every path, a loopback page is not", async () => {
  const ask = await appOf([]);
  for (const path of paths) {
    assert.equal((await ask(path, { origin: "https://attacker.example" })).status, 403, path);
    assert.equal((await ask(path, { origin: "null" })).status, 403, path);
  }
  assert.equal((await ask("/tools", { origin: "http://localhost:3000" })).status, 200);
});

const keys = {
  EMBERLINE_API_KEYS: "first-key-9d2-of-some-length, second-key-7b1-of-some-length",
  EMBERLINE_CLIENT_SECRET: "demo-secret-41c",
};

test("with keys configured, tools and MCP require one", async () => {
  const ask = await appOf(["--host", "0.0.0.0"], keys);
  const post = { method: "POST", body: "{}" };
  const json = { "content-type": "application/json" };
  for (const authorization of [
    undefined,
    "Bearer wrong",
    "Bearer",
    "Basic first-key-9d2-of-some-length",
    "Bearer first-key-9d2-of-some-lengthx",
  ]) {
    const headers: Record<string, string> = {
      ...json,
      ...(authorization !== undefined && { authorization }),
    };
    for (const path of ["/tools", "/tools/list_collections", "/mcp", "/openapi.json"]) {
      const response = await ask(
        path,
        headers,
        path === "/tools" || path === "/openapi.json" ? {} : post,
      );
      assert.equal(response.status, 401, `${path} with ${authorization}`);
      assert.equal(response.headers.get("www-authenticate"), "Bearer");
      assert.ok(!(await response.text()).includes("key-"));
    }
  }
  for (const key of ["first-key-9d2-of-some-length", "second-key-7b1-of-some-length"]) {
    assert.equal(
      (await ask("/tools/list_collections", { ...json, authorization: `Bearer ${key}` }, post))
        .status,
      200,
    );
  }
  assert.equal((await ask("/healthz")).status, 200, "a load balancer needs no key");
});

test("with keys configured, a browser's Origin must match the Host", async () => {
  const ask = await appOf(["--host", "0.0.0.0"], keys);
  const authorization = "Bearer first-key-9d2-of-some-length";
  const host = "fires.example:8443";
  assert.equal(
    (await ask("/tools", { authorization, host, origin: "https://fires.example:8443" })).status,
    200,
  );
  assert.equal(
    (await ask("/tools", { authorization, host, origin: "https://attacker.example" })).status,
    403,
  );
});

test("no page, error or listing holds a secret", async () => {
  const ask = await appOf([], keys);
  const authorization = "Bearer first-key-9d2-of-some-length";
  for (const path of [
    ...paths,
    "/nowhere",
    "/tools/nothing",
    "/tools/../etc",
    "/service/v1/token",
  ]) {
    const response = await ask(path, { authorization });
    const text = `${await response.text()} ${JSON.stringify([...response.headers])}`;
    for (const secret of [
      "first-key-9d2-of-some-length",
      "second-key-7b1-of-some-length",
      "demo-secret-41c",
    ])
      assert.ok(!text.includes(secret), path);
  }
});

test("no answer allows another origin to read it", async () => {
  const ask = await appOf([]);
  for (const path of paths)
    assert.equal(
      (await ask(path, { origin: "http://localhost:3000" })).headers.get(
        "access-control-allow-origin",
      ),
      null,
    );
});

test("the playground may call models of this machine and of the configured origins, no others", async () => {
  const connections = async (environment: Record<string, string>) => {
    const settings = readSettings({ args: [], environment });
    const app = createApp(settings, await openUpstream(settings, "http://127.0.0.1:3000"));
    const page = new Request("http://127.0.0.1:3000/", { headers: { host: "127.0.0.1:3000" } });
    const policy = (await app.fetch(page)).headers.get("content-security-policy")!;
    return /connect-src ([^;]*)/.exec(policy)![1]!.split(" ").sort();
  };
  const own = ["'self'", "http://127.0.0.1:*", "http://localhost:*"];
  assert.deepEqual(await connections({}), own);
  const given = { EMBERLINE_CHAT_ORIGINS: "https://api.model.example" };
  assert.deepEqual(await connections(given), [...own, "https://api.model.example"]);
});

test("the pages may load nothing from elsewhere, and no page may frame them", async () => {
  const policy = (await (await appOf([]))("/")).headers.get("content-security-policy")!;
  assert.match(policy, /default-src 'self'/);
  assert.match(policy, /frame-ancestors 'none'/);
});
