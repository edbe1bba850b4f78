import assert from "node:assert/strict";
import { test } from "node:test";
import { createApp, openUpstream, readSettings } from "emberline";

const key = "first-key-9d2-of-some-length";
const page = "https://app.example";

async function startApp(environment: Record<string, string>) {
  const settings = readSettings({ args: [], environment });
  const app = createApp(settings, await openUpstream(settings, "http://127.0.0.1:3000"));
  return (path: string, init: RequestInit & { headers: Record<string, string> }) =>
    app.fetch(
      new Request(`http://127.0.0.1:3000${path}`, {
        ...init,
        headers: { host: "127.0.0.1:3000", ...init.headers },
      }),
    );
}

const configured = {
  EMBERLINE_API_KEYS: key,
  EMBERLINE_CORS_ORIGINS: `${page}, https://b.example`,
};

const preflight = {
  method: "OPTIONS",
  headers: {
    origin: page,
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization,content-type,mcp-method,mcp-param-region",
  },
};

const names = (list: string | null) => new Set((list ?? "").toLowerCase().split(/, */));

for (const path of ["/mcp", "/mcp/", "/tools", "/tools/query_features", "/openapi.json"]) {
  test(`a preflight of ${path} needs no key and allows what the page asks for`, async () => {
    const ask = await startApp(configured);
    const response = await ask(path, preflight);
    assert.equal(response.status, 204);
    assert.equal(response.headers.get("access-control-allow-origin"), page);
    assert.ok(names(response.headers.get("access-control-allow-methods")).has("post"));
    assert.deepEqual(
      names(response.headers.get("access-control-allow-headers")),
      names(preflight.headers["access-control-request-headers"]),
    );
    assert.ok(names(response.headers.get("vary")).has("origin"));
    assert.equal(response.headers.get("access-control-allow-credentials"), null);
  });
}

test("a page of a configured origin reads answers and refusals, with the headers of MCP", async () => {
  const ask = await startApp(configured);
  for (const [authorization, status] of [
    [`Bearer ${key}`, 200],
    ["Bearer wrong", 401],
  ] as const) {
    const response = await ask("/tools", { headers: { origin: page, authorization } });
    assert.equal(response.status, status);
    assert.equal(response.headers.get("access-control-allow-origin"), page);
    const exposed = names(response.headers.get("access-control-expose-headers"));
    for (const name of ["mcp-session-id", "mcp-protocol-version", "www-authenticate"])
      assert.ok(exposed.has(name), name);
  }
});

test("a client in a page initializes over MCP", async () => {
  const ask = await startApp(configured);
  const response = await ask("/mcp", {
    method: "POST",
    headers: {
      origin: page,
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "page", version: "1" },
      },
    }),
  });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("access-control-allow-origin"), page);
  assert.ok(response.headers.get("mcp-session-id"));
});

test("other origins stay refused: another port, scheme, subdomain, or a sandboxed page", async () => {
  const ask = await startApp(configured);
  for (const origin of [
    "https://app.example:8443",
    "http://app.example",
    "https://app.example.attacker.example",
    "https://x.app.example",
    "null",
  ]) {
    for (const method of ["OPTIONS", "GET"]) {
      const headers = { ...preflight.headers, origin, authorization: `Bearer ${key}` };
      const response = await ask("/tools", { method, headers });
      assert.equal(response.status, 403, `${method} from ${origin}`);
      assert.equal(response.headers.get("access-control-allow-origin"), null);
    }
  }
});

test("a configured origin does not open the server to other hosts", async () => {
  const ask = await startApp(configured);
  const headers = { ...preflight.headers, host: "attacker.example" };
  assert.equal((await ask("/mcp", { ...preflight, headers })).status, 403);
});

test("with *, pages of every origin may call, with a key", async () => {
  const ask = await startApp({ ...configured, EMBERLINE_CORS_ORIGINS: "*" });
  for (const origin of ["https://anywhere.example", "null"]) {
    const headers = { ...preflight.headers, origin };
    const response = await ask("/mcp", { ...preflight, headers });
    assert.equal(response.status, 204);
    assert.equal(response.headers.get("access-control-allow-origin"), "*");
    assert.equal((await ask("/tools", { headers: { origin } })).status, 401);
  }
});

test("without configured origins a preflight allows nothing", async () => {
  const ask = await startApp({ EMBERLINE_API_KEYS: key });
  const response = await ask("/mcp", preflight);
  assert.equal(response.status, 403);
  assert.equal(response.headers.get("access-control-allow-origin"), null);
});

test("the embedded service is not opened with the tools", async () => {
  const ask = await startApp(configured);
  const response = await ask("/service/ogc/features/v1/collections", preflight);
  assert.equal(response.headers.get("access-control-allow-origin"), null);
});

for (const origins of ["app.example", "https://app.example/path", "https://*.example", "ftp://a.b"])
  test(`EMBERLINE_CORS_ORIGINS=${origins} is refused`, () => {
    const environment = { ...configured, EMBERLINE_CORS_ORIGINS: origins };
    assert.throws(
      () => readSettings({ args: [], environment }),
      /give origins separated by commas/,
    );
  });

test("* without keys is refused, since any page could then call the server", () => {
  assert.throws(
    () => readSettings({ args: [], environment: { EMBERLINE_CORS_ORIGINS: "*" } }),
    /EMBERLINE_CORS_ORIGINS is \*/,
  );
});
