import assert from "node:assert/strict";
import { test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import { hotspot, perimeter, queryables } from "./assess-places.ts";
import { answerOf, contextOf } from "./support.ts";

const hotspots = "svc:hotspots";
const perimeters = "svc:satellite-perimeters";
/** Detections have no property that names a fire. */
const intercept = ({ pathname }: URL) =>
  pathname.endsWith(`${hotspots}/queryables`)
    ? Response.json({ queryables: queryables.filter(({ id }) => !id.startsWith("incident")) })
    : undefined;
const second = { incident_id: "F2", incident_name: "Second" };

const features = {
  [perimeters]: [
    perimeter("a1", [0, 20], { datetime: "2025-06-18T00:00:00Z" }),
    // The newest outline of the first fire is smaller: 12 km east it holds nothing any more.
    perimeter("a2", [0, 10], { datetime: "2025-06-19T00:00:00Z" }),
    // Over the first fire from 5 km on, and newer.
    perimeter("b1", [5, 10], { ...second, datetime: "2025-06-20T00:00:00Z" }),
    perimeter("old", [50, 60], { incident_id: "F0", datetime: "2025-05-25T00:00:00Z" }),
  ],
  [hotspots]: [
    hotspot("in1", 2),
    hotspot("in2", 3, { datetime: "2025-06-20T12:00:00Z" }),
    hotspot("both", 7),
    hotspot("left", 12),
    hotspot("untimely", 55),
  ],
};

test("a detection counts for the newest outline that holds it, in the time of its fire", async () => {
  const answer = await answerOf(
    "summarize_features",
    { collection: hotspots, group_by: ["fire"], time: "2025-06-19/2025-06-20" },
    contextOf({ features, queryables, intercept }).context,
  );
  assert.deepEqual(recordsOf(answer), [
    { fire: "F1", fire_name: "First", count: 2 },
    { fire: "F2", fire_name: "Second", count: 1 },
  ]);
  assert.deepEqual([answer.matched, answer.grouped, answer.ungrouped], [5, 3, 2]);
  assert.match(
    answer.notices.join(" "),
    /outline of a fire of another time: 1, counted as outside/,
  );
});

test("detections beyond all fires are counted, but not read", async () => {
  const { context, requests } = contextOf({ features, queryables, intercept });
  const asked = { collection: hotspots, group_by: ["fire"] };
  const answer = await answerOf("summarize_features", asked, context);
  assert.deepEqual([answer.matched, answer.grouped, answer.ungrouped], [5, 3, 2]);
  const pages = requests.filter(({ pathname }) => pathname.endsWith("/items"));
  const ofAll = pages.filter(({ search }) => /limit=(?!1&|1$)\d+$/.test(search));
  // Of detections only those in the box are read, of outlines all, once.
  assert.deepEqual(
    ofAll.map(({ pathname }) => pathname.split("/").at(-2)),
    [perimeters],
  );
});

test("two periods are compared by the fires of their detections", async () => {
  const answer = await answerOf(
    "compare_periods",
    { collection: hotspots, group_by: ["fire"], before: "2025-06-19", after: "2025-06-20" },
    contextOf({ features, queryables, intercept }).context,
  );
  const rows = recordsOf(answer).map(({ fire, count_before, count_after }) => [
    fire,
    count_before,
    count_after,
  ]);
  assert.deepEqual(
    new Map(rows.map(([fire, ...counts]) => [fire, counts])),
    new Map([
      ["F1", [1, 1]],
      ["F2", [1, 0]],
      [null, [2, 0]],
    ]),
  );
});

test("without perimeters, detections cannot be grouped by fire: clusters are offered", async () => {
  const { context } = contextOf({ features: { [hotspots]: [hotspot("a", 0)] }, queryables: [] });
  const asked = { collection: hotspots, group_by: ["fire"] };
  await assert.rejects(answerOf("summarize_features", asked, context), /"cluster" joins/);
});
