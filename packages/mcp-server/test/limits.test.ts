import assert from "node:assert/strict";
import { test } from "node:test";
import { openHandler, url } from "./support/handler.ts";

const { fetch } = openHandler();

/** Sends a body as JSON; `isStreamed` without a stated length. */
async function post(body: unknown, { isStreamed = false } = {}) {
  const text = JSON.stringify(body);
  const init = {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(!isStreamed && { "content-length": String(new TextEncoder().encode(text).length) }),
    },
    body: isStreamed ? new Blob([text]).stream() : text,
    duplex: "half",
  };
  const response = await fetch(new Request(url, init as RequestInit));
  return { status: response.status, text: await response.text() };
}

const call = (params: object, more: object = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params,
  ...more,
});
const members = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, i]));
const long = "x".repeat(100_000);

for (const [what, body, status, tells] of [
  ["an id of 100,000 characters", call({}, { id: long }), 400, /id and method .* 256 characters/],
  ["a method of 100,000 characters", { jsonrpc: "2.0", id: 1, method: long }, 400, /256/],
  ["the name of a tool of 100,000 characters", call({ name: long }), 400, /50000 characters/],
  ["parameters in addition to the arguments", call(members(5000)), 400, /more than 1000 values/],
  ["metadata of 100,000 characters", call({ _meta: { note: long } }), 400, /50000 characters/],
  ["a body of a megabyte", call({ arguments: { near: "x".repeat(1e6) } }), 413, /262144 bytes/],
] as const) {
  test(`refused in one sentence, with a stated length and without: ${what}`, async () => {
    for (const isStreamed of [false, true]) {
      const answer = await post(body, { isStreamed });
      assert.equal(answer.status, status);
      assert.match(answer.text, tells);
      assert.ok(answer.text.length < 300, `${answer.text.length} characters`);
    }
  });
}

test("a message of a batch is held to the same limits, and the batch to 100 messages", async () => {
  const { status, text } = await post([call({ name: "x" }), call({}, { id: long })]);
  assert.equal(status, 400);
  assert.ok(text.length < 300);
  const many = await post(Array.from({ length: 101 }, (_, id) => call({ name: "x" }, { id })));
  assert.equal(many.status, 400);
  assert.match(many.text, /100 messages/);
});

test("arguments of any number get an answer of one sentence", async () => {
  const { status, text } = await post(call({ name: "query_features", arguments: members(10_000) }));
  assert.equal(status, 200);
  assert.match(text, /more than 1000 values/);
  assert.ok(text.length < 500, `${text.length} characters`);
});
