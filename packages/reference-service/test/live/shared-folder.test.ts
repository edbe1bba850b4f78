import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type Feed, openJournal } from "@emberline/feeds";
import { SimulatedClock } from "@emberline/test-support/simulated-clock";
import { type Body, start } from "../service-harness.ts";
import { change, hotspot, minuteMs, scriptedFeed, startMs, yielding } from "./scripted-feed.ts";

const paceMs = 10 * minuteMs;
const followMs = 5000;

/** A live service on a folder, with a clock of its own. */
async function serviceOn(folder: string, feed: Feed, t: TestContext) {
  const clock = new SimulatedClock(startMs);
  const journal = await openJournal(folder, { report: (problem) => assert.fail(problem) });
  const { service, json } = await start({
    now: () => clock.now(),
    tokenLifetimeSeconds: 1e8,
    live: { feeds: [feed], journal, days: 30, clock, random: () => 0 },
  });
  t.after(() => service.close());
  return {
    service,
    clock,
    waits: (length: number) => clock.waits((ms) => ms === length),
    async ids(): Promise<string[]> {
      const { features } = await json("/collections/svc:hotspots/items");
      return features.map(({ id }: Body) => id).sort();
    },
  };
}

test("of two services on one folder one reads, and the other follows and takes over", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "emberline-shared-"));
  t.after(() => rm(folder, { recursive: true }));
  const reading = scriptedFeed([
    yielding(change([hotspot("a")])),
    yielding(change([hotspot("b")], { remove: ["a"] })),
  ]);
  const following = scriptedFeed([]);
  const reader = await serviceOn(folder, reading, t);
  await reader.waits(paceMs);
  const follower = await serviceOn(folder, following, t);
  assert.deepEqual(await follower.ids(), ["a"]);
  await follower.waits(followMs);

  reader.clock.advance(paceMs);
  await reader.waits(paceMs);
  follower.clock.advance(followMs);
  await follower.waits(followMs);
  assert.deepEqual(await follower.ids(), ["b"]);
  assert.equal(follower.service.feeds()[0]?.readAt, startMs + paceMs);
  assert.equal(following.contexts.length, 0);

  await reader.service.close();
  follower.clock.advance(followMs);
  await follower.waits(paceMs);
  assert.equal(following.contexts.length, 1);
  await follower.service.close();
  assert.equal(follower.clock.open, 0);
});
