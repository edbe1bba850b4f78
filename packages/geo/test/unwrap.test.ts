import assert from "node:assert/strict";
import { test } from "node:test";
import { type Geometry, positionsOf, unwrap } from "../src/index.ts";
import { line, path, points, polygon } from "./shapes.ts";

function lons(geometry: Geometry): number[] {
  return positionsOf(geometry).map(([lon]) => lon);
}

test("on a plane no line jumps over the antimeridian, and all lies near the middle", () => {
  const jumping = line([178, 0], [-179, 1], [179, 2]);
  assert.deepEqual(lons(unwrap(jumping, 175)), [178, 181, 179]);
  assert.deepEqual(lons(unwrap(jumping, -175)), [-182, -179, -181]);
  assert.deepEqual(lons(unwrap(points([179, 0], [-179, 0]), 180)), [179, 181]);
});

test("a hole stays within its ring on the plane", () => {
  const around = (west: number, east: number, north: number) =>
    path([west, 0], [east, 0], [east, north], [west, north], [west, 0]);
  const plane = unwrap(polygon(around(170, -170, 10), around(-178, -176, 5)), 0);
  assert.deepEqual(plane, polygon(around(170, 190, 10), around(182, 184, 5)));
});

test("a ring around a pole is closed along the plane's edge", () => {
  const ring = path([-180, -70], [-90, -75], [0, -70], [90, -75], [180, -70]);
  const closed = path(...ring, [180, -90], [-180, -90], [-180, -70]);
  assert.deepEqual(unwrap(polygon(ring), 0), polygon(closed));
});
