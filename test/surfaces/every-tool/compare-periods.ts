import assert from "node:assert/strict";
import { answerOf } from "@emberline/test-served/surfaces";
import { column, onBothKinds, onEverySurface } from "../support/every-surface.ts";

onEverySurface("compare_periods finds which fires have grown", async (surface) => {
  const answer = await answerOf(surface, "compare_periods", {
    collection: "svc:satellite-perimeters",
    before: "2024-07-01",
    after: "2024-07-02",
  });
  assert.deepEqual([answer.compared, answer.by_status], ["fires", { grown: 1 }]);
  assert.deepEqual([column(answer, "fire"), column(answer, "id_after")], [["i1"], ["p2"]]);
  // The larger square is four times the smaller one, 79.66 km², less a little towards the pole.
  assert.ok(Math.abs((column(answer, "change_km2")[0] as number) - 3 * 79.66) < 1);
});

onBothKinds(
  "compare_periods finds which clusters of detections are new or not seen again",
  async (surface) => {
    const answer = await answerOf(surface, "compare_periods", {
      collection: "svc:hotspots",
      before: "2024-07-01",
      after: "2024-07-02",
    });
    // h4 lies where h1 was; h2, h3 and h-text are alone; h5 and h6 are 21 km apart.
    assert.deepEqual(answer.by_status, { continuing: 1, not_seen_again: 3, new: 2 });
    // h-nowhere counts as a detection, though no cluster can have it.
    assert.deepEqual([answer.before.matched, answer.after.matched], [5, 3]);
    const later = await answerOf(surface, "compare_periods", {
      collection: "svc:hotspots",
      since: answer.since_cursor,
    });
    assert.deepEqual(
      [later.before.interval, later.before.matched, later.late_arrivals],
      [answer.after.interval, 3, 0],
    );
    assert.equal(later.after.matched, 1, "h7 came a day later");
  },
);
