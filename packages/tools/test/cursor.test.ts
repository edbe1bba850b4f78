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

test("a cursor needs no escape in a shell, a URL or JSON, whatever the arguments contain", async () => {
  const names = [point("ł", 10, 50, { name: "Łódź \u{1f525} _A_ 'x' \"y\"" }), ...features];
  const queryables = [{ id: "name", type: "string" }];
  const { context } = contextOf({ features: { "svc:hotspots": names }, queryables });
  const filter = "name LIKE 'Łódź \u{1f525} _A_ ''x'' \"y\"%' OR name IS NULL";
  const asked = { ...hotspots, filter, bbox: [-10.5, 40, 20, 60], limit: 1 };
  const { next_cursor: cursor, rows } = await answerOf("query_features", asked, context);
  assert.match(cursor, /^[A-Za-z0-9_-]+$/);
  const rest = await answerOf("query_features", { ...hotspots, cursor, limit: 5 }, context);
  assert.deepEqual([rows[0][0], rest.rows[0][0], rest.omitted], ["ł", "h0", 35]);
});

test("a cursor of another tool is refused", async () => {
  const { context } = contextOf(service);
  const { next_cursor: since } = await answerOf(
    "query_features",
    { ...hotspots, limit: 5 },
    context,
  );
  const result = await call("compare_periods", { ...hotspots, since }, context);
  assert.equal(!result.ok && result.error.code, "invalid_input");
});

/** The service says that it has more than it returns. */
const doubtful = {
  ...service,
  intercept: (url: URL) =>
    url.pathname.endsWith("/items")
      ? Response.json({ type: "FeatureCollection", features, numberMatched: 41 })
      : undefined,
};

test("when all that could be read is in the answer, no cursor promises more", async () => {
  const { context } = contextOf(doubtful);
  const asked = { ...hotspots, limit: 40, max_tokens: 10_000 };
  const answer = await answerOf("query_features", asked, context);
  const { returned, matched_exact, complete, next_cursor } = answer;
  assert.deepEqual([returned, matched_exact, complete], [40, false, false]);
  assert.equal(next_cursor, undefined);
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
