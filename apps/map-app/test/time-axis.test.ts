import assert from "node:assert/strict";
import { test } from "node:test";
import { type DetectionFeature, noFeatures } from "../src/content/features.ts";
import { nextRange, rangeLabels, timeAxisOf, windowOf } from "../src/content/time-axis.ts";

function detections(...times: (string | null)[]): DetectionFeature[] {
  return times.map((time, i) => ({
    kind: "detection",
    id: String(i),
    name: null,
    layer: "svc:hotspots",
    position: [0, 0],
    timeMs: time === null ? null : Date.parse(time),
    frpMw: null,
  }));
}

const axisOf = (...times: (string | null)[]) =>
  timeAxisOf({ ...noFeatures, detections: detections(...times) });

test("two days of data are steps of an hour, and each detection is in one of them", () => {
  const axis = axisOf(
    "2026-07-19T01:30:00Z",
    "2026-07-19T01:59:59Z",
    null,
    "2026-07-20T22:00:00Z",
  )!;
  assert.equal(axis.startMs, Date.UTC(2026, 6, 19, 1));
  assert.equal(axis.stepMs, 3_600_000);
  assert.equal(axis.counts.length, 46);
  assert.deepEqual([axis.counts[0], axis.counts.at(-1)], [2, 1]);
});

test("a month of data is steps of days, from midnight UTC", () => {
  const axis = axisOf("2026-07-01T23:00:00Z", "2026-07-31T01:00:00Z")!;
  assert.deepEqual([axis.startMs, axis.stepMs], [Date.UTC(2026, 6, 1, 12), 12 * 3_600_000]);
  const longer = axisOf("2026-07-01T23:00:00Z", "2026-08-20T01:00:00Z")!;
  assert.deepEqual([longer.startMs, longer.stepMs], [Date.UTC(2026, 6, 1), 86_400_000]);
});

test("data of one instant, or without times, has nothing to choose", () => {
  assert.equal(axisOf("2026-07-01T23:00:00Z", "2026-07-01T23:00:00Z"), null);
  assert.equal(axisOf(null, null), null);
});

test("a range is a window of whole steps; all steps are no window", () => {
  const axis = axisOf("2026-07-01T01:00:00Z", "2026-08-20T01:00:00Z")!;
  assert.equal(windowOf(axis, [0, axis.counts.length - 1]), null);
  assert.deepEqual(windowOf(axis, [1, 2]), [Date.UTC(2026, 6, 2), Date.UTC(2026, 6, 4) - 1]);
  const { from, to } = rangeLabels(axis, [1, 1]);
  assert.deepEqual([from, to], ["2 Jul 2026", "2 Jul 2026"]);
});

test("playing adds the next step in which anything was seen, and begins again after the last", () => {
  const isSeen = [false, true, false, false, true];
  const axis = { startMs: 0, stepMs: 1, counts: [0, 3, 0, 0, 1], isSeen };
  assert.deepEqual(nextRange(axis, [0, 4]), [0, 1]);
  assert.deepEqual(nextRange(axis, [0, 1]), [0, 4]);
  assert.deepEqual(nextRange(axis, [2, 3]), [2, 4]);
  assert.deepEqual(nextRange(axis, [2, 4]), [2, 4]);
});
