import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@emberline/core";
import { createApp, openUpstream, readSettings, type Upstream } from "emberline";

type Status = Readonly<Record<string, unknown>> & {
  readonly collections: readonly { id: string; layer: string | null; count: number | null }[];
};

async function openApp(environment: Record<string, string>, client?: Upstream["client"]) {
  const settings = readSettings({ args: [], environment });
  const upstream = await openUpstream(settings, "http://127.0.0.1:3000");
  const app = createApp(settings, client ? { ...upstream, client } : upstream);
  const ask = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
    app.fetch(
      new Request(`http://127.0.0.1:3000${path}`, {
        ...init,
        headers: { host: "127.0.0.1:3000", ...headers },
      }),
    );
  return { ask, upstream };
}

for (const [environment, data] of [
  [{}, "real"],
  [{ EMBERLINE_SYNTHETIC: "1" }, "synthetic"],
] as const) {
  test(`the playground learns what is served, how much of it and that it is ${data}`, async () => {
    const { ask, upstream } = await openApp(environment);
    const response = await ask("/playground/status");
    const status = (await response.json()) as Status;
    assert.equal(status.service, "ready");
    assert.equal(status.data, data);
    assert.equal(status.key_required, false);
    assert.equal(status.address, "http://127.0.0.1:3000");
    assert.deepEqual(status.chat_origins, []);
    for (const { id, count } of status.collections) {
      let read = 0;
      for await (const _ of upstream.client.features.iterate(id)) read++;
      assert.equal(count, read, id);
    }
    assert.deepEqual(status.collections.map(({ layer }) => layer).sort(), [
      "hotspots",
      "perimeters",
      "staticSources",
    ]);
    assert.equal(response.headers.get("cache-control"), "no-store");
  });
}

test("the status needs the key that the tools need", async () => {
  const key = "first-key-9d2-of-some-length";
  const { ask } = await openApp({ EMBERLINE_API_KEYS: key });
  assert.equal((await ask("/playground/status")).status, 401);
  const answered = await ask("/playground/status", { authorization: `Bearer ${key}` });
  assert.equal(((await answered.json()) as Status).key_required, true);
});

test("of a service that does not answer the status says so", async () => {
  const client = createClient({
    baseUrl: "https://service.test",
    clientId: "me",
    clientSecret: "hush-hush",
    retry: { maxRetries: 0 },
    fetch: () => Promise.reject(new TypeError("connection refused")),
  });
  const { ask } = await openApp({}, client);
  const status = (await (await ask("/playground/status")).json()) as Status;
  assert.equal(status.service, "down");
  assert.ok(!("collections" in status));
});
