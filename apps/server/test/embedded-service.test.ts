import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
    EMBERLINE_OPEN: "yes",
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

test("its pages lead to the playground and the API, and its settings ask for the operator's key", async () => {
  const ask = await appOf(["--open-service"], {
    EMBERLINE_PUBLIC_URL: "https://fires.example/emberline",
    EMBERLINE_OPEN: "yes",
    EMBERLINE_ADMIN_KEY: "the-operators-key-9f",
  });
  const basic = (key: string) => ({
    headers: { authorization: `Basic ${btoa(`:${key}`)}`, accept: "text/html" },
  });
  const page = await ask(
    "/service/settings/api-clients",
    "192.0.2.1",
    basic("the-operators-key-9f"),
  );
  assert.equal(page.status, 200);
  const html = await page.text();
  assert.match(html, /<a href="https:\/\/fires\.example\/emberline\/">Playground</);
  assert.match(html, /<a href="https:\/\/fires\.example\/emberline\/docs\/api\?of=service">API</);
  const refused = await ask("/service/settings/api-clients", "192.0.2.1", basic("another"));
  assert.equal(refused.status, 401);
});

test("API clients of its settings stay in the file of --state", async () => {
  const folder = await mkdtemp(join(tmpdir(), "emberline-state-"));
  const args = ["--state", join(folder, "clients.json")];
  const environment = { EMBERLINE_ADMIN_KEY: "the-operators-key-9f" };
  const ask = await appOf(args, environment);
  const created = await ask("/service/settings/api-clients", "127.0.0.1", {
    method: "POST",
    headers: {
      authorization: `Basic ${btoa(":the-operators-key-9f")}`,
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "name=Map+team",
  });
  const [id, secret] = Array.from(
    (await created.text()).matchAll(/<code id="client_\w+">([^<]+)</g),
    ([, value]) => value!,
  );
  const restarted = await appOf(args, environment);
  const token = await restarted("/service/v1/token", "127.0.0.1", exchange(id!, secret!));
  assert.equal(token.status, 200);
  await rm(folder, { recursive: true });
  assert.throws(
    () =>
      readSettings({
        args,
        environment: { EMBERLINE_BASE_URL: "https://service.test", ...client },
      }),
    /--state are both set/,
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
