import assert from "node:assert/strict";
import { test } from "node:test";
import { bboxOf } from "@emberline/geo";
import { recordsOf } from "@emberline/test-support/records";
import { east, perimeter, queryables } from "./assess-places.ts";
import { fireService } from "./fire-service.ts";
import { answerOf } from "./support.ts";

const collection = "svc:satellite-perimeters";
const left = { incident_id: "LEFT", incident_name: "Left" };
const stays = { incident_id: "STAYS", incident_name: "Stays" };
const [day1, day2] = ["2025-06-18T00:00:00Z", "2025-06-19T00:00:00Z"];

const features = {
  [collection]: [
    perimeter("left-1", [2, 4], { ...left, datetime: day1 }),
    perimeter("left-2", [500, 510], { ...left, datetime: day2 }),
    perimeter("stays-1", [5, 7], { ...stays, datetime: day1 }),
    perimeter("stays-2", [5, 8], { ...stays, datetime: day2 }),
  ],
};

/** The service applies the box of a request for all its perimeters. */
function inBox({ pathname, searchParams }: URL): Response | undefined {
  const bbox = searchParams.get("bbox")?.split(",").map(Number);
  if (!pathname.endsWith(`${collection}/items`) || !bbox) return undefined;
  const [west, , right] = bbox as [number, number, number];
  const found = features[collection].filter((each) => {
    const box = bboxOf(each.geometry as Parameters<typeof bboxOf>[0])!;
    return box[0] <= right && box[2] >= west;
  });
  return Response.json({
    type: "FeatureCollection",
    features: found,
    numberMatched: found.length,
  });
}

const bbox = [0, -1, east(10), 1];

for (const manner of ["applies", "refuses", "ignores"] as const) {
  test(`a fire counts where its newest snapshot lies, on a service that ${manner} filters`, async () => {
    const { context } = fireService({ features, queryables, intercept: inBox }, manner);
    for (const area of [{ bbox }, { near: `0,${east(5)}`, radius_km: 5 }]) {
      const all = await answerOf("summarize_features", { collection, ...area }, context);
      assert.deepEqual([all.matched, all.complete], [1, true]);
      const [said] = all.notices.filter((each: string) => each.includes("left out"));
      assert.equal(said, "1 fire is left out: the newest snapshot lies outside the area.");
    }
    const asked = { collection, bbox, sort: "-area_km2" };
    const ranked = await answerOf("query_features", asked, context);
    assert.deepEqual(
      recordsOf(ranked).map(({ id }) => id),
      ["stays-2"],
    );
    // At that time both were in the area.
    const time = { collection, bbox, time: "2025-06-18" };
    assert.equal((await answerOf("summarize_features", time, context)).matched, 2);
  });
}

test("where newer snapshots cannot be read, an answer is not complete", async () => {
  const intercept = (url: URL) =>
    url.searchParams.has("bbox") || !url.pathname.endsWith("/items")
      ? inBox(url)
      : new Response("", { status: 503 });
  const { context } = fireService({ features, queryables, intercept }, "ignores");
  const answer = await answerOf("summarize_features", { collection, bbox }, context);
  assert.deepEqual([answer.complete, answer.incomplete], [false, "unread"]);
  assert.match(answer.notices.join(" "), /some fires may have left it/);
});
