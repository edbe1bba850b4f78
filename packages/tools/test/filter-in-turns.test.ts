import assert from "node:assert/strict";
import { test } from "node:test";
import { call, contextOf, countedTurns, point } from "./support.ts";

/** A star that crosses itself: each vertex is joined with the one nearly opposite. */
function star(points: number): string {
  const ring = Array.from({ length: points + 1 }, (_, i) => {
    const angle = (2 * Math.PI * ((i * ((points - 1) / 2)) % points)) / points;
    return `${Math.cos(angle).toFixed(6)} ${Math.sin(angle).toFixed(6)}`;
  });
  ring[points] = ring[0]!;
  return `POLYGON((${ring.join(",")}))`;
}

const service = {
  features: { "svc:hotspots": [point("a", 1, 0), point("b", 5, 5)] },
  queryables: [{ id: "geometry", type: "geometry" }],
};

test("a heavy literal of a filter is prepared in turns with other calls", async () => {
  const { turns, asked } = countedTurns();
  const { context } = contextOf(service, undefined, { turns });
  const filter = `S_INTERSECTS(geometry, ${star(251)})`;
  const input = { collection: "svc:hotspots", filter, max_tokens: 10_000 };
  const result = await call("summarize_features", input, context);
  assert.ok(result.ok, result.ok ? "" : result.error.message);
  assert.equal(result.output.matched, 1);
  assert.ok(asked() > 500, `${asked()} turns`);
});

test("a literal that crosses itself too often is invalid input", async () => {
  const { context } = contextOf(service);
  const filter = `S_INTERSECTS(geometry, ${star(401)})`;
  const input = { collection: "svc:hotspots", filter, max_tokens: 10_000 };
  const result = await call("query_features", input, context);
  assert.ok(!result.ok);
  assert.equal(result.error.code, "invalid_input");
  assert.match(result.error.message, /cross itself at most 50,000 times/);
});

test("a filter that is too long to be repeated is refused before any work", async () => {
  const { turns, asked } = countedTurns();
  const { context, requests } = contextOf(service, undefined, { turns });
  const filter = `S_INTERSECTS(geometry, ${star(301)})`;
  const result = await call("query_features", { collection: "svc:hotspots", filter }, context);
  assert.ok(!result.ok);
  assert.equal(result.error.code, "invalid_input");
  assert.match(
    result.error.message,
    /^The answer repeats the filter, which does not fit into 3000 tokens: raise max_tokens to \d+, or/,
  );
  assert.equal(requests.filter(({ pathname }) => pathname.endsWith("/items")).length, 0);
  // Only its tokens are counted; its 44,849 crossings are not sought.
  const [needed] = /(?<=max_tokens to )\d+/.exec(result.error.message)!;
  assert.ok(asked() < 3 * Number(needed), `${asked()} turns`);
});

const columns = {
  queryables: [
    { id: "frp", type: "number" },
    { id: "name", type: "string" },
  ],
};
const hits = [point("a", 1, 0, { frp: 9000 })];

for (const [name, clause, operator] of [
  ["300 × (A OR B)", (i: number) => `(frp > ${i} OR frp IS NULL)`, " AND "],
  ["950 × OR", (i: number) => `frp>${i}`, " OR "],
] as const) {
  test(`${name}: the budget and the length that a refusal names are enough`, async () => {
    const { context, requests } = contextOf({ ...columns, features: { "svc:hotspots": hits } });
    const filterOf = (n: number) => Array.from({ length: n }, (_, i) => clause(i)).join(operator);
    const filter = filterOf(name.startsWith("300") ? 300 : 950);
    const input = { collection: "svc:hotspots", filter };
    const refused = await call("query_features", input, context);
    assert.ok(!refused.ok);
    assert.equal(requests.filter(({ search }) => search.includes("filter")).length, 0);
    const { message } = refused.error;
    const [, tokens, length, most] =
      /raise max_tokens to (\d+), or shorten the filter from (\d+) to about (\d+) char.*IN \(/.exec(
        message,
      ) ?? assert.fail(message);
    const raised = await call("query_features", { ...input, max_tokens: Number(tokens) }, context);
    assert.ok(Number(tokens) <= 10_000 && raised.ok, message);
    const n = Math.floor((Number(most) / Number(length)) * (name.startsWith("300") ? 300 : 950));
    const shorter = await call("query_features", { ...input, filter: filterOf(n) }, context);
    assert.ok(shorter.ok, shorter.ok ? "" : shorter.error.message);
  });
}

test("no refusal names a budget above the most allowed", async () => {
  const { context } = contextOf({ ...columns, features: { "svc:hotspots": hits } });
  // Rare letters take several tokens each.
  const filter = `name = '${"𒀀".repeat(8000)}'`;
  for (const max_tokens of [500, 10_000]) {
    const input = { collection: "svc:hotspots", filter, max_tokens };
    const refused = await call("query_features", input, context);
    assert.ok(!refused.ok);
    assert.doesNotMatch(refused.error.message, /raise/);
    assert.match(refused.error.message, /shorten the filter from \d+ to about \d+ characters/);
  }
});
