import assert from "node:assert/strict";
import { test } from "node:test";
import {
  flattening,
  kmPerDegree,
  type LonLat,
  leastKmPerDegree,
  meanRadiusKm,
  planeDistanceKm,
  semiMajorKm,
} from "../src/index.ts";

function assertNear(actual: number, expected: number, tolerance: number): void {
  assert.ok(
    Math.abs(actual - expected) <= tolerance,
    `${actual} is not within ${tolerance} of ${expected}`,
  );
}

test("the mean radius is that of the ellipsoid, and a nautical mile is about a minute of arc", () => {
  // (2a + b) / 3 with a = 6378.137 km and b = 6356.752314 km of WGS 84.
  assertNear(meanRadiusKm, (2 * 6378.137 + 6356.752314) / 3, 1e-4);
  assertNear(semiMajorKm * (1 - flattening), 6356.752314245, 1e-9);
  assertNear(kmPerDegree / 60, 1.852, 0.002);
});

test("near positions are as far apart as on the ellipsoid", () => {
  // Karney's inverse geodesic on WGS 84, by geographiclib-geodesic 2.2.0.
  const cases: [from: LonLat, to: LonLat, km: number][] = [
    [[0, 0], [0.01, 0], 1.11319491],
    [[0, 0], [0, 0.01], 1.10574276],
    [[0, 60], [0.01, 60], 0.55800002],
    [[179.995, 0], [-179.995, 0], 1.11319491],
    [[8, 47], [8.03, 47.02], 3.18554865],
  ];
  for (const [from, to, km] of cases) {
    assertNear(planeDistanceKm(from, to), km, km * 1e-4);
    assertNear(planeDistanceKm(to, from), km, km * 1e-4);
  }
  assert.equal(planeDistanceKm([5, 5], [5, 5]), 0);
});

test("no degree of latitude is shorter than the lower bound", () => {
  for (let south = -90; south < 90; south++) {
    let km = 0;
    for (let i = 0; i < 100; i++) {
      km += planeDistanceKm([0, south + i / 100], [0, south + (i + 1) / 100]);
    }
    assert.ok(km > leastKmPerDegree && km < leastKmPerDegree + 1.3, `${km} km at ${south}`);
  }
});
