import assert from "node:assert/strict";
import { test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import { hotspot, perimeter, queryables } from "./assess-places.ts";
import { type Answer, answerOf, contextOf } from "./support.ts";

type Km = readonly [from: number, to: number];

const mapped = (id: string, km: Km, more: object = {}) =>
  perimeter(id, km, { kind: "agency_mapped", ...more });
const estimated = (id: string, km: Km, more: object = {}) =>
  perimeter(id, km, {
    incident_id: `CONUS|${id}`,
    incident_name: null,
    kind: "satellite_estimate",
    datetime: "2025-06-18T12:00:00Z",
    ...more,
  });

/** Hotspots at distances east of the place, which lies on the equator. */
function assess(
  hotspots: Km | readonly number[],
  perimeters: readonly Record<string, unknown>[],
): Promise<Answer> {
  const features = {
    "svc:hotspots": hotspots.map((km) => hotspot(`h${km}`, km)),
    "svc:satellite-perimeters": perimeters,
  };
  const known = [...queryables, { id: "kind", type: "string" }];
  const { context } = contextOf({ features, queryables: known });
  return answerOf("assess_location", { near: "0,0", time: "2025-06-01/2025-06-30" }, context);
}

/** Fire, outline, kind, and detections inside and near, by outline. */
const countsOf = ({ tables, constants }: Answer) =>
  recordsOf({ ...tables.perimeters, ...(constants && { constants }) })
    .map(({ fire, id, kind, hotspots_inside, hotspots_near }) => [
      id,
      fire ?? null,
      kind ?? null,
      hotspots_inside,
      hotspots_near,
    ])
    .sort();

test("a detection near a mapped outline counts for it, although an estimate of the fire contains it", async () => {
  const answer = await assess([25, 31, 31.9], [mapped("m", [20, 30]), estimated("e", [19, 33])]);
  assert.deepEqual(answer.labels, {
    inside_perimeter: 1,
    near_perimeter: 2,
    likely_industrial: 0,
    likely_volcanic: 0,
    may_be_new_fire: 0,
  });
  assert.deepEqual(countsOf(answer), [
    ["e", "First", "satellite_estimate", 0, 0],
    ["m", "First", "agency_mapped", 1, 2],
  ]);
  const near = recordsOf(answer.tables.nearest).find(({ label }) => label === "near_perimeter");
  assert.deepEqual([near?.of, near?.of_km], ["First", 1]);
  assert.match(answer.notices.join(" "), /both a mapped outline and an estimate/);
});

test("farther from the mapped outline it counts for the estimate, which has the name of the mapped fire", async () => {
  const answer = await assess([35], [mapped("m", [20, 30]), estimated("e", [19, 36])]);
  assert.deepEqual(countsOf(answer), [
    ["e", "First", "satellite_estimate", 1, 0],
    ["m", "First", "agency_mapped", 0, 0],
  ]);
  const [nearest] = recordsOf(answer.tables.nearest);
  assert.deepEqual(
    [nearest?.label, nearest?.of],
    ["inside_perimeter", "First (satellite_estimate)"],
  );
});

test("an estimate that meets no mapped outline is a fire of its own", async () => {
  for (const perimeters of [
    [mapped("m", [20, 30]), estimated("e", [30.5, 36])],
    // Six weeks later the ground may have burned again.
    [
      mapped("m", [20, 30], { datetime: "2025-05-05T00:00:00Z" }),
      estimated("e", [29, 36], { datetime: "2025-06-18T12:00:00Z" }),
    ],
  ]) {
    const answer = await assess([31], perimeters);
    const own = countsOf(answer).find(([id]) => id === "e");
    assert.deepEqual(own?.slice(3), [1, 0]);
    assert.equal(own?.[1], null);
    assert.doesNotMatch(answer.notices.join(" "), /both a mapped outline/);
  }
});

test("an estimate over two mapped fires has both names, and each detection counts for the nearer fire", async () => {
  const second = { incident_id: "F2", incident_name: "Second" };
  const answer = await assess(
    [31, 34.5, 25],
    [mapped("m1", [20, 30]), mapped("m2", [35, 40], second), estimated("e", [24, 39])],
  );
  assert.deepEqual(countsOf(answer), [
    ["e", "First, Second", "satellite_estimate", 0, 0],
    ["m1", "First", "agency_mapped", 1, 1],
    ["m2", "Second", "agency_mapped", 0, 1],
  ]);
});

test("where all outlines are of one kind, that kind is not repeated in every row", async () => {
  for (const make of [mapped, estimated]) {
    const answer = await assess([25], [make("a", [20, 30])]);
    assert.ok(!answer.tables.perimeters.columns.includes("kind"));
    assert.doesNotMatch(answer.notices.join(" "), /both a mapped outline/);
  }
});
