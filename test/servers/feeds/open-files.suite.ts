import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { askOracle } from "./ask-oracle.ts";
import { type Run, runLive } from "./live-run.ts";
import { hastyReadings, mostAtOnce } from "./politeness.ts";
import { makeWorld } from "./world.ts";

const keepDays = 4;
const minutes = 40;
let run: Run;

before(async () => {
  const world = makeWorld({ days: 1, pixelsPerPass: 12 });
  run = await runLive({ world, kills: 2, keepDays, minutes, withKey: false });
});
after(() => run?.close());

test("a day without a key leaves exactly the rows that the oracle computes", async () => {
  const { standIns } = run;
  for (const stored of [run.stored, await run.restore()]) {
    const asked = { now: standIns.now, keepDays };
    const verdicts = await askOracle(standIns.log.folder, stored, asked);
    for (const [kind, { expected, missing, unexpected, twice }] of Object.entries(verdicts)) {
      assert.ok(expected > 20, `${kind}: ${expected}`);
      assert.deepEqual([missing, unexpected, twice], [[], [], []], kind);
    }
  }
});

test("a file that was read before is asked for by its entity tag", () => {
  const read = new Set<string>();
  const requests = run.standIns.requests.filter(({ source }) => source === "firms");
  const of304 = requests.filter(({ status }) => status === 304);
  assert.ok(of304.length > 5, `${of304.length} of ${requests.length}`);
  for (const { path, fault, life, complete, headers } of requests) {
    assert.match(path, /_Global_(24h|48h|7d)\.csv$/);
    if (read.has(`${life} ${path}`)) assert.ok(headers["if-none-match"], path);
    if (fault === null && complete) read.add(`${life} ${path}`);
  }
});

test("files are asked for at their pace, two at a time at most", () => {
  const { requests } = run.standIns;
  assert.deepEqual(hastyReadings(requests, minutes), []);
  assert.ok(mostAtOnce(requests, "firms") <= 2);
});
