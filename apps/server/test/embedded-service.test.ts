import assert from "node:assert/strict";
import { test } from "node:test";
import { createApp, openUpstream, readSettings } from "../src/index.ts";

const origin = "http://127.0.0.1:3000";
const collections = "/service/ogc/features/v1/collections";
const keys = "a-key-of-the-operator-1";
const client = { EMBERLINE_CLIENT_ID: "me", EMBERLINE_CLIENT_SECRET: "hush-hush-41c" };

/** The server's app, whose requests come from an address through a socket. */
async function appOf(args: string[] = [], environment: Record<string, string> = {}) {
  const settings = readSettings({
    args: ["--host", "0.0.0.0", ...args],
    environment: { EMBERLINE_API_KEYS: keys, ...client, ...environment },
  });
  const app = createApp(settings, await openUpstream(settings, origin));
  return (path: string, remoteAddress: string | undefined, init: RequestInit = {}) => {
    const headers = { host: "127.0.0.1:3000", ...(init.headers as object) };
    const env = { incoming: { socket: { remoteAddress } } };
    return app.fetch(new Request(origin + path, { ...init, headers }), env);
  };
}

const exchange = (id: string, secret: string) => ({
  method: "POST",
  body: JSON.stringify({ client_id: id, client_secret: secret }),
});

test("neither other machines nor callers behind a proxy can call the embedded service", async () => {
  const ask = await appOf();
  for (const address of ["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"]) {
    assert.equal((await ask(collections, address)).status, 401, "it asks for a token");
  }
  for (const address of ["192.0.2.1", "::ffff:192.0.2.1", "2001:db8::1", undefined]) {
    const refused = await ask(collections, address);
    assert.equal(refused.status, 403, address);
    assert.match(((await refused.json()) as { detail: string }).detail, /--open-service/);
    const { EMBERLINE_CLIENT_ID: id, EMBERLINE_CLIENT_SECRET: secret } = client;
    assert.equal((await ask("/service/v1/token", address, exchange(id, secret))).status, 403);
  }
  for (const name of ["Forwarded", "X-Forwarded-For", "Via"]) {
    const headers = { [name]: "for=192.0.2.1" };
    assert.equal((await ask(collections, "127.0.0.1", { headers })).status, 403, name);
  }
});

test("with --open-service they can, and its links start with the public URL", async () => {
  const ask = await appOf(["--open-service"], {
    EMBERLINE_PUBLIC_URL: "https://fires.example/emberline",
  });
  const { EMBERLINE_CLIENT_ID: id, EMBERLINE_CLIENT_SECRET: secret } = client;
  const answer = await ask("/service/v1/token", "192.0.2.1", exchange(id, secret));
  const { access_token } = (await answer.json()) as { access_token: string };
  const page = await ask(collections, "192.0.2.1", {
    headers: { authorization: `Bearer ${access_token}` },
  });
  const { links } = (await page.json()) as { links: { href: string }[] };
  assert.equal(links[0]!.href, `https://fires.example/emberline${collections}`);
  assert.throws(
    () =>
      readSettings({
        args: ["--open-service"],
        environment: { EMBERLINE_BASE_URL: "https://service.test", ...client },
      }),
    /--open-service are both set/,
  );
});

test("600 connections that post unknown ids leave the tools working", async () => {
  const ask = await appOf(["--open-service"]);
  const flood = Array.from({ length: 600 }, (_, i) =>
    ask("/service/v1/token", "192.0.2.1", exchange(`nobody-${i}`, "x")),
  );
  const call = () =>
    ask("/tools/query_features", "198.51.100.7", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${keys}` },
      body: '{"collection":"svc:hotspots"}',
    });
  const calls = await Promise.all(Array.from({ length: 14 }, call));
  assert.deepEqual(
    calls.map(({ status }) => status),
    Array(14).fill(200),
  );
  const codes = new Map<number, number>();
  for (const { status } of await Promise.all(flood)) {
    codes.set(status, (codes.get(status) ?? 0) + 1);
  }
  // Thirty per address are checked in a minute, then one per second.
  assert.deepEqual([...codes.keys()].sort(), [401, 429]);
  assert.ok(codes.get(401)! < 60, `${codes.get(401)} were checked`);
});
