import assert from "node:assert/strict";
import { test } from "node:test";
import { positionsOf } from "@emberline/geo";
import { areaOutline, boxOutline } from "../src/content/geometry.ts";
import { areaOf, argumentsOf } from "../src/content/map-state.ts";

test("a box follows its parallels and goes east over the antimeridian", () => {
  const positions = positionsOf(boxOutline([170, -10, -170, 60]));
  for (const [lon, lat] of positions) {
    assert.ok(lon >= 170 && lon <= 190 && (lat === -10 || lat === 60));
  }
  assert.deepEqual(positions[0], positions.at(-1));
});

test("a circle has its radius on the sphere of the Earth's mean radius", () => {
  // 111.195 km are one degree.
  const circle = { kind: "circle", center: [10, 60], radiusKm: 111.195 } as const;
  const lats = positionsOf(areaOutline(circle)).map(([, lat]) => lat);
  assert.ok(Math.abs(Math.max(...lats) - 61) < 1e-3 && Math.abs(Math.min(...lats) - 59) < 1e-3);
});

test("numbers are an area of the map, and a drawn area is arguments", () => {
  assert.deepEqual(areaOf({ near: "-30.5, 151.7", radius_km: 60 }), {
    kind: "circle",
    center: [151.7, -30.5],
    radiusKm: 60,
  });
  assert.deepEqual(areaOf({ bbox: [170, -20, -170, 0] }), {
    kind: "box",
    box: [170, -20, -170, 0],
  });
  assert.equal(areaOf({ near: "Armidale" }), null);
  assert.equal(areaOf({ near: "95,0" }), null);
  assert.deepEqual(argumentsOf({ kind: "circle", center: [151.70001, -30.5], radiusKm: 61.4 }), {
    near: "-30.5,151.7",
    radius_km: 61,
  });
  assert.deepEqual(argumentsOf({ kind: "box", box: [-122.123456, 40, -121, 41] }), {
    bbox: [-122.1235, 40, -121, 41],
  });
});
