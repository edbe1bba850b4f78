import assert from "node:assert/strict";
import { test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import geodesic from "geographiclib-geodesic";
import { type Answer, answerOf, contextOf } from "./support.ts";

type Json = Record<string, unknown>;

const collection = "svc:satellite-perimeters";
const queryables = [
  { id: "datetime", type: "dateTime" },
  { id: "incident_id", type: "string" },
  { id: "window_idx", type: "integer" },
];

/** A square of the given width in degrees on the equator, mapped at a time. */
function mapping(id: string, fire: string | null, datetime: string, size: number, index = 0): Json {
  const ring = [
    [0, 0],
    [size, 0],
    [size, size],
    [0, size],
    [0, 0],
  ];
  return {
    type: "Feature",
    id,
    geometry: { type: "Polygon", coordinates: [ring] },
    properties: { incident_id: fire, datetime, window_idx: index },
  };
}

/** In km², by GeographicLib's own polygon area. */
function areaOf(size: number): number {
  const polygon = geodesic.Geodesic.WGS84.Polygon(false);
  // Edges are straight in longitude and latitude: many points along them.
  for (let i = 0; i < 400; i++) polygon.AddPoint(0, (size * i) / 400);
  polygon.AddPoint(0, size);
  for (let i = 0; i < 400; i++) polygon.AddPoint(size, size - (size * i) / 400);
  polygon.AddPoint(size, 0);
  return Math.abs(polygon.Compute(false, true).area!) / 1e6;
}

const features = [
  mapping("late", "F", "2025-06-03T00:00:00Z", 0.3, 12),
  mapping("early", "F", "2025-06-03T00:00:00Z", 0.25, 3),
  mapping("first", "F", "2025-06-01T00:00:00Z", 0.1),
  mapping("last", "F", "2025-06-04T00:00:00Z", 0.29),
  mapping("other", "G", "2025-06-03T00:00:00Z", 0.2),
];

function summarize(input: object, all: readonly Json[] = features): Promise<Answer> {
  const { context } = contextOf({ features: { [collection]: all }, queryables });
  return answerOf("summarize_features", { collection, ...input }, context);
}

function assertRows(answer: Answer, expected: readonly (readonly unknown[])[]): void {
  const rows = recordsOf(answer);
  assert.equal(rows.length, expected.length);
  const columns = ["fire", "day", "count", "area_km2", "change_km2", "days_since"];
  for (const [i, row] of rows.entries()) {
    for (const [k, cell] of columns
      .filter((name) => name in row)
      .map((name) => row[name])
      .entries()) {
      const value = expected[i]![k];
      if (typeof value !== "number") assert.equal(cell, value);
      else
        assert.ok(Math.abs(cell - value) <= Math.abs(value) * 1e-5 + 0.0001, `${cell}, ${value}`);
    }
  }
}

const fall = /^The area falls by more than a tenth and 1 km² \((.*)\): /;

test("a mapping smaller than the one before it by more than a tenth and 1 km² is said once", async () => {
  const fallsIn = async (degrees: readonly number[]) => {
    const all = degrees.map((side, i) =>
      mapping(`m${i}`, "F", `2025-06-0${i + 1}T00:00:00Z`, side),
    );
    const { notices } = await summarize({ group_by: ["fire", "day"] }, all);
    return notices.flatMap((each: string) => fall.exec(each)?.[1] ?? []);
  };
  assert.deepEqual(await fallsIn([0.3, 0.1, 0.29]), ["2025-06-02"]);
  assert.deepEqual(await fallsIn([0.3, 0.3, 0.1, 0.2, 0.15]), ["2025-06-03, 2025-06-05"]);
  assert.deepEqual(await fallsIn([0.3, 0.286]), [], "by 9.1 %, of some 1,100 km²");
  assert.deepEqual(await fallsIn([0.3, 0.284]), ["2025-06-02"], "by 10.4 %");
  assert.deepEqual(await fallsIn([0.009, 0.001]), [], "by less than 1 km²");
});

const [first, late, last, other] = [areaOf(0.1), areaOf(0.3), areaOf(0.29), areaOf(0.2)];

test("fires by day have the area of the day's last mapping, and the change since the previous one", async () => {
  const answer = await summarize({ group_by: ["fire", "day"] });
  assert.deepEqual(answer.columns, [
    "fire",
    "day",
    "count",
    "area_km2",
    "change_km2",
    "days_since",
  ]);
  assertRows(answer, [
    ["F", "2025-06-01", 1, first, null, null],
    ["F", "2025-06-03", 2, late, late - first, 2],
    ["F", "2025-06-04", 1, last, last - late, 1],
    ["G", "2025-06-03", 1, other, null, null],
  ]);
  assert.ok(!("area_km2" in answer), "mappings of one fire are not added up");
  const greatest = await summarize({ group_by: ["fire", "day"], sort: "-change_km2", limit: 1 });
  assertRows(greatest, [["F", "2025-06-03", 2, late, late - first, 2]]);
});

test("the days of one fire show its growth, those of several do not", async () => {
  const alone = await summarize({ group_by: ["day"] }, features.slice(0, 4));
  assert.deepEqual(alone.columns, ["day", "count", "area_km2", "change_km2", "days_since"]);
  assertRows(alone, [
    ["2025-06-01", 1, first, null, null],
    ["2025-06-02", 0, null, null, null],
    ["2025-06-03", 2, late, late - first, 2],
    ["2025-06-04", 1, last, last - late, 1],
  ]);
  const several = await summarize({ group_by: ["day"] });
  assert.deepEqual(several.columns, ["day", "count"]);
});

test("features that name no fire have no area by mapping", async () => {
  const answer = await summarize({ group_by: ["fire", "day"] }, [
    mapping("a", null, "2025-06-01T00:00:00Z", 0.1),
    mapping("b", null, "2025-06-02T00:00:00Z", 0.2),
  ]);
  assertRows(answer, [
    [null, "2025-06-01", 1, null, null, null],
    [null, "2025-06-02", 1, null, null, null],
  ]);
});

test("sorted by -time the last mapping of one time comes first, by time it comes last, across pages", async () => {
  const tied = [7, 10, 2, 0].map((index) =>
    mapping(`m${index}`, "F", "2025-06-03T00:00:00Z", 0.1, index),
  );
  const { context } = contextOf({
    features: { [collection]: [...tied, mapping("old", "F", "2025-06-01T00:00:00Z", 0.1, 99)] },
    queryables,
  });
  for (const [sort, expected] of [
    ["-time", ["m10", "m7", "m2", "m0", "old"]],
    ["time", ["old", "m0", "m2", "m7", "m10"]],
    ["-datetime", ["m10", "m7", "m2", "m0", "old"]],
  ] as const) {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = await answerOf(
        "query_features",
        { collection, ...(cursor ? { cursor } : { sort, latest_per_fire: false }), limit: 2 },
        context,
      );
      ids.push(...answer.rows.map(([id]: [string]) => id));
      cursor = answer.next_cursor;
    } while (cursor !== undefined);
    assert.deepEqual(ids, expected);
  }
  const [newest] = (
    await answerOf("query_features", { collection, latest_per_fire: true }, context)
  ).rows;
  assert.equal(newest[0], "m10");
});

test("of the mappings of a day only the newest is measured, or the one before if it has no area", async () => {
  const wide = (id: string, index: number) => {
    const ring = [
      [0, 0],
      [200, 0],
      [200, 1],
      [0, 0],
    ];
    const whole = mapping(id, "F", "2025-06-03T00:00:00Z", 1, index);
    return { ...whole, geometry: { type: "Polygon", coordinates: [ring] } };
  };
  const asked = { group_by: ["fire", "day"] };
  const day = ["F", "2025-06-03"] as const;
  const before = await summarize(asked, [features[0]!, wide("older", 1)]);
  assertRows(before, [[...day, 2, areaOf(0.3), null, null]]);
  assert.doesNotMatch(before.notices.join(" "), /an edge of 180°/);
  const after = await summarize(asked, [wide("newer", 20), features[0]!, features[1]!]);
  assertRows(after, [[...day, 3, areaOf(0.3), null, null]]);
  assert.match(after.notices.join(" "), /an edge of 180°/);
});
