import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "../src/index.ts";
import { baseUrl, clientOf, clientSecret, fakeClock, fakeService } from "./support/fake-service.ts";

const unauthorized = (): Response => Response.json({ code: "invalid-token" }, { status: 401 });

test("a token is exchanged once and used for every request until shortly before it expires", async () => {
  const clock = fakeClock();
  const service = fakeService({ tokenLifeSeconds: 1000 });
  const client = clientOf(service, { clock });
  await client.features.page("svc:hotspots");
  clock.pass(969_000);
  await client.features.page("svc:hotspots");
  assert.equal(service.exchanges(), 1);
  clock.pass(1_500);
  await client.features.page("svc:hotspots");
  assert.deepEqual(
    service.requests().map(({ authorization }) => authorization),
    ["Bearer token-1", "Bearer token-1", "Bearer token-2"],
  );
});

test("a short-lived token is renewed after nine tenths of its lifetime", async () => {
  const clock = fakeClock();
  const service = fakeService({ tokenLifeSeconds: 10 });
  const client = clientOf(service, { clock });
  await client.features.page("svc:hotspots");
  clock.pass(8_900);
  await client.features.page("svc:hotspots");
  assert.equal(service.exchanges(), 1);
  clock.pass(200);
  await client.features.page("svc:hotspots");
  assert.equal(service.exchanges(), 2);
});

test("a wall clock that jumps does not change how long a token is used", async () => {
  const clock = fakeClock();
  const service = fakeService({ tokenLifeSeconds: 1000 });
  const client = clientOf(service, { clock });
  await client.features.page("svc:hotspots");
  clock.jump(100_000_000);
  await client.features.page("svc:hotspots");
  clock.jump(-200_000_000);
  await client.features.page("svc:hotspots");
  assert.equal(service.exchanges(), 1);
});

test("an expired token is exchanged once for ten callers", async () => {
  const service = fakeService({
    answer: ({ authorization }) =>
      authorization === "Bearer token-1" ? unauthorized() : undefined,
  });
  const client = clientOf(service);
  const pages = await Promise.all(
    Array.from({ length: 10 }, () => client.features.page("svc:hotspots")),
  );
  assert.equal(pages.length, 10);
  assert.equal(service.exchanges(), 2);
});

test("a token refused twice is an authentication error, after one new exchange", async () => {
  const service = fakeService({ answer: unauthorized });
  const error = await clientOf(service)
    .features.page("svc:hotspots")
    .catch((reason) => reason);
  assert.equal(error.code, "authentication");
  assert.equal(error.status, 401);
  assert.equal(error.attempts, 2);
  assert.equal(service.exchanges(), 2);
  assert.equal(service.requests().length, 2);
});

test("a refused API client is an authentication error, whatever the 4xx, and the next call tries again", async () => {
  for (const status of [400, 401, 403, 404, 422]) {
    const service = fakeService({
      exchange: (_, count) =>
        count === 1 ? Response.json({ code: "invalid-client" }, { status }) : undefined,
    });
    const client = clientOf(service);
    await assert.rejects(client.features.page("svc:hotspots"), {
      code: "authentication",
      status,
      attempts: 1,
    });
    assert.equal((await client.features.page("svc:hotspots")).features.length, 25);
  }
});

test("an exchange is repeated after a transient failure", async () => {
  for (const status of [408, 429, 500, 503]) {
    const service = fakeService({
      exchange: (_, count) => (count === 1 ? new Response("", { status }) : undefined),
    });
    await clientOf(service, { clock: fakeClock() }).features.page("svc:hotspots");
    assert.equal(service.exchanges(), 2);
  }
});

test("one caller that leaves does not end the exchange of the others", async () => {
  let release: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const service = fakeService({
    exchange: async () => {
      await gate;
      return undefined;
    },
  });
  const client = clientOf(service);
  const leaving = new AbortController();
  const left = client.features.page("svc:hotspots", { signal: leaving.signal });
  const stayed = client.features.page("svc:hotspots");
  leaving.abort();
  await assert.rejects(left, { code: "aborted" });
  release();
  assert.equal((await stayed).features.length, 25);
  assert.equal(service.exchanges(), 1);
});

test("an exchange is aborted when every caller has left", async () => {
  let exchangeSignal: AbortSignal | null = null;
  const leaving = new AbortController();
  const service = fakeService({
    exchange: ({ signal }, count) => {
      if (count > 1) return undefined;
      exchangeSignal = signal;
      leaving.abort();
      return new Promise(() => {});
    },
  });
  const client = clientOf(service);
  const left = client.features.page("svc:hotspots", { signal: leaving.signal });
  await assert.rejects(left, { code: "aborted" });
  assert.equal((exchangeSignal as AbortSignal | null)?.aborted, true);
  await client.features.page("svc:hotspots");
});

test("a lifetime may be text, a missing one means until refused, and anything else breaks the interface", async () => {
  const clock = fakeClock();
  const grant = (rest: object) => (): Response =>
    Response.json({ access_token: "t", token_type: "bearer", ...rest });
  const inText = fakeService({ exchange: grant({ expires_in: "100" }) });
  const client = clientOf(inText, { clock });
  await client.features.page("svc:hotspots");
  clock.pass(95_000);
  await client.features.page("svc:hotspots");
  assert.equal(inText.exchanges(), 2);

  const endless = fakeService({ exchange: grant({}) });
  const patient = clientOf(endless, { clock });
  await patient.features.page("svc:hotspots");
  clock.pass(1e12);
  await patient.features.page("svc:hotspots");
  assert.equal(endless.exchanges(), 1);

  for (const body of [
    { expires_in: "soon" },
    { access_token: "a b" },
    { access_token: 7 },
    { token_type: "mac" },
  ]) {
    const service = fakeService({ exchange: grant(body) });
    await assert.rejects(clientOf(service).features.page("svc:hotspots"), { code: "response" });
  }
});

test("a given token is sent unchanged, a token function is called again after a 401, and without either none is sent", async () => {
  const service = fakeService({
    answer: ({ authorization }) => (authorization === "Bearer old" ? unauthorized() : undefined),
  });
  const open = createClient({ baseUrl, fetch: service.fetch });
  await open.features.page("svc:hotspots");
  const ready = createClient({ baseUrl, fetch: service.fetch, token: "ready" });
  await ready.features.page("svc:hotspots");
  const given = ["old", "new"];
  const asked = createClient({ baseUrl, fetch: service.fetch, token: () => given.shift()! });
  await asked.features.page("svc:hotspots");
  const stale = createClient({ baseUrl, fetch: service.fetch, token: "old" });
  await assert.rejects(stale.features.page("svc:hotspots"), {
    code: "authentication",
    attempts: 1,
  });
  assert.deepEqual(
    service.seen.map(({ authorization }) => authorization),
    [null, "Bearer ready", "Bearer old", "Bearer new", "Bearer old"],
  );
});

test("a token function that fails is an authentication error, and one that never ends a timeout", async () => {
  const { fetch } = fakeService();
  const cause = new Error("vault is sealed");
  const failing = createClient({ baseUrl, fetch, token: () => Promise.reject(cause) });
  await assert.rejects(failing.collections.list(), { code: "authentication", cause });
  const endless = createClient({
    baseUrl,
    fetch,
    token: () => new Promise(() => {}),
    timeoutMs: 20,
  });
  await assert.rejects(endless.collections.list(), { code: "timeout", attempts: 0 });
  const odd = createClient({ baseUrl, fetch, token: () => "two words" });
  await assert.rejects(odd.collections.list(), { code: "invalid-request" });
});

test("the secret is in the body of the exchange and nowhere else", async () => {
  const service = fakeService();
  await clientOf(service).features.page("svc:hotspots");
  assert.ok(!JSON.stringify(service.seen).includes(clientSecret));
});
