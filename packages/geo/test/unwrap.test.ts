import assert from "node:assert/strict";
import { test } from "node:test";
import { type Geometry, type Position, positionsOf, unwrap } from "@emberline/geo";

function lons(geometry: Geometry): number[] {
  return positionsOf(geometry).map(([lon]) => lon);
}

test("on a plane no line jumps over the antimeridian, and all lies near the middle", () => {
  const line: Geometry = {
    type: "LineString",
    coordinates: [
      [178, 0],
      [-179, 1],
      [179, 2],
    ],
  };
  assert.deepEqual(lons(unwrap(line, 175)), [178, 181, 179]);
  assert.deepEqual(lons(unwrap(line, -175)), [-182, -179, -181]);
  const points: Geometry = {
    type: "MultiPoint",
    coordinates: [
      [179, 0],
      [-179, 0],
    ],
  };
  assert.deepEqual(lons(unwrap(points, 180)), [179, 181]);
});

test("a hole stays within its ring on the plane", () => {
  const around = (west: number, east: number, north: number): Position[] => [
    [west, 0],
    [east, 0],
    [east, north],
    [west, north],
    [west, 0],
  ];
  const polygon: Geometry = {
    type: "Polygon",
    coordinates: [around(170, -170, 10), around(-178, -176, 5)],
  };
  const plane = unwrap(polygon, 0);
  assert.ok(plane.type === "Polygon");
  assert.deepEqual(plane.coordinates, [around(170, 190, 10), around(182, 184, 5)]);
});

test("a ring around a pole is closed along the plane's edge", () => {
  const ring: Position[] = [
    [-180, -70],
    [-90, -75],
    [0, -70],
    [90, -75],
    [180, -70],
  ];
  const plane = unwrap({ type: "Polygon", coordinates: [ring] }, 0);
  assert.ok(plane.type === "Polygon");
  assert.deepEqual(plane.coordinates[0]?.slice(4), [
    [180, -70],
    [180, -90],
    [-180, -90],
    [-180, -70],
  ]);
});
