import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../src/answer/json.ts";
import { toRead } from "../src/answer/to-read.ts";
import { noFeatures } from "../src/content/features.ts";
import { boundsOf } from "../src/content/geometry.ts";
import { choicesOf, sceneOf, usualLayers } from "../src/content/layers.ts";
import type { LayersState } from "../src/content/layers-store.ts";
import { contentOf } from "../src/content/merge.ts";
import { rowsOf } from "../src/content/rows.ts";

const day = (date: number) => Date.UTC(2026, 0, date);

const square = (west: number) => ({
  type: "Polygon" as const,
  coordinates: [
    [
      [west, 0],
      [west, 1],
      [west + 1, 1],
      [west, 0],
    ] as [number, number][],
  ],
});

/** Two detections and two perimeters of one fire, as the page reads them. */
const read: LayersState = {
  layers: [],
  features: {
    ...noFeatures,
    detections: [
      {
        kind: "detection",
        id: "a",
        layer: "h",
        name: null,
        position: [1, 1],
        timeMs: day(1),
        frpMw: 5,
      },
      {
        kind: "detection",
        id: "b",
        layer: "h",
        name: null,
        position: [2, 2],
        timeMs: day(3),
        frpMw: null,
      },
    ],
    perimeters: [1, 3].map((date) => ({
      kind: "perimeter",
      id: `p${date}`,
      layer: "p",
      name: "Alpha",
      fire: "F",
      timeMs: day(date),
      geometry: square(date * 10),
    })),
  },
};

function contentWith(answer: JsonObject, tool: string, layers = read) {
  return contentOf(1, rowsOf(answer, { id: 1, tool }), layers, { area: null, asOfMs: null });
}

test("a feature that is a row too is drawn once, and the row leads to it", () => {
  const answer = {
    selection: { collection: "svc:hotspots" },
    columns: ["id", "lon", "lat"],
    rows: [
      ["b", 2, 2],
      ["c", 3, 3],
    ],
  };
  const { features, rows } = contentWith(answer, "query_features");
  assert.deepEqual(
    features.detections.map(({ id }) => id),
    ["a", "b", "c"],
  );
  assert.equal(rows.get(features.detections[1]!)?.focus.row, 0);
  assert.equal(rows.get(features.detections[2]!)?.focus.row, 1);
  assert.equal(rows.has(features.detections[0]!), false);
});

test("the change of a fire stands in the middle of its newest perimeter", () => {
  const answer = {
    selection: { collection: "svc:satellite-perimeters" },
    columns: ["fire", "fire_name", "status", "area_km2_before", "area_km2_after"],
    rows: [["F", "Alpha", "grown", 1, 2]],
  };
  const content = contentWith(answer, "compare_periods");
  assert.deepEqual(
    content.marks.map(({ change, geometry }) => [change, geometry]),
    [["continuing", { type: "Point", coordinates: [30.5, 0.5] }]],
  );
});

test("older outlines are on at first for few fires, and each layer tells its number", () => {
  const content = contentWith({}, "show_map");
  assert.deepEqual(
    choicesOf(content).map(({ name, count }) => [name, count]),
    [
      ["detections", 2],
      ["newest", 1],
      ["older", 1],
    ],
  );
  const ids = (on: ReturnType<typeof usualLayers>) =>
    sceneOf(content, on, null).drawables.map((each) => "id" in each && each.id);
  assert.deepEqual(ids(usualLayers(content)), ["p1", "p3", "a", "b"]);
  assert.deepEqual(ids(new Set(["older"])), ["p1"]);
  const fires = ["A", "B", "C", "D"].map((fire) => ({ ...read.features.perimeters[0]!, fire }));
  const many = { features: { ...noFeatures, perimeters: fires } };
  assert.equal(usualLayers(many).has("older"), false);
});

test("a part of the time has its detections, and the newest perimeter up to its end", () => {
  const content = contentWith({}, "show_map");
  const scene = sceneOf(content, usualLayers(content), [day(1), day(2)]);
  assert.deepEqual(
    scene.drawables.map((each) => "id" in each && each.id),
    ["p1", "a"],
  );
});

test("a map is fitted to the results and the area asked for, over the antimeridian too", () => {
  const at = (...lons: number[]): JsonObject => ({
    columns: ["lon", "lat"],
    rows: lons.map((lon) => [lon, 0]),
  });
  const none: LayersState = { layers: [], features: noFeatures };
  const bounds = boundsOf(contentWith(at(179, -179), "find_place", none));
  assert.deepEqual(bounds, [179, 0, 181, 0]);
  const circle = { kind: "circle", center: [0, 0], radiusKm: 111.195 } as const;
  const [west, south, east, north] = boundsOf({
    ...contentWith(at(5), "find_place", none),
    area: circle,
  })!;
  assert.deepEqual(
    [west, south, east, north].map((each) => Math.round(each * 100) / 100),
    [-1, -1, 5, 1],
  );
  assert.equal(boundsOf(contentWith({}, "find_place", none)), null);
});

test("the map of a comparison reads the features of both periods, in the same place", () => {
  const answer = {
    selection: {
      collection: "svc:hotspots",
      area: { center: [10, 60], radius_km: 50 },
      filter: "frp > 5",
    },
    before: { interval: ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"] },
    after: { interval: ["2026-01-03T00:00:00Z", "2026-01-04T00:00:00Z"] },
  };
  const given = { near: "Here", radius_km: 50, before: "a", after: "b" };
  const shown = toRead("compare_periods", given, answer);
  assert.deepEqual(shown?.arguments, {
    lon: 10,
    lat: 60,
    radius_km: 50,
    filter: "frp > 5",
    filter_lang: "cql2-text",
  });
  const layer = { id: "svc:hotspots", kind: "detections", matched: null };
  assert.deepEqual(shown?.layers, [
    { ...layer, time: "2026-01-01T00:00:00Z/2026-01-02T00:00:00Z" },
    { ...layer, time: "2026-01-03T00:00:00Z/2026-01-04T00:00:00Z" },
  ]);
});

test("the rows of a query are all that its map has, with their outlines", () => {
  assert.equal(toRead("query_features", {}, { selection: { collection: "svc:hotspots" } }), null);
  const answer = {
    selection: { collection: "svc:perimeters", area: { within: "Oregon" } },
    columns: ["id", "bbox"],
    rows: [["p1", [0, 0, 1, 1]]],
  };
  const { only, layers, arguments: args } = toRead("query_features", { limit: 1 }, answer)!;
  assert.deepEqual([...only!], ["p1"]);
  assert.deepEqual(layers, [{ id: "svc:perimeters", kind: "perimeters", matched: 1 }]);
  assert.deepEqual(args, { within: "Oregon" });
});

test("a summary without what lies near static sources is not compared with the map, which has it", () => {
  const answer = { selection: { collection: "svc:hotspots" }, matched: 7 };
  const matchedWith = (args: JsonObject) =>
    toRead("summarize_features", args, answer)?.layers[0]?.matched;
  assert.equal(matchedWith({}), 7);
  assert.equal(matchedWith({ exclude_static_km: 1 }), null);
});
