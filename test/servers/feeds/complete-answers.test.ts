import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { createClient } from "@emberline/core";
import { firmsFeeds, memoryJournal } from "@emberline/feeds";
import { createReferenceService } from "@emberline/reference-service";
import { eventually } from "@emberline/test-support/eventually";
import { SimulatedClock } from "@emberline/test-support/simulated-clock";
import { callTool, catalogue } from "@emberline/tools";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const startMs = Date.parse("2026-08-14T12:00:00Z");
const key = "0123456789abcdef0123456789abcdef";
const keptDays = 10;
const header = "latitude,longitude,acq_date,acq_time,satellite,confidence,version,frp,daynight";
const collection = "svc:hotspots";

/** Satellites of the sources that have rows: one every six hours. */
const satellites = new Map([
  ["VIIRS_NOAA20_NRT", "N20"],
  ["VIIRS_SNPP_NRT", "N"],
]);

/** The times of rows of a source, which has them for a month. */
function timesOf(source: string, silentFrom: number, nowMs: number): number[] {
  const endMs = source === "VIIRS_SNPP_NRT" ? Math.min(silentFrom, nowMs) : nowMs;
  const times: number[] = [];
  for (let at = startMs - 30 * dayMs; at < endMs; at += 6 * hourMs) times.push(at);
  return times;
}

interface Given {
  readonly silentFrom?: number;
  /** What of FIRMS fails. */
  readonly isDown?: () => boolean;
  readonly withKey?: boolean;
}

/** A service that reads FIRMS in the way of a stand-in, and questions about it. */
async function serviceOf(
  t: TestContext,
  { silentFrom = startMs + dayMs, isDown, withKey = true }: Given,
) {
  const clock = new SimulatedClock(startMs);
  const answer = (url: URL): string => {
    const parts = url.pathname.split("/");
    if (url.pathname.includes("mapkey_status"))
      return JSON.stringify({ transaction_limit: 5000, current_transactions: 0 });
    const [source, , days, first] = parts.slice(-4);
    const isFile = url.pathname.endsWith(".csv");
    const name = isFile
      ? url.pathname.includes("SUOMI")
        ? "VIIRS_SNPP_NRT"
        : "VIIRS_NOAA20_NRT"
      : source!;
    const hours = { "24h": 24, "48h": 48, "7d": 168 }[
      /_(\w+)\.csv$/.exec(url.pathname)?.[1]?.split("_").at(-1) ?? ""
    ];
    const fromMs = isFile ? clock.now() - hours! * hourMs : Date.parse(first!);
    const toMs = isFile ? clock.now() : fromMs + Number(days) * dayMs;
    const rows = timesOf(name, silentFrom, clock.now())
      .filter((at) => at >= fromMs && at < toMs)
      .map((at) => {
        const iso = new Date(at).toISOString();
        return `44.1,-121.2,${iso.slice(0, 10)},${iso.slice(11, 16).replace(":", "")},${satellites.get(name)},n,2.0NRT,3,D`;
      });
    return [header, ...rows, ""].join("\n");
  };
  const sources = ["viirs-noaa20", "viirs-snpp"] as const;
  const baseUrl = new URL("https://firms.example/");
  const feeds = firmsFeeds({
    baseUrl,
    ...(withKey && { key }),
    areas: [],
    days: keptDays,
    sources,
  });
  const client = { id: "proof", secret: "a-secret-of-this-test" };
  const service = await createReferenceService({
    clients: [client],
    now: () => clock.now(),
    tokenLifetimeSeconds: 1e9,
    live: {
      feeds: feeds.filter(({ name }) => !name.endsWith("-sp")),
      journal: memoryJournal(),
      days: keptDays,
      clock,
      random: () => 0,
      fetch: async (url) =>
        isDown?.() ? new Response("<html>", { status: 502 }) : new Response(answer(url)),
    },
  });
  t.after(() => service.close());
  const upstream = createClient({
    baseUrl: "http://service.test",
    clientId: client.id,
    clientSecret: client.secret,
    fetch: (input, init) => service.fetch(new Request(input, init)),
  });
  async function ask(name: string, input: object) {
    const tool = catalogue.find((each) => each.name === name)!;
    const context = { client: upstream, now: () => clock.now(), notices: [] };
    const result = await callTool(tool, { collection, ...input }, context);
    assert.ok(result.ok, JSON.stringify(result));
    const { notices = [], service_notices: said = [], ...answer } = JSON.parse(result.text);
    return { ...answer, notices: [...notices, ...said].join("\n") };
  }
  /** Until the first reading of each feed has ended. */
  const untilRead = () =>
    eventually(async () => assert.ok(service.feeds().every(({ readAt }) => readAt !== null)));
  return { clock, ask, untilRead };
}

for (const withKey of [true, false]) {
  const from = withKey ? "the area API" : "the open files";
  test(`${from}: a month of which less is kept is not complete, and says from when it is`, async (t) => {
    const { ask, untilRead } = await serviceOf(t, { withKey });
    await untilRead();
    // Ten days are kept, and the open files have seven.
    const since = startMs - (withKey ? keptDays : 7) * dayMs;
    const month = await ask("summarize_features", { time: "last 30 days" });
    assert.equal(
      month.matched,
      [...satellites.keys()]
        .flatMap((source) => timesOf(source, startMs, startMs))
        .filter((at) => at >= since).length,
    );
    assert.deepEqual([month.matched_exact, month.complete], [false, false]);
    const text = new Date(since).toISOString().replace(".000", "");
    assert.ok(month.notices.includes(`complete only from ${text} to now`), month.notices);
    const week = await ask("summarize_features", { time: "last 7 days" });
    assert.deepEqual([week.matched_exact, week.complete], [true, true]);
  });

  test(`${from}: a satellite without rows for days is said, with the time of its last one`, async (t) => {
    const silentFrom = startMs - 3 * dayMs;
    const { ask, untilRead } = await serviceOf(t, { withKey, silentFrom });
    await untilRead();
    const last = new Date(timesOf("VIIRS_SNPP_NRT", silentFrom, startMs).at(-1)!);
    const stated = last.toISOString().replace(".000", "");
    const recent = await ask("query_features", { time: "last 2 days", limit: 100 });
    assert.equal(recent.complete, false);
    assert.match(
      recent.notices,
      new RegExp(`Suomi NPP.*" has no observation from ${stated} to now`),
    );
    assert.match(recent.notices, /the source may have stopped/);
    const before = await ask("query_features", { time: "2026-08-08/2026-08-09", limit: 100 });
    assert.deepEqual([before.matched, before.complete], [16, true]);
  });
}

test("what was not read for longer than rows take to arrive is not complete", async (t) => {
  let isDown = false;
  const { clock, ask, untilRead } = await serviceOf(t, { isDown: () => isDown });
  await untilRead();
  assert.equal((await ask("query_features", { time: "today", limit: 100 })).complete, true);
  isDown = true;
  clock.advance(5 * hourMs);
  const late = await ask("query_features", { time: "today", limit: 100 });
  assert.deepEqual([late.matched_exact, late.complete], [false, false]);
  assert.match(late.notices, /to 2026-08-14T12:00:00Z/);
  const read = { time: "2026-08-14T00:00:00Z/2026-08-14T11:00:00Z", limit: 100 };
  assert.equal((await ask("query_features", read)).complete, true);
});

test("before the first reading has ended, no answer is complete", async (t) => {
  const { ask } = await serviceOf(t, { isDown: () => true });
  const { matched_exact, complete } = await ask("summarize_features", {});
  assert.deepEqual([matched_exact, complete], [false, false]);
});
