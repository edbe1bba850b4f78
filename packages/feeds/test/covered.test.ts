import assert from "node:assert/strict";
import { test } from "node:test";
import { type Feed, fedsFeed, firmsFeeds } from "../src/index.ts";
import { FedsService, fedsItem } from "./support/feds-service.ts";
import {
  csv,
  dayMs,
  hourMs,
  key,
  Memory,
  noon,
  read,
  scripted,
  viirsHeader,
  viirsRow,
} from "./support/firms.ts";
import { KeptFeatures } from "./support/kept-features.ts";
import { allFiresFeed, wfigsFeed } from "./support/wfigs-feed.ts";
import { WfigsService, wfigsRow } from "./support/wfigs-service.ts";

const baseUrl = new URL("https://firms.example/");

/** Intervals as texts to the hour. */
function texts(intervals: ReturnType<NonNullable<Feed["covered"]>> = []): string[] {
  const hourOf = (ms: number) => new Date(ms).toISOString().slice(0, 13);
  return intervals.map(({ start, end }) => `${hourOf(start)}/${hourOf(end)}`);
}

function noaa21(options: { areas?: [number, number, number, number][]; key?: string } = {}): Feed {
  const given = { baseUrl, areas: [], days: 5, sources: ["viirs-noaa21"] as const, ...options };
  return firmsFeeds(given)[0]!;
}

const row = (day: string) => viirsRow({ acq_date: day, acq_time: "911" });

test("the area API covers the days that were read, up to the last reading", async () => {
  const memory = new Memory();
  const feed = noaa21({ key });
  const { request } = scripted((path) => csv(viirsHeader, row(path.slice(-10))));
  await read(feed, memory, request);
  const first = () => memory.states.get(feed.name);
  assert.deepEqual(texts(feed.covered?.(first())), ["2026-07-12T00/2026-07-17T12"]);
  // A service that stood still for eight days finds five of them again.
  await read(feed, memory, request, noon + 8 * dayMs);
  assert.deepEqual(texts(feed.covered?.(first())), ["2026-07-20T00/2026-07-25T12"]);
  assert.deepEqual(feed.covered?.(undefined), []);
});

test("a day of the world without a row is a gap, a day of a small area is not", async () => {
  const answers = (path: string) =>
    path.endsWith("2026-07-14") ? csv(viirsHeader) : csv(viirsHeader, row(path.slice(-10)));
  for (const [areas, gaps] of [
    [[], ["2026-07-14T00/2026-07-14T23"]],
    [[[-125, 40, -120, 45]], undefined],
  ] as const) {
    const memory = new Memory();
    const feed = noaa21({ key, areas: areas.map((box) => [...box]) });
    await read(feed, memory, scripted(answers).request);
    const found = feed.gaps?.(memory.states.get(feed.name));
    assert.deepEqual(found && texts(found), gaps);
    assert.equal(feed.isSparse, areas.length > 0);
  }
});

test("the newest acquisition counts wherever it is, and stays known while days bring none", async () => {
  const memory = new Memory();
  // The row lies outside of the area whose rows are kept.
  const feed = noaa21({ areas: [[10, 10, 11, 11]] });
  await read(feed, memory, scripted(() => csv(viirsHeader, row("2026-07-16"))).request);
  const newest = () => feed.newestAt?.(memory.states.get(feed.name));
  assert.equal(memory.features.size, 0);
  assert.equal(newest(), Date.parse("2026-07-16T09:11:00Z"));
  await read(feed, memory, scripted(() => csv(viirsHeader)).request, noon + 2 * dayMs);
  assert.equal(newest(), Date.parse("2026-07-16T09:11:00Z"));
});

test("the open files cover a week, and longer with every reading", async () => {
  const memory = new Memory();
  const feed = noaa21();
  const { request } = scripted(() => csv(viirsHeader, row("2026-07-16")));
  await read(feed, memory, request);
  const covered = () => texts(feed.covered?.(memory.states.get(feed.name)));
  assert.deepEqual(covered(), ["2026-07-10T12/2026-07-17T12"]);
  await read(feed, memory, request, noon + 6 * dayMs);
  assert.deepEqual(covered(), ["2026-07-10T12/2026-07-23T12"]);
  await read(feed, memory, request, noon + 20 * dayMs);
  assert.deepEqual(covered(), ["2026-07-10T12/2026-07-23T12", "2026-07-30T12/2026-08-06T12"]);
});

test("WFIGS covers what it was read for at least daily", async () => {
  const kept = new KeptFeatures();
  const feed = wfigsFeed();
  const { request } = new WfigsService([wfigsRow(1)]);
  const covered = () => texts(feed.covered?.(kept.state));
  await kept.read(feed, request);
  assert.deepEqual(covered(), ["2026-07-30T12/2026-07-30T12"]);
  kept.nowMs += 20 * hourMs;
  await kept.read(feed, request);
  assert.deepEqual(covered(), ["2026-07-30T12/2026-07-31T08"]);
  assert.deepEqual(allFiresFeed().covered?.(kept.state), []);
  kept.nowMs += 25 * hourMs;
  await kept.read(feed, request);
  assert.deepEqual(covered(), ["2026-08-01T09/2026-08-01T09"]);
});

test("FEDS covers the days that were read", async () => {
  const kept = new KeptFeatures();
  const feed = fedsFeed({ days: 3 });
  await kept.read(feed, new FedsService([fedsItem(1, "2026-07-30T00:00:00")]).request);
  assert.deepEqual(texts(feed.covered?.(kept.state)), ["2026-07-27T00/2026-07-30T12"]);
});
