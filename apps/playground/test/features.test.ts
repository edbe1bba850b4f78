import assert from "node:assert/strict";
import { test } from "node:test";
import { geoArea } from "d3-geo";
import { mapFeatures } from "../src/map/features.ts";
import { boxOutline, type Geometry, positionsOf, woundForDrawing } from "../src/map/geometry.ts";

const degree = Math.PI / 180;
const square = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];

test("rows with lon and lat are points, with bbox boxes as well, boxes below points", () => {
  const answer = {
    columns: ["id", "lon", "lat", "bbox", "time"],
    rows: [
      ["a", 1.5, 2.5, [1, 2, 2, 3], "2026-01-01"],
      ["b", null, null, null, null],
    ],
  };
  const features = mapFeatures(answer);
  assert.deepEqual(
    features.map(({ kind, label }) => [kind, label]),
    [
      ["box", "a · 2026-01-01"],
      ["point", "a · 2026-01-01"],
    ],
  );
  assert.deepEqual(features[1]?.geometry, { type: "Point", coordinates: [1.5, 2.5] });
});

test("a feature's geometry takes the place of its box and its inner point", () => {
  const geometry = { type: "Polygon", coordinates: [square] };
  const answer = { id: "a", lon: 0.5, lat: 0.5, bbox: [0, 0, 1, 1], geometry };
  assert.deepEqual(
    mapFeatures(answer).map(({ kind }) => kind),
    ["shape"],
  );
});

test("the area that was asked for is drawn first: a box, or a circle of its radius", () => {
  const selection = { area: { center: [10, 60], radius_km: 111.195 } };
  const [area] = mapFeatures({ selection });
  assert.equal(area?.kind, "area");
  // 111.195 km are one degree of a sphere of the earth's mean radius.
  const lats = positionsOf(area.geometry).map(([, lat]) => lat);
  assert.ok(Math.abs(Math.max(...lats) - 61) < 1e-3 && Math.abs(Math.min(...lats) - 59) < 1e-3);
  assert.equal(mapFeatures({ selection: { area: { bbox: [1, 2, 3, 4] } } })[0]?.kind, "area");
});

test("an answer without positions draws nothing", () => {
  assert.deepEqual(mapFeatures({ columns: ["id"], rows: [["a"]], geometry: "none" }), []);
});

test("a box follows its parallels and goes east over the antimeridian", () => {
  const positions = positionsOf(boxOutline([170, -10, -170, 60]));
  for (const [lon, lat] of positions) {
    assert.ok(lon >= 170 && lon <= 190 && (lat === -10 || lat === 60));
  }
  assert.deepEqual(positions[0], positions.at(-1));
});

test("a polygon covers its own area whichever way its rings run", () => {
  const hole = [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.75, 0.75],
    [0.25, 0.75],
    [0.25, 0.25],
  ];
  const reversed = (ring: number[][]) => [...ring].reverse();
  for (const outer of [square, reversed(square)]) {
    for (const inner of [hole, reversed(hole)]) {
      const polygon: Geometry = { type: "Polygon", coordinates: [outer, inner] };
      // A square degree at the equator less a quarter of it.
      const share = geoArea(woundForDrawing(polygon)) / (0.75 * degree ** 2);
      assert.ok(Math.abs(share - 1) < 1e-3, `${share}`);
      const several: Geometry = { type: "MultiPolygon", coordinates: [polygon.coordinates] };
      const collection: Geometry = { type: "GeometryCollection", geometries: [several] };
      assert.equal(geoArea(woundForDrawing(collection)), geoArea(woundForDrawing(polygon)));
    }
  }
});

test("positions of every geometry type are found", () => {
  const at: [number, number] = [1, 2];
  const geometries: Geometry[] = [
    { type: "Point", coordinates: at },
    { type: "MultiPoint", coordinates: [at] },
    { type: "LineString", coordinates: [at] },
    { type: "MultiLineString", coordinates: [[at]] },
    { type: "Polygon", coordinates: [[at]] },
    { type: "MultiPolygon", coordinates: [[[at]]] },
  ];
  const collection: Geometry = { type: "GeometryCollection", geometries };
  assert.deepEqual(positionsOf(collection), Array(6).fill(at));
});
