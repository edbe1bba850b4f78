import assert from "node:assert/strict";
import { test } from "node:test";
import { askOracle } from "./ask-oracle.ts";
import { runLive } from "./live-run.ts";
import { makeWorld } from "./world.ts";

const keepDays = 4;

test("a day with 3 kills leaves exactly the rows that the oracle computes", async () => {
  const world = makeWorld({ days: 1, pixelsPerPass: 12 });
  const run = await runLive({ world, kills: 3, keepDays, minutes: 120 });
  const { standIns } = run;
  try {
    assert.equal(run.kills, 3);
    for (const stored of [run.stored, await run.restore()]) {
      const asked = { now: standIns.now, keepDays };
      const verdicts = await askOracle(standIns.log.folder, stored, asked);
      for (const [kind, { expected, missing, unexpected, twice }] of Object.entries(verdicts)) {
        assert.ok(expected > 20, `${kind}: ${expected}`);
        assert.deepEqual([missing, unexpected, twice], [[], [], []], kind);
      }
    }
  } finally {
    await run.close();
  }
});
