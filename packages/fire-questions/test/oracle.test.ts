import assert from "node:assert/strict";
import { test } from "node:test";
import { createQuestions, loadData, type Point } from "fire-questions";

const data = loadData();
const questions = createQuestions({ data });

/** Half the versed sine, on a sphere: no formula of the oracle's. */
function sphereKm(from: Point, to: Point): number {
  const rad = Math.PI / 180;
  const hav = (degrees: number) => (1 - Math.cos(degrees * rad)) / 2;
  const chord =
    hav(to.lat - from.lat) +
    Math.cos(from.lat * rad) * Math.cos(to.lat * rad) * hav(to.lon - from.lon);
  return 2 * 6371.0088 * Math.asin(Math.sqrt(chord));
}

test("a count near a place is the same on a sphere", () => {
  const asked = questions.filter(
    ({ kind, expected }) => kind === "count-near" && expected.is === "number",
  );
  assert.ok(asked.length > 10);
  for (const { id, facts, expected } of asked) {
    const { lon, lat, km, day } = facts as { lon: number; lat: number; km: number; day: string };
    const count = data.detections.filter(
      (each) => each.datetime.startsWith(day) && sphereKm({ lon, lat }, each) <= km,
    ).length;
    assert.equal(count, expected.is === "number" && expected.value, id);
  }
});
