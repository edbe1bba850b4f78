import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { catalogue } from "@emberline/tools";
import fc from "fast-check";
import type { Hono } from "hono";
import { pagedService } from "./paged-app.ts";

const runs = 300;

/** Sends a body, and checks that the answer is JSON or problem details, and no failure. */
async function send(app: Hono, tool: string, body: BodyInit, headers: Record<string, string> = {}) {
  const response = await app.request(`/tools/${tool}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
    // Streams need it.
    ...{ duplex: "half" },
  });
  const text = await response.text();
  const { status } = response;
  assert.ok(status < 500, `${status} ${text.slice(0, 300)}`);
  const type = response.headers.get("content-type");
  assert.equal(type, status === 200 ? "application/json" : "application/problem+json");
  const { code } = JSON.parse(text) as { code?: string };
  return { status, code };
}

const names = catalogue.map(({ name }) => name);
/** Names and values that tools know, so that fuzzing gets beyond the first check. */
const known = [...new Set(catalogue.flatMap(({ input }) => Object.keys(input.shape)))];
const telling = fc.constantFrom(
  "svc:hotspots",
  "last 24h",
  "frp > 1e400",
  "((((((((",
  "\u0000",
  "\ud800",
  "__proto__",
  "constructor",
  "NaN",
  "9".repeat(400),
);
const leaf = fc.oneof(telling, fc.jsonValue(), fc.double(), fc.bigInt().map(Number), fc.string());
const input = fc.dictionary(fc.oneof(fc.constantFrom(...known), fc.string()), leaf, { maxKeys: 8 });
const body: fc.Arbitrary<BodyInit> = fc.oneof(
  input.map((each) => JSON.stringify(each)),
  fc.jsonValue().map((each) => JSON.stringify(each)),
  fc.json().map((each) => each.slice(0, -1)),
  fc.string({ unit: "binary" }),
  fc.uint8Array({ maxLength: 2000 }).map((bytes) => new Uint8Array(bytes)),
  // Numbers beyond what a double holds, and keys that appear twice.
  fc.nat(5000).map((digits) => `{"collection":"svc:hotspots","limit":1${"0".repeat(digits)}}`),
  fc.constantFrom('{"limit":1,"limit":2}', '{"__proto__":{"limit":1}}', "\ufeff{}", "-0", "1e999"),
);

test(`none of ${runs} random bodies is answered by a failure`, async () => {
  const { app } = pagedService();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), body, async (tool, each) => {
      await send(app, tool, each);
    }),
    { numRuns: runs },
  );
});

test("none of 200 random headers and queries is answered by a failure", async () => {
  const { app } = pagedService();
  const value = fc.string().map((text) => encodeURIComponent(text).slice(0, 300));
  const headers = fc.record({
    "content-type": fc.constantFrom("application/json", "text/plain", "a/b+json", ";;", "*/*"),
    "content-encoding": fc.constantFrom("", "gzip", "br", "identity", "zstd,,", "chunked"),
    "idempotency-key": value,
    "x-request-id": value,
    accept: fc.oneof(fc.constant("application/json;q=1e9"), fc.constant(",,;q="), value),
  });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), headers, value, async (tool, each, query) => {
      await send(app, `${tool}?dry_run=${query}&rows=${query}`, "{}", each);
    }),
    { numRuns: 200 },
  );
});

const deep = (open: string, close: string, length: number) =>
  open.repeat(length) + close.repeat(length);
const limit = 256 * 1024;

for (const [name, text] of [
  ["256 kB of [", "[".repeat(limit)],
  ["arrays in arrays, 128,000 deep", deep("[", "]", 128_000)],
  ["objects in objects, 40,000 deep", `${'{"a":'.repeat(40_000)}1${"}".repeat(40_000)}`],
  ["a deep filter", `{"collection":"svc:hotspots","filter":${deep("[", "]", 100_000)}}`],
  ["a deep filter as text", `{"collection":"svc:hotspots","filter":"${deep("(", ")", 100_000)}"}`],
  [
    "a deep filter in JSON in a text",
    JSON.stringify({ collection: "svc:hotspots", filter: deep("[", "]", 60_000) }),
  ],
  ["20,000 unknown members", `{${Array.from({ length: 20_000 }, (_, i) => `"k${i}":1`).join()}}`],
  ["a text of 250 kB", JSON.stringify({ collection: "x".repeat(250_000) })],
  ["a box of 100,000 numbers", `{"collection":"svc:hotspots","bbox":[${"1,".repeat(100_000)}1]}`],
] as const) {
  test(`${name}: refused by a sentence, whatever the tool`, async () => {
    const { app } = pagedService();
    for (const tool of names) {
      const { status, code } = await send(app, tool, text);
      assert.deepEqual([status, code], [400, "invalid_input"], tool);
    }
  });
}

test("10 MB are refused without being read whole, with and without their length", async () => {
  const { app } = pagedService();
  const bytes = new Uint8Array(10_000_000).fill(32);
  const stated = await send(app, "query_features", bytes, { "content-length": "10000000" });
  assert.deepEqual([stated.status, stated.code], [413, "too_large"]);
  let parts = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      parts++;
      controller.enqueue(bytes.subarray(0, 65_536));
      if (parts === 150) controller.close();
    },
  });
  const counted = await send(app, "query_features", stream);
  assert.deepEqual([counted.status, counted.code], [413, "too_large"]);
  assert.ok(parts < 10, `${parts} parts of 64 kB were read`);
});

test("compressed bombs are refused without being expanded", async () => {
  const { app } = pagedService();
  const zeros = Buffer.alloc(100_000_000, "[");
  for (const [coding, bytes] of [
    ["gzip", gzipSync(zeros)],
    ["br", brotliCompressSync(zeros.subarray(0, 20_000_000))],
  ] as const) {
    const { status } = await send(app, "query_features", bytes, { "content-encoding": coding });
    assert.equal(status, 415);
    // Without the header it is no JSON.
    assert.equal((await send(app, "query_features", bytes.subarray(0, 200_000))).status, 400);
  }
});

test("texts in other encodings than UTF-8 are refused or read, never a failure", async () => {
  const { app } = pagedService();
  const text = JSON.stringify({ collection: "svc:hotspots", near: "Köln" });
  for (const bytes of [
    Buffer.from(text, "utf16le"),
    Buffer.from(`\ufeff${text}`, "utf16le"),
    Buffer.from(text, "latin1"),
    Buffer.from([0xff, 0xfe, 0x00]),
  ])
    await send(app, "query_features", bytes);
});
