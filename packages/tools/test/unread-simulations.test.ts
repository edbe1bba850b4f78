import assert from "node:assert/strict";
import { test } from "node:test";
import { perimeter, queryables, simulation } from "./assess-places.ts";
import { fireService } from "./fire-service.ts";
import { answerOf, contextOf } from "./support.ts";

const nowhere = { latitude: 95, fireName: null };
const simulations = [
  simulation("known", 3),
  simulation("undated", 3, { createdAt: "yesterday" }),
  simulation("nowhere", 3, nowhere),
  simulation("failed", 3, { ...nowhere, status: "FAILED" }),
];

/** A circle around all that have a place. */
const near = { near: "0,0", radius_km: 50 };
const at = (day: number) => `2025-06-${day}T12:00:00Z`;
const hotspots = "svc:hotspots";

function context() {
  return fireService({
    features: {
      [hotspots]: [],
      "svc:satellite-perimeters": [perimeter("m1", [0, 22], { datetime: at(18) })],
      "svc:static-heat-sources": [],
    },
    queryables,
    simulations,
  }).context;
}

/** How many are left out, by the only notice that says so. */
function leftOut(notices: readonly string[]): number {
  const found = notices.flatMap((each) => /^(\d+) simulations? .* left out/.exec(each)?.[1] ?? []);
  assert.ok(found.length <= 1, found.join());
  return Number(found[0] ?? 0);
}

const completed = { status: "COMPLETED" };
for (const [asked, matched, unread] of [
  [{}, 4, 0],
  [{ until: "2025-06-20" }, 3, 1],
  [near, 2, 2],
  [{ ...near, ...completed }, 2, 1],
  [{ ...near, until: "2025-06-20" }, 1, 3],
  [{ ...near, until: "2025-06-20", sort: "-burned_area_km2" }, 1, 3],
  [{ fire: "First", ...completed }, 2, 1],
  [{ fire_name: "first", ...near }, 2, 0],
] as const) {
  const text = JSON.stringify(asked);
  test(`list_simulations ${text}: ${matched} match, ${unread} are said to be left out`, async () => {
    const answer = await answerOf("list_simulations", asked, context());
    assert.equal(answer.matched, matched);
    assert.equal(leftOut(answer.notices ?? []), unread);
    assert.deepEqual([answer.matched_exact, answer.complete], [unread === 0, unread === 0]);
  });
}

test("a later page of the list knows how many were left out of all", async () => {
  const paging = { ...context(), cursorKey: new Uint8Array(32) };
  const asked = { ...near, limit: 1 };
  const first = await answerOf("list_simulations", asked, paging);
  const { next_cursor: cursor } = first;
  const last = await answerOf("list_simulations", { ...asked, cursor }, paging);
  for (const answer of [first, last]) {
    assert.equal(leftOut(answer.notices), 2);
    assert.equal(answer.matched_exact, false);
  }
});

test("assess_location and show_map say which simulations are left out, and are not complete", async () => {
  const asked = { ...near, time: "2025-06-18/2025-06-20" };
  const assessed = await answerOf("assess_location", asked, context());
  assert.equal(assessed.tables.simulations.rows.length, 1);
  assert.deepEqual([leftOut(assessed.notices), assessed.complete], [3, false]);
  const drawn = await answerOf("show_map", { ...asked, collections: ["simulations"] }, context());
  assert.deepEqual([leftOut(drawn.notices), drawn.complete], [3, false]);
});

test("assess_fire says which simulations may be the fire's", async () => {
  const answer = await answerOf("assess_fire", { fire: "First" }, context());
  assert.equal(answer.tables.simulations.rows.length, 2);
  assert.deepEqual([leftOut(answer.notices), answer.complete], [2, false]);
});

test("the collection simulations counts those without a position on Earth, and without a time, apart", async () => {
  const asked = { collection: "simulations", ...near, time: "2025-06-18/2025-06-20" };
  const answer = await answerOf(
    "query_features",
    asked,
    contextOf({ features: {}, simulations }).context,
  );
  assert.deepEqual([answer.matched, answer.no_location], [1, 2]);
  assert.deepEqual([answer.matched_exact, answer.complete], [false, false]);
  const said = answer.notices.join("\n");
  assert.match(said, /2 without location: not counted in matched/);
  assert.match(said, /Whether 1 more matches is not known: no time can be read from it/);
});
