import assert from "node:assert/strict";
import { test } from "node:test";
import { positionsOf } from "@emberline/geo";
import { boxOutline, circleOutline } from "../src/map/content/geometry.ts";

test("a box follows its parallels and goes east over the antimeridian", () => {
  const positions = positionsOf(boxOutline([170, -10, -170, 60]));
  for (const [lon, lat] of positions) {
    assert.ok(lon >= 170 && lon <= 190 && (lat === -10 || lat === 60));
  }
  assert.deepEqual(positions[0], positions.at(-1));
});

test("a circle has its radius on the sphere of the Earth's mean radius", () => {
  // 111.195 km are one degree.
  const lats = positionsOf(circleOutline([10, 60], 111.195)).map(([, lat]) => lat);
  assert.ok(Math.abs(Math.max(...lats) - 61) < 1e-3 && Math.abs(Math.min(...lats) - 59) < 1e-3);
});
