import assert from "node:assert/strict";
import { test } from "node:test";
import { type Geometry, geometryTextParts, type Position } from "../src/index.ts";

const printed = (geometry: Geometry) => [...geometryTextParts(geometry)];

const ringOf = (count: number): Position[] => {
  const open = Array.from({ length: count }, (_, i): Position => [i / 1e5, 1 / (i + 1), i]);
  return [...open, open[0]!];
};

const geometries: Geometry[] = [
  { type: "Point", coordinates: [1, 2, 3] },
  { type: "MultiPoint", coordinates: [] },
  { type: "MultiPoint", coordinates: ringOf(10_000) },
  { type: "LineString", coordinates: ringOf(4095) },
  { type: "MultiLineString", coordinates: [ringOf(3), ringOf(9000)] },
  { type: "Polygon", coordinates: [] },
  { type: "MultiPolygon", coordinates: [[], [ringOf(5000), ringOf(3)], [ringOf(4)]] },
  { type: "GeometryCollection", geometries: [] },
];
const withMembers = {
  ...{ type: "Polygon", bbox: [0, 0, 1, 1], "a\n": { b: undefined } },
  ...{ coordinates: [ringOf(5)], nothing: undefined },
} as unknown as Geometry;

for (const geometry of [
  ...geometries,
  { type: "GeometryCollection", geometries } as const,
  withMembers,
])
  test(`a ${geometry.type} is printed as JSON.stringify prints it`, () => {
    assert.equal(printed(geometry).join(""), JSON.stringify(geometry));
  });

test("an outline of many positions is printed in short parts", () => {
  const outline: Geometry = { type: "MultiPolygon", coordinates: [[ringOf(200_000)]] };
  const longest = Math.max(...printed(outline).map(({ length }) => length));
  assert.ok(longest < JSON.stringify(outline).length / 40, `${longest} characters`);
});
