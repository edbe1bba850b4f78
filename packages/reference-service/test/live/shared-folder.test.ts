import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type Feed, type FeedFeature, openJournal } from "@emberline/feeds";
import { SimulatedClock } from "@emberline/test-support/simulated-clock";
import { type Body, start } from "../service-harness.ts";
import { change, hotspot, minuteMs, scriptedFeed, startMs, yielding } from "./scripted-feed.ts";

const paceMs = 10 * minuteMs;
const followMs = 5000;

/** A live service on a folder, with a clock of its own. */
async function serviceOn(
  folder: string,
  feed: Feed,
  t: TestContext,
  report: (problem: string) => void = assert.fail,
) {
  const clock = new SimulatedClock(startMs);
  const journal = await openJournal(folder, { report });
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
      const { features } = await json("/collections/svc:hotspots/items?limit=10000");
      return features.map(({ id }: Body) => id).sort();
    },
  };
}

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "emberline-shared-"));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

test("of two services on one folder one reads, and the other follows and takes over", async (t) => {
  const folder = await newFolder(t);
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

/** More than are read from a folder at once. */
const listed = Array.from({ length: 4500 }, (_, i) => hotspot(`h${i}`));

/** A feed whose source has these, and which yields, as all feeds do, what is not stored. */
function sourceOf(features: readonly FeedFeature[]) {
  return scriptedFeed([
    async function* ({ stored }) {
      const found = await Promise.all(features.map(({ id }) => stored.get(id)));
      yield change(features.filter((_, i) => !found[i]));
    },
  ]);
}

async function cutLines(folder: string): Promise<void> {
  const name = (await readdir(folder)).find((each) => each.endsWith(".geojsonl.gz"))!;
  const path = join(folder, name);
  await truncate(path, (await stat(path)).size - 1);
}

async function breakState(folder: string): Promise<void> {
  const path = join(folder, "state-00000001.json");
  await writeFile(path, "{");
  await utimes(path, 0, 0);
}

for (const [what, harm, isFollowing] of [
  ["finds a damaged file", cutLines, false],
  ["takes over a damaged state", breakState, true],
] as const) {
  test(`a service that ${what} stores again what it serves`, async (t) => {
    const folder = await newFolder(t);
    const problems: string[] = [];
    const serve = (features: readonly FeedFeature[]) =>
      serviceOn(folder, sourceOf(features), t, (problem) => problems.push(problem));
    const ids = listed.map(({ id }) => id).sort();
    const first = await serve(listed);
    await first.waits(paceMs);
    const following = isFollowing ? await serve(listed) : undefined;
    await following?.waits(followMs);
    await first.service.close();
    await harm(folder);
    const second = following ?? (await serve(listed));
    second.clock.advance(followMs);
    await second.waits(paceMs);
    assert.deepEqual(await second.ids(), ids);
    await second.service.close();
    assert.match(problems.join(), /is damaged/);
    const third = await serve([]);
    assert.deepEqual(await third.ids(), ids);
    await third.service.close();
  });
}

test("a service follows another one that set a damaged file aside", async (t) => {
  const folder = await newFolder(t);
  const first = await serviceOn(folder, sourceOf(listed), t);
  await first.waits(paceMs);
  const follower = await serviceOn(folder, sourceOf([]), t);
  await follower.waits(followMs);
  await first.service.close();
  await cutLines(folder);
  // The source has fewer by now.
  const leader = await serviceOn(folder, sourceOf([hotspot("h1")]), t, () => {});
  await leader.waits(paceMs);
  follower.clock.advance(followMs);
  await follower.waits(followMs);
  for (const each of [leader, follower]) {
    assert.deepEqual(await each.ids(), ["h1"]);
    await each.service.close();
  }
});
