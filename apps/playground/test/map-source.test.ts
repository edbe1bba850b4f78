import assert from "node:assert/strict";
import { test } from "node:test";
import { agesOf, layOutMap, themes } from "@emberline/map";
import type { DetectionFeature } from "@emberline/map-app/content/features";
import { graticuleIn, toSource } from "../src/map/gl/to-source.ts";

const hourMs = 3_600_000;

function detections(times: readonly number[]): DetectionFeature[] {
  return times.map((timeMs, i) => ({
    kind: "detection",
    id: String(i),
    layer: "h",
    name: null,
    position: [i, i],
    timeMs,
    frpMw: 10 ** i,
  }));
}

for (const reachDays of [1, 10, 60, 900, 5000]) {
  test(`a detection has the same step of age on the moving map and on the drawing, ${reachDays} days back`, () => {
    const newest = Date.UTC(2026, 0, 1);
    const found = detections(
      [0, 0.01, 0.1, 0.3, 0.7, 1].map((share) => newest - share * reachDays * 24 * hourMs),
    );
    const ages = agesOf(
      found.map(({ timeMs }) => timeMs),
      newest,
    );
    const scene = { drawables: found, newest: new Set<never>(), asked: null };
    const moving = toSource(scene, ages, 0, themes.light).detections.features.map(
      ({ properties }) => properties?.age,
    );
    const layout = layOutMap({
      width: 600,
      height: 400,
      title: "Ages",
      layers: { detections: found },
      asOfMs: newest,
    });
    const drawn = layout.thinned.drawn.map(({ detection }) => layout.ages.stepOf(detection.timeMs));
    assert.deepEqual(moving, drawn);
    assert.ok(new Set(drawn).size > 2);
  });
}

test("newer detections lie on top, and of one age the weaker ones", () => {
  const now = Date.UTC(2026, 0, 1);
  const found = detections([now - 30 * hourMs, now, now - 30 * hourMs, now]);
  const ages = agesOf([now, now - 30 * hourMs], now);
  const scene = { drawables: found, newest: new Set<never>(), asked: null };
  const orders = toSource(scene, ages, 0, themes.light).detections.features.map(
    ({ properties }) => properties?.order as number,
  );
  const fromBottom = [0, 1, 2, 3].sort((a, b) => orders[a]! - orders[b]!);
  assert.deepEqual(fromBottom, [2, 0, 3, 1]);
});

test("the graticule has at least four lines across a view, at round degrees", () => {
  for (const widthDeg of [360, 100, 12, 3, 0.4]) {
    const { features } = graticuleIn(10, 0, 10 + widthDeg, widthDeg / 8);
    const [{ geometry }] = features as [(typeof features)[number]];
    assert.ok(geometry.type === "MultiLineString");
    const meridians = geometry.coordinates.filter(([a, b]) => a![0] === b![0]);
    assert.ok(meridians.length >= 4 && meridians.length <= 14, `${meridians.length} lines`);
    const degrees = meridians.map(([first]) => first![0]!);
    for (const lon of degrees) assert.ok(Math.abs(lon * 20 - Math.round(lon * 20)) < 1e-6);
  }
});
