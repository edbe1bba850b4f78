import assert from "node:assert/strict";
import { answerOf } from "@emberline/test-served/surfaces";
import { valuesOf } from "@emberline/test-support/records";
import { onEverySurface } from "../support/every-surface.ts";

onEverySurface("summarize_features counts, measures and names the strongest", async (surface) => {
  const answer = await answerOf(surface, "summarize_features", {
    collection: "svc:hotspots",
    bbox: [9, 49, 11, 51],
    time: "2024-07-01/2024-07-02",
    group_by: ["day"],
    properties: ["frp"],
    top: 1,
  });
  assert.deepEqual([answer.matched, answer.groups, answer.complete], [4, 2, true]);
  assert.deepEqual(answer.stats.frp, {
    count: 4,
    sum: 160.6,
    min: 3.2,
    max: 99.9,
    mean: 40.2,
    median: 28.8,
  });
  assert.deepEqual(valuesOf(answer, "day", "count"), [
    ["2024-07-01", 3],
    ["2024-07-02", 1],
  ]);
  assert.equal(answer.top_rows[0][0], "h2");
});
