import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, contextOf } from "./support.ts";

const datetime = "2025-06-20T11:00:00Z";

/**
 * A star of n vertices around a place, whose edges all pass close to its centre. With n odd, every
 * two edges that are not neighbours cross: n(n − 3)/2 crossings.
 */
function star(n: number, lon: number, lat: number) {
  const ring = Array.from({ length: n + 1 }, (_, i) => {
    const angle = (Math.PI * (n - 1) * i) / n;
    return [lon + Math.cos(angle), lat + Math.sin(angle)];
  });
  ring[n] = ring[0]!;
  return { type: "Polygon", coordinates: [ring] };
}

const square = {
  type: "Polygon",
  coordinates: [
    [
      [10, 50],
      [10.1, 50],
      [10.1, 50.1],
      [10, 50.1],
      [10, 50],
    ],
  ],
};
const collection = "svc:satellite-perimeters";
const notice = /crosses itself more than 50,000 times/;

function contextWith(...geometries: object[]) {
  const features = geometries.map((geometry, i) => ({
    type: "Feature",
    id: `p${i}`,
    geometry,
    properties: { datetime, incident_id: `fire ${i}` },
  }));
  return contextOf({
    features: { [collection]: features, "svc:hotspots": [] },
    queryables: [
      { id: "datetime", type: "dateTime" },
      { id: "incident_id", type: "string" },
    ],
  }).context;
}

// 451 · 448 / 2 = 101,024 crossings.
const tangled = star(451, 10.5, 50.5);

for (const [tool, input] of [
  ["query_features", { collection }],
  ["query_features", { collection, geometry: "simplified", max_tokens: 10_000 }],
  ["query_features", { collection, sort: "-area_km2" }],
  ["get_feature", { collection, id: "p0" }],
  ["summarize_features", { collection }],
  ["summarize_features", { collection, union: true }],
  ["compare_periods", { collection, before: "2025-06-19", after: "2025-06-20" }],
  ["assess_location", { near: "50.05,10.05", radius_km: 100 }],
] as const) {
  test(`${tool} ${JSON.stringify(input)} says that an outline is too tangled to measure`, async () => {
    const { notices } = await answerOf(tool, input, contextWith(tangled, square));
    assert.equal(notices.filter((each: string) => notice.test(each)).length, 1);
  });
}

test("known areas are summed without the unknown ones", async () => {
  const summary = async (...geometries: object[]) =>
    answerOf("summarize_features", { collection, union: true }, contextWith(...geometries));
  const [all, known] = [await summary(tangled, square), await summary(square)];
  assert.equal(all.matched, 2);
  assert.equal(all.area_km2, known.area_km2);
  assert.equal(all.union_km2, known.union_km2);
});

test("polygons without positions have no area, whatever is requested", async () => {
  const empty = { type: "Polygon", coordinates: [] };
  const parts = { type: "MultiPolygon", coordinates: [] };
  const context = contextWith(empty, parts, square);
  const input = { collection, union: true };
  const answer = await answerOf("summarize_features", input, context);
  const { area_km2 } = await answerOf("summarize_features", input, contextWith(square));
  assert.equal(answer.matched, 3);
  assert.equal(answer.union_km2, area_km2);
});
