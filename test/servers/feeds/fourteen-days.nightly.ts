import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { amount } from "@emberline/test-support/amount";
import { askOracle, type Stored } from "./ask-oracle.ts";
import { type Run, runLive } from "./live-run.ts";
import {
  afterTheEnd,
  hastyReadings,
  mostAtOnce,
  mostTransactions,
  unheeded,
} from "./politeness.ts";
import { makeWorld } from "./world.ts";

const keepDays = 10;
const minutes = 180;
const kills = amount(20, 50);
const world = makeWorld();
let run: Run;

before(async () => {
  run = await runLive({ world, kills, keepDays, minutes });
});
after(() => run?.close());

async function assertExact(stored: readonly Stored[]): Promise<void> {
  const { standIns } = run;
  const verdicts = await askOracle(standIns.log.folder, stored, { now: standIns.now, keepDays });
  for (const [kind, verdict] of Object.entries(verdicts)) {
    const { expected, uncertain, missing, unexpected, twice } = verdict;
    assert.deepEqual(
      { missing, unexpected, twice },
      { missing: [], unexpected: [], twice: [] },
      kind,
    );
    const least = ["incidents", "evacuationZones"].includes(kind) ? 25 : 100;
    assert.ok(expected > least && uncertain < expected / 20, `${kind}: ${expected}, ${uncertain}`);
  }
}

test("14 days with kills leave exactly the rows that the oracle computes", async () => {
  assert.equal(run.kills, kills);
  await assertExact(run.stored);
});

test("a process after them serves the same rows from the disk", async () => {
  await assertExact(await run.restore());
});

test("standard rows stand in place of near-real-time rows on the days that they reach", () => {
  for (const satellite of ["SNPP", "NOAA20", "Terra", "Aqua"] as const) {
    const before = world.detections.standard.get(satellite)!.at(-1)!.before;
    const name = { SNPP: "N", NOAA20: "N20", Terra: "Terra", Aqua: "Aqua" }[satellite];
    const early = run.stored.filter(([kind, feature]) => {
      const { properties } = feature as { properties: Record<string, string> };
      return (
        kind === "hotspots" &&
        properties.satellite === name &&
        Date.parse(properties.datetime!) < before
      );
    });
    assert.ok(early.length > 20, satellite);
    for (const [, feature] of early) {
      const { properties } = feature as { properties: Record<string, string> };
      assert.doesNotMatch(properties.version!, /RT$/, `${satellite} ${properties.datetime}`);
    }
  }
});

test("sources are asked politely", () => {
  const { requests } = run.standIns;
  for (const { headers } of requests) {
    assert.match(headers["user-agent"]!, /[Ee]mberline.*proof@example\.org/);
  }
  for (const { path, status, source, fault } of requests) {
    assert.doesNotMatch(path, /CURRENT_TIMESTAMP|INTERVAL/i);
    // Only the stand-ins' faults speak of a quota.
    if (source === "firms" && status === 403) assert.notEqual(fault, null, path);
  }
});

test("no feed is read faster than its pace, nor faster than doubled waits after failures", () => {
  assert.deepEqual(hastyReadings(run.standIns.requests, minutes), []);
});

test("a source has one request at a time, and FIRMS with its many products two at most", () => {
  const { requests } = run.standIns;
  assert.equal(mostAtOnce(requests, "wfigs"), 1);
  assert.equal(mostAtOnce(requests, "feds"), 1);
  assert.ok(mostAtOnce(requests, "firms") <= 2);
});

test("whoever asks to wait is not asked meanwhile, and the quota of the key is never passed", () => {
  const { requests } = run.standIns;
  assert.deepEqual(unheeded(requests), []);
  const most = mostTransactions(requests);
  assert.ok(most > 100 && most <= 5000, `${most}`);
});

test("a service that is closed asks nothing more", () => {
  const { events, requests } = run.standIns.log;
  assert.ok(events.some(({ event }) => event === "ended"));
  assert.deepEqual(afterTheEnd(requests, events), []);
});

test("nothing that a process printed has the key", () => {
  assert.ok(!run.output().includes(run.standIns.key));
});
