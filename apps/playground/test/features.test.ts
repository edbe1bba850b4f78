import assert from "node:assert/strict";
import { test } from "node:test";
import { positionsOf } from "@emberline/geo";
import { type AnswerFeatures, fittedPositions, mapFeatures } from "../src/map/features.ts";

const square = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];

function kinds({ features }: AnswerFeatures): string[] {
  return features.map(({ kind }) => kind);
}

test("rows with lon and lat are points, with bbox boxes as well, boxes below points", () => {
  const answer = {
    columns: ["id", "lon", "lat", "bbox", "time"],
    rows: [
      ["a", 1.5, 2.5, [1, 2, 2, 3], "2026-01-01"],
      ["b", null, null, null, null],
    ],
  };
  const { features } = mapFeatures(answer, "query_features");
  assert.deepEqual(
    features.map(({ kind, label }) => [kind, label]),
    [
      ["box", "a · 2026-01-01"],
      ["point", "a · 2026-01-01"],
    ],
  );
  assert.deepEqual(features[1]?.geometry, { type: "Point", coordinates: [1.5, 2.5] });
});

test("a feature's geometry replaces its box and its inner point, in a row too", () => {
  const geometry = { type: "Polygon", coordinates: [square] };
  const answer = { id: "a", lon: 0.5, lat: 0.5, bbox: [0, 0, 1, 1], geometry };
  assert.deepEqual(kinds(mapFeatures(answer, "get_feature")), ["shape"]);
  const rows = { columns: ["lon", "lat", "geometry"], rows: [[0.5, 0.5, geometry]] };
  assert.deepEqual(kinds(mapFeatures(rows, "query_features")), ["shape"]);
});

test("every table of an answer is on the map, and each row is of the kind of its table", () => {
  const answer = {
    selection: { collection: "svc:hotspots" },
    columns: ["cell", "count"],
    rows: [[[0, 0, 1, 1], 3]],
    top_columns: ["id", "lon", "lat"],
    top_rows: [["a", 0.5, 0.5]],
    tables: {
      nearest: { columns: ["lon", "lat"], rows: [[1, 1]] },
      perimeters: { columns: ["lon", "lat"], rows: [[2, 2]] },
      static_sources: { columns: ["lon", "lat"], rows: [[3, 3]] },
      simulations: { columns: ["lon", "lat"], rows: [[4, 4]] },
    },
  };
  const drawn = mapFeatures(answer, "assess_location").features.map(
    ({ kind, subject, geometry }) => [kind, subject, positionsOf(geometry)[0]?.[0]],
  );
  assert.deepEqual(drawn, [
    ["box", "hotspot", 0],
    ["point", "hotspot", 0.5],
    ["point", "hotspot", 1],
    ["point", "perimeter", 2],
    ["point", "source", 3],
    ["point", "simulation", 4],
  ]);
  const named = { columns: ["lon", "lat"], rows: [[1, 2]] };
  const subjectBy = (tool: string) => mapFeatures(named, tool).features[0]?.subject;
  assert.equal(subjectBy("list_simulations"), "simulation");
  assert.equal(subjectBy("find_place"), "place");
});

test("a hotspot's colour shows its age at the end of the requested period, or at the newest observation before it", () => {
  const rows = [
    ["2026-01-09T00:00:00Z", 1, 1],
    ["2026-01-08T23:59:59Z", 1, 1],
    ["2026-01-06T23:59:59Z", 1, 1],
    ["2026-01-02T23:59:59Z", 1, 1],
    [null, 1, 1],
  ];
  const answer = {
    selection: {
      collection: "svc:hotspots",
      interval: ["2026-01-01T00:00:00Z", "2026-01-10T00:00:00Z"],
    },
    newest: "2026-03-01T00:00:00Z",
    columns: ["time", "lon", "lat"],
    rows,
  };
  const tones = (of: typeof answer) =>
    mapFeatures(of, "query_features").features.map((f) => f.tone);
  assert.deepEqual(tones(answer), ["age-1", "age-1", "age-2", "age-3", "hotspot"]);
  assert.equal(mapFeatures(answer, "query_features").ages.asOfMs, Date.UTC(2026, 0, 10));
  const stale = { ...answer, newest: "2026-01-09T00:00:00Z" };
  assert.deepEqual(tones(stale), ["age-0", "age-0", "age-1", "age-2", "hotspot"]);
});

test("a disc grows with the power, and with the count where a row stands for many", () => {
  const radii = (columns: string[], rows: unknown[][]) =>
    mapFeatures({ columns, rows }, "hotspots").features.map(({ radiusPx }) => radiusPx);
  const byPower = radii(
    ["lon", "lat", "frp"],
    [0, 100, 400, 9000].map((frp) => [1, 1, frp]),
  );
  // A quarter of the power is half of the growth; beyond 400 MW there is none.
  assert.deepEqual(byPower, [4, 8, 12, 12]);
  const byCount = radii(
    ["lon", "lat", "count"],
    [1, 25, 100].map((count) => [1, 1, count]),
  );
  assert.deepEqual(byCount, [6.3, 11.5, 18]);
});

test("the requested area is drawn first: a box, or a circle of its radius about its centre", () => {
  const selection = { area: { center: [10, 60], radius_km: 111.195 } };
  const { features } = mapFeatures({ selection }, "query_features");
  const [area, center] = features;
  assert.deepEqual([area?.kind, center?.kind], ["area", "center"]);
  // 111.195 km are one degree of a sphere of the earth's mean radius.
  const lats = positionsOf(area!.geometry).map(([, lat]) => lat);
  assert.ok(Math.abs(Math.max(...lats) - 61) < 1e-3 && Math.abs(Math.min(...lats) - 59) < 1e-3);
  const box = { selection: { area: { bbox: [1, 2, 3, 4] } } };
  assert.deepEqual(kinds(mapFeatures(box, "query_features")), ["area"]);
});

test("a map is fitted to the results and the requested place, or without results to the area", () => {
  const selection = { area: { center: [10, 60], radius_km: 50 } };
  const some = { selection, columns: ["lon", "lat"], rows: [[10.1, 60.1]] };
  assert.deepEqual(fittedPositions(mapFeatures(some, "query_features").features), [
    [10, 60],
    [10.1, 60.1],
  ]);
  assert.ok(fittedPositions(mapFeatures({ selection }, "query_features").features).length > 8);
});

test("an answer without positions draws nothing", () => {
  const answer = { columns: ["id"], rows: [["a"]], geometry: "none" };
  assert.deepEqual(mapFeatures(answer, "query_features").features, []);
});

test("an area's box with heights is drawn without them", () => {
  const answer = { selection: { area: { bbox: [1, 2, 0, 3, 4, 900] } } };
  assert.deepEqual(mapFeatures(answer, "query_features").area, { kind: "box", box: [1, 2, 3, 4] });
});

test("a member named geometry that is not one is not drawn", () => {
  const rows = [[{ type: "Point" }], [{ type: "Polygon", coordinates: "many" }], ["Point"]];
  assert.deepEqual(mapFeatures({ columns: ["geometry"], rows }, "query_features").features, []);
});
