import assert from "node:assert/strict";
import { test } from "node:test";
import {
  perimeterFile,
  readFeatures,
  sharedData,
  skipWithoutSharedData,
} from "@emberline/test-support/shared-data";
import {
  areaKm2,
  bboxAround,
  bearingDeg,
  distanceKm,
  type Feature,
  type Geometry,
} from "../src/index.ts";

type LonLat = [number, number];

function assertNear(actual: number, expected: number, tolerance: number): void {
  assert.ok(
    Math.abs(actual - expected) <= tolerance,
    `${actual} is not within ${tolerance} of ${expected}`,
  );
}

test("distance and bearing are measured on the ellipsoid", () => {
  // From the manual of GeographicLib's GeodSolve: JFK to LHR.
  assertNear(distanceKm([-73.8, 40.6], [-0.5, 51.6]), 5551.7594, 1e-6);
  assertNear(bearingDeg([-73.8, 40.6], [-0.5, 51.6]), 51.19888285, 1e-8);
  // The meridian quadrant of WGS 84, and one degree of the equator: 6378.137 km * pi / 180.
  assertNear(distanceKm([12, 0], [-150, 90]), 10001.965729, 1e-6);
  assertNear(distanceKm([179.5, 0], [-179.5, 0]), 111.319491, 1e-6);
  assert.equal(bearingDeg([179.5, 0], [-179.5, 0]), 90);
  assert.equal(bearingDeg([-179.5, 0], [179.5, 0]), 270);
  assert.equal(bearingDeg([5, 5], [5, 5]), 0);
  assert.equal(distanceKm([5, 5], [5, 5]), 0);
});

test("an octant of the Earth has an eighth of its area, in any place and orientation", () => {
  // Area of WGS 84: 510,065,621.724 km2.
  const octantKm2 = 510_065_621.724 / 8;
  for (const west of [0, 135, -180]) {
    const ring: LonLat[] = [
      [west, 0],
      [west + 90 > 180 ? west - 270 : west + 90, 0],
      [west, 90],
      [west, 0],
    ];
    assertNear(areaKm2({ type: "Polygon", coordinates: [ring] }), octantKm2, 1);
    assertNear(areaKm2({ type: "Polygon", coordinates: [ring.toReversed()] }), octantKm2, 1);
  }
});

test("holes are subtracted, parts added, and points and lines have no area", () => {
  const square = (from: number, size: number): LonLat[] => [
    [from, from],
    [from + size, from],
    [from + size, from + size],
    [from, from + size],
    [from, from],
  ];
  const whole = areaKm2({ type: "Polygon", coordinates: [square(0, 1)] });
  const hole = areaKm2({ type: "Polygon", coordinates: [square(0.2, 0.1)] });
  const holed: Geometry = { type: "Polygon", coordinates: [square(0, 1), square(0.2, 0.1)] };
  assertNear(areaKm2(holed), whole - hole, 1e-9);
  const parts: Geometry = {
    type: "MultiPolygon",
    coordinates: [[square(0, 1)], [square(0.2, 0.1)]],
  };
  assertNear(areaKm2(parts), whole + hole, 1e-9);
  const collection: Geometry = {
    type: "GeometryCollection",
    geometries: [
      holed,
      { type: "LineString", coordinates: square(0, 1) },
      { type: "Point", coordinates: [0, 0] },
    ],
  };
  assertNear(areaKm2(collection), whole - hole, 1e-9);
  assert.equal(areaKm2({ type: "Polygon", coordinates: [] }), 0);
});

test("perimeters have the area that their agency computed", {
  skip: skipWithoutSharedData,
}, async () => {
  const perimeters = readFeatures<Feature>(perimeterFile, sharedData, 8);
  const ratios = perimeters
    .filter(({ properties }) => Number(properties?.gis_acres) > 10)
    .map(
      ({ geometry, properties }) =>
        areaKm2(geometry!) / (Number(properties!.gis_acres) * 0.0040468564224),
    )
    .sort((a, b) => a - b);
  assert.ok(ratios.length > 400);
  assertNear(ratios[Math.floor(ratios.length / 2)]!, 1, 0.002);
});

test("the box around a circle encloses it and touches it", () => {
  const centers: LonLat[] = [
    [0, 0],
    [179.95, 10],
    [-179.95, -40],
    [20, 60],
    [-70, 84],
    [10, -88.5],
    [0, 89.9],
    [5, 90],
  ];
  for (const center of centers) {
    for (const radiusKm of [0.5, 50, 400, 1000]) {
      const [west, south, east, north] = bboxAround(center, radiusKm);
      const span = (east - west + 360) % 360 || 360;
      const nearest = (positions: LonLat[]): number =>
        Math.min(...positions.map((position) => distanceKm(center, position)));
      const steps = Array.from({ length: 2001 }, (_, i) => i / 2000);
      if (north < 90) assertNear(nearest([[center[0], north]]), radiusKm, 1e-3);
      if (south > -90) assertNear(nearest([[center[0], south]]), radiusKm, 1e-3);
      if (span < 360) {
        for (const longitude of [west, east]) {
          const edge = nearest(steps.map((step) => [longitude, south + step * (north - south)]));
          assert.ok(
            edge >= radiusKm,
            `an edge at ${longitude} is ${edge} km from ${center}, inside ${radiusKm} km`,
          );
          assertNear(edge, radiusKm, radiusKm * 1e-4);
        }
      } else {
        assert.ok(north === 90 || south === -90);
      }
    }
  }
});
