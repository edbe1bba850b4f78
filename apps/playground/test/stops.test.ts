import assert from "node:assert/strict";
import { test } from "node:test";
import { nearestStop, stopAfter, stopHeights } from "../src/shell/stops.ts";

test("a sheet that is let go comes to rest at the nearest stop", () => {
  // 640 px below the header, of a screen of 740 px: the map has 333 px.
  const heights = stopHeights(640, 740);
  assert.deepEqual([heights.half, heights.full], [307, 640]);
  assert.deepEqual(
    [10, 180, 200, 470, 480, 900].map((px) => nearestStop(px, heights)),
    ["low", "low", "half", "half", "full", "full"],
  );
});

test("steps end at the first and last stop", () => {
  assert.equal(stopAfter("half", 1), "full");
  assert.equal(stopAfter("full", 1), "full");
  assert.equal(stopAfter("half", -3), "low");
});
