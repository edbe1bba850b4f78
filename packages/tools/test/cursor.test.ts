import assert from "node:assert/strict";
import { test } from "node:test";
import { cursorKeyOf } from "../src/index.ts";
import { answerOf, call, contextOf, point } from "./support.ts";

const features = Array.from({ length: 40 }, (_, i) =>
  point(`h${i}`, 10, 50, { datetime: "2025-06-20T11:00:00Z", frp: i }),
);
const service = { features: { "svc:hotspots": features } };
const hotspots = { collection: "svc:hotspots" };

test("a cursor with any character changed is refused, so its counts stay true", async () => {
  const { context } = contextOf(service);
  const { next_cursor } = await answerOf("query_features", { ...hotspots, limit: 5 }, context);
  const digits = [...next_cursor.matchAll(/\d/g)].map(({ index }) => index as number);
  assert.ok(digits.length > 0);
  for (const at of digits) {
    const digit = (Number(next_cursor[at]) + 1) % 10;
    const cursor = next_cursor.slice(0, at) + digit + next_cursor.slice(at + 1);
    const result = await call("query_features", { ...hotspots, cursor }, context);
    assert.ok(!result.ok, cursor);
    assert.equal(result.error.code, "invalid_input");
    assert.match(result.error.message, /does not belong to \w+ or to this server/);
  }
  const whole = await answerOf("query_features", { ...hotspots, cursor: next_cursor }, context);
  assert.equal(whole.returned, 20);
});

test("a cursor works in another process with the same secret, and in no other", async () => {
  const [ours, alike, other] = ["secret-one", "secret-one", "secret-two"].map(
    (secret) => contextOf(service, undefined, { cursorKey: cursorKeyOf(secret) }).context,
  );
  const { next_cursor: cursor } = await answerOf(
    "query_features",
    { ...hotspots, limit: 5 },
    ours!,
  );
  assert.equal((await answerOf("query_features", { ...hotspots, cursor }, alike!)).returned, 20);
  assert.equal((await call("query_features", { ...hotspots, cursor }, other!)).ok, false);
});
