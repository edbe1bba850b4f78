import assert from "node:assert/strict";
import { test } from "node:test";
import { MemoryIdempotency } from "../src/index.ts";
import { hotspots, pagedService, post } from "./paged-app.ts";

const keyed = (key: string, more: Record<string, string> = {}) => ({
  "idempotency-key": key,
  ...more,
});
const path = "/tools/query_features";
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

test("a request that is sent again with its key gets the same answer without new work", async () => {
  const service = pagedService();
  const first = await post(service, path, hotspots, keyed('"a-1"'));
  const text = await first.text();
  const { length } = service.requests;
  const again = await post(service, path, hotspots, keyed('"a-1"'));
  assert.deepEqual([again.status, await again.text()], [200, text]);
  assert.equal(again.headers.get("content-type"), "application/json");
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  assert.equal(first.headers.get("idempotency-replayed"), null);
  assert.equal(service.requests.length, length);
});

test("a key may be sent without quotes", async () => {
  const service = pagedService();
  await post(service, path, hotspots, keyed('"a-1"'));
  const again = await post(service, path, hotspots, keyed("a-1"));
  assert.equal(again.headers.get("idempotency-replayed"), "true");
});

for (const key of [
  "",
  '"',
  '""',
  '"ü"',
  `"${"a".repeat(256)}"`,
  "two words",
  '"a" "b"',
  '"a\\n"',
]) {
  test(`the key ${JSON.stringify(key.slice(0, 12))} is refused by 400`, async () => {
    const response = await pagedService().app.request(path, {
      method: "POST",
      headers: [
        ["content-type", "application/json"],
        ["idempotency-key", key],
      ],
      body: "{}",
    });
    assert.deepEqual([response.status, await codeOf(response)], [400, "invalid_input"]);
  });
}

test("another body, tool or kind of answer with the same key is refused by 422", async () => {
  const service = pagedService();
  await post(service, path, hotspots, keyed('"a-1"'));
  const others = [
    await post(service, path, { ...hotspots, limit: 5 }, keyed('"a-1"')),
    await post(service, "/tools/summarize_features", hotspots, keyed('"a-1"')),
  ];
  for (const response of others)
    assert.deepEqual([response.status, await codeOf(response)], [422, "idempotency_key_reused"]);
});

test("callers that choose the same key get their own answers", async () => {
  const service = pagedService({
    options: { forRequest: (c) => ({ caller: c.req.header("x-me") ?? "" }) },
  });
  await post(service, path, hotspots, keyed('"a-1"', { "x-me": "ann" }));
  const { length } = service.requests;
  const bob = await post(
    service,
    path,
    { ...hotspots, limit: 5 },
    keyed('"a-1"', { "x-me": "bob" }),
  );
  assert.equal(bob.status, 200);
  assert.ok(service.requests.length > length);
});

test("a request whose first is still running is refused by 409, and answered once that is done", async () => {
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const service = pagedService({
    onPage: (page) =>
      page === 1 ? held.then(() => new Response("down", { status: 400 })) : undefined,
  });
  const first = post(service, path, hotspots, keyed('"a-1"'));
  while (service.pages() === 0) await new Promise((resolve) => setImmediate(resolve));
  const second = await post(service, path, hotspots, keyed('"a-1"'));
  assert.deepEqual(
    [second.status, second.headers.get("retry-after"), await codeOf(second)],
    [409, "1", "idempotency_key_running"],
  );
  release();
  const { status } = await first;
  const third = await post(service, path, hotspots, keyed('"a-1"'));
  assert.deepEqual([third.status, third.headers.get("idempotency-replayed")], [status, "true"]);
});

test("a failure that may pass is not kept: the same key works once the service recovers", async () => {
  const service = pagedService({
    onPage: (page) => (page === 1 ? new Response("down", { status: 500 }) : undefined),
  });
  assert.equal((await post(service, path, hotspots, keyed('"a-1"'))).status, 502);
  assert.equal((await post(service, path, hotspots, keyed('"a-1"'))).status, 200);
});

test("the client that leaves frees its key", async () => {
  const leave = new AbortController();
  const service = pagedService({
    onPage: (page) => {
      if (page === 1) leave.abort();
      return undefined;
    },
  });
  const first = await post(service, path, hotspots, keyed('"a-1"'), leave.signal);
  assert.equal(first.status, 499);
  assert.equal((await post(service, path, hotspots, keyed('"a-1"'))).status, 200);
});

test("a stream of events repeats the result of the same request, and the reverse", async () => {
  const service = pagedService();
  const events = { accept: "text/event-stream" };
  const first = await (await post(service, path, hotspots, keyed('"a-1"'))).text();
  const { length } = service.requests;
  const again = await (await post(service, path, hotspots, keyed('"a-1"', events))).text();
  assert.ok(again.includes(`event: result\ndata: ${first}\n\n`));
  assert.equal(service.requests.length, length);
});

test("a stream of rows takes no key", async () => {
  const rows = { accept: "application/x-ndjson" };
  const response = await post(pagedService(), path, hotspots, keyed('"a-1"', rows));
  assert.equal(response.status, 400);
});

test("a store that fails is an internal error, and no answer of another request", async () => {
  const service = pagedService({
    options: {
      idempotency: {
        claim: async () => Promise.reject(new Error("the store is down")),
        keep: async () => {},
        release: async () => {},
      },
    },
    context: { log: () => {} },
  });
  service.app.onError((_, c) => c.text("internal", 500));
  assert.equal((await post(service, path, hotspots, keyed('"a-1"'))).status, 500);
  const events = { accept: "text/event-stream" };
  const text = await (await post(service, path, hotspots, keyed('"a-1"', events))).text();
  assert.match(text, /event: error\ndata: .*"code":"internal"/);
  assert.ok(!text.includes("the store is down"));
});

test("the memory of answers is limited: the least recently used are dropped first", async () => {
  const store = new MemoryIdempotency({ maxBytes: 10_000 });
  const answerOf = (bytes: number) => ({ status: 200, headers: [], body: new Uint8Array(bytes) });
  const keep = async (key: string, bytes: number) => {
    assert.equal(await store.claim(key, "f"), null);
    await store.keep(key, { fingerprint: "f", answer: answerOf(bytes) });
  };
  await keep("a", 3000);
  await keep("b", 3000);
  assert.ok((await store.claim("a", "f"))?.answer);
  await keep("c", 3000);
  assert.ok((await store.claim("a", "f"))?.answer, "used after b");
  assert.equal(await store.claim("b", "f"), null);
  await keep("d", 20_000);
  assert.equal(await store.claim("d", "f"), null, "larger than the memory");
});
