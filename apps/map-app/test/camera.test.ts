import assert from "node:assert/strict";
import { test } from "node:test";
import { type MapArea, viewAt } from "@emberline/map";
import { fit, frameOf, pan, zoom } from "../src/canvas/camera.ts";
import { noFeatures } from "../src/content/features.ts";
import { noLayers } from "../src/content/layers-store.ts";
import { contentOf } from "../src/content/merge.ts";

const frame = frameOf({ width: 600, height: 400 });
const contentIn = (area: MapArea | null, features = noFeatures) =>
  contentOf(null, [], { ...noLayers, features }, { area, asOfMs: null });
const circle = (lon: number, lat: number, radiusKm: number) =>
  contentIn({ kind: "circle", center: [lon, lat], radiusKm });

function near(actual: number, expected: number, tolerance: number): void {
  assert.ok(
    Math.abs(actual - expected) <= tolerance,
    `${actual} is not ${expected} ± ${tolerance}`,
  );
}

for (const [where, lon, lat] of [
  ["in Oregon", -121.8, 42.2],
  ["at the antimeridian", 179.9, -17],
  ["in Lapland", 26, 68],
] as const) {
  test(`${where}, the camera shows the circle, and what is under the pointer stays there`, () => {
    const camera = fit(circle(lon, lat, 100), frame)!;
    // 200 km in 92 % of 400 pixels.
    near(viewAt(camera, frame).kmPerPixel, 200 / (400 * 0.92), 0.03);
    const point = [400, 150] as const;
    const place = viewAt(camera, frame).projection.invert!([...point])!;
    const closer = zoom(camera, frame, 3, point);
    const [x, y] = viewAt(closer, frame).projection(place)!;
    near(x, 400, 2);
    near(y, 150, 2);
    near(closer.radiusPx / camera.radiusPx, 3, 1e-9);
    const moved = viewAt(pan(camera, frame, [-50, 20]), frame).projection(place)!;
    near(Math.hypot(moved[0] - 400, moved[1] - 150), Math.hypot(50, 20), 2);
  });
}

test("the map ends at the world on one side and at metres on the other", () => {
  const start = fit(circle(0, 0, 100), frame)!;
  const far = zoom(start, frame, 1e-6);
  assert.equal(viewAt(far, frame).kind, "world");
  assert.deepEqual(zoom(far, frame, 0.5).radiusPx, far.radiusPx);
  near(viewAt(zoom(start, frame, 1e9), frame).kmPerPixel, 0.002, 0.0001);
});

test("without an area the camera shows all features", () => {
  const source = (lon: number, lat: number) => ({
    kind: "source" as const,
    id: null,
    layer: "s",
    name: null,
    timeMs: null,
    position: [lon, lat] as const,
  });
  const features = { ...noFeatures, sources: [source(175, -40), source(-178, -30)] };
  const view = viewAt(fit(contentIn(null, features), frame)!, frame);
  for (const { position } of features.sources) {
    const [x, y] = view.projection([...position])!;
    assert.ok(x > 0 && x < 600 && y > 0 && y < 400, `${x}, ${y}`);
  }
});
