import assert from "node:assert/strict";
import { test } from "node:test";
import { liveCases, startLive, untilWaiting } from "./live-cases.ts";
import { change, hotspot, KeptJournal, minuteMs, scriptedFeed, yielding } from "./scripted-feed.ts";

const key = "0123456789abcdef0123456789abcdef";

liveCases("live feeds into memory", () => ({ journal: new KeptJournal() }));

test("a full disk leaves the service as it was, and says so", async (t) => {
  const journal = new KeptJournal();
  journal.fault = Object.assign(new Error(`ENOSPC: no space, write ${key}`), { code: "ENOSPC" });
  const readings = [yielding(change([hotspot("a")])), yielding(change([hotspot("a")]))];
  const { clock, idsOf, described, logged } = await startLive(
    t,
    { journal },
    { feeds: [scriptedFeed(readings)] },
  );
  await untilWaiting(clock, minuteMs);
  assert.deepEqual(await idsOf(), []);
  assert.match(
    (await described()).notices[0],
    /failed: what was read could not be stored on disk \(ENOSPC\)/,
  );
  assert.ok(!logged.join().includes(key));
  journal.fault = undefined;
  clock.advance(minuteMs);
  await untilWaiting(clock);
  assert.deepEqual(await idsOf(), ["a"]);
});
