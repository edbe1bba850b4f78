import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { describe, it, type TestContext } from "node:test";
import { FeedError, type FeedFeature } from "@emberline/feeds";
import type { Bbox } from "@emberline/geo";
import { eventually } from "@emberline/test-support/eventually";
import { SimulatedClock } from "@emberline/test-support/simulated-clock";
import type { LiveOptions, ReferenceServiceOptions } from "../../src/index.ts";
import { type Body, start } from "../service-harness.ts";
import { withFolder } from "../temporary-folder.ts";
import {
  change,
  endless,
  failing,
  hotspot,
  minuteMs,
  scriptedFeed,
  startMs,
  yielding,
} from "./scripted-feed.ts";

const key = "0123456789abcdef0123456789abcdef";
const paceMs = 10 * minuteMs;

/** Where the features of feeds are kept, which outlives the services that use it. */
export interface LivePlace {
  readonly journal: LiveOptions["journal"];
  readonly store?: ReferenceServiceOptions["store"];
}

interface Given {
  readonly clock?: SimulatedClock;
  readonly data?: string;
  readonly place?: LivePlace;
}

/** Starts a service with live feeds, on a simulated clock. */
export async function startLive(
  t: TestContext,
  { journal, store }: LivePlace,
  options: Partial<LiveOptions> & Pick<LiveOptions, "feeds">,
  { clock = new SimulatedClock(startMs), data }: Omit<Given, "place"> = {},
) {
  const logged: string[] = [];
  const harness = await start({
    now: () => clock.now(),
    tokenLifetimeSeconds: 1e8,
    ...(data !== undefined && { data }),
    ...(store && { store }),
    onLive: (text) => logged.push(text),
    live: {
      journal,
      days: 30,
      clock,
      random: () => 0,
      fetch: async () => assert.fail("no feed of this test requests anything"),
      ...options,
    },
  });
  t.after(() => harness.service.close());
  const idsOf = async (collection = "svc:hotspots"): Promise<string[]> => {
    const { features } = await harness.json(`/collections/${collection}/items`);
    return features.map(({ id }: Body) => id).sort();
  };
  const described = (collection = "svc:hotspots"): Promise<Body> =>
    harness.json(`/collections/${collection}`);
  return { ...harness, clock, logged, idsOf, described };
}

/** Waits until a reading has ended: its feed then waits for the next one. */
export async function untilWaiting(clock: SimulatedClock, ms = paceMs): Promise<void> {
  await clock.waits((each) => each === ms);
}

/** What live feeds do with every store; `open` gives an empty place. */
export function liveCases(name: string, open: () => LivePlace): void {
  function live(
    t: TestContext,
    options: Partial<LiveOptions> & Pick<LiveOptions, "feeds">,
    { place = open(), ...given }: Given = {},
  ) {
    return startLive(t, place, options, given);
  }

  describe(name, () => {
    it("features of a feed are served, replaced and removed as its readings say", async (t) => {
      const feed = scriptedFeed([
        yielding(change([hotspot("a"), hotspot("b")]), change([hotspot("c")])),
        yielding(change([hotspot("b", 1, 9)], { remove: ["a"] })),
      ]);
      const { clock, idsOf, json } = await live(t, { feeds: [feed] });
      await untilWaiting(clock);
      assert.deepEqual(await idsOf(), ["a", "b", "c"]);
      clock.advance(paceMs);
      await untilWaiting(clock);
      assert.deepEqual(await idsOf(), ["b", "c"]);
      const { properties } = await json("/collections/svc:hotspots/items/b");
      assert.equal(properties.frp, 9);
    });

    it("a live service without data files has no synthetic fires", async (t) => {
      const { service, idsOf } = await live(t, { feeds: [scriptedFeed([endless])] });
      assert.equal(service.synthetic, false);
      for (const id of ["svc:hotspots", "svc:satellite-perimeters", "svc:static-heat-sources"]) {
        assert.deepEqual(await idsOf(id), []);
      }
    });

    it("the next reading finds the state of the last change", async (t) => {
      const state = { etag: '"a"' };
      const feed = scriptedFeed([yielding(change([], { state: 1 }), change([], { state }))]);
      const { clock } = await live(t, { feeds: [feed] });
      await untilWaiting(clock);
      clock.advance(paceMs);
      await untilWaiting(clock);
      assert.deepEqual(
        feed.contexts.map((context) => context.state),
        [undefined, state],
      );
    });

    it("a feed that failed is asked again soon, later and later, then at its pace", async (t) => {
      const down = failing(new FeedError("unreachable", "GET https://a.example was answered 502"));
      const feed = scriptedFeed([down, down, down, yielding(change([hotspot("a")]))]);
      const { clock, logged, service } = await live(t, { feeds: [feed] });
      for (const ms of [minuteMs, 2 * minuteMs, 4 * minuteMs, paceMs]) {
        await untilWaiting(clock, ms);
        const [{ failures } = assert.fail()] = service.feeds();
        assert.equal(failures, Math.min(feed.contexts.length, 3));
        clock.advance(ms);
      }
      assert.deepEqual(logged, [
        "firms-viirs-noaa20-nrt: GET https://a.example was answered 502",
        "Reading the live feeds: 0 of 1 read; rows so far: 1",
        "First answers are possible; rows read so far: 1",
        "All live feeds were read: 1; rows: 1",
        "firms-viirs-noaa20-nrt: read again after failures",
      ]);
    });

    it("a source is asked no sooner than it says, and no faster than it allows", async (t) => {
      const feed = scriptedFeed([failing(new FeedError("quota", "too many", 90 * minuteMs))]);
      const { clock } = await live(t, { feeds: [feed], minutes: 1 });
      await untilWaiting(clock, 90 * minuteMs);
      clock.advance(90 * minuteMs);
      await untilWaiting(clock, paceMs);
    });

    it("the operator may slow the pace down", async (t) => {
      const feed = scriptedFeed([]);
      const { clock } = await live(t, { feeds: [feed], minutes: 60 });
      await untilWaiting(clock, 60 * minuteMs);
    });

    it("before the first complete reading, the collection says that nothing is known", async (t) => {
      const feed = scriptedFeed([failing(new FeedError("refused", "FIRMS refuses the key"))]);
      const { clock, described } = await live(t, { feeds: [feed] });
      await untilWaiting(clock);
      const { notices, feeds, attribution } = await described();
      assert.deepEqual(notices, [
        "An empty answer does not mean that there are no hotspots: NASA FIRMS NOAA-20 has not been read completely yet; the last attempt failed: FIRMS refuses the key.",
      ]);
      assert.equal(attribution, "From NASA FIRMS.");
      assert.equal(feeds[0].readAt, null);
      assert.equal(feeds[0].attemptAt, "2026-08-14T12:00:00Z");
      assert.equal(feeds[0].state, "failing");
      assert.equal(feeds[0].covers, "the world");
      assert.equal(feeds[0].license, "CC0-1.0");
      assert.equal(feeds[0].disclaimer, "Not for tactical decisions.");
    });

    it("a failure leaves the last good data, with their age", async (t) => {
      const down = failing(new FeedError("unreachable", "GET https://a.example was answered 502"));
      const readings = [yielding(change([hotspot("a")])), down, down, down];
      const feed = scriptedFeed([...readings, endless]);
      const { clock, idsOf, described } = await live(t, { feeds: [feed] });
      await untilWaiting(clock);
      assert.equal((await described()).notices, undefined);
      for (const [passedMs, nextMs] of [
        [paceMs, minuteMs],
        [minuteMs, 2 * minuteMs],
        [2 * minuteMs, 4 * minuteMs],
      ] as const) {
        clock.advance(passedMs);
        await untilWaiting(clock, nextMs);
      }
      clock.advance(167 * minuteMs);
      const { notices, feeds } = await described();
      assert.deepEqual(await idsOf(), ["a"]);
      assert.equal(notices.length, 1);
      assert.match(
        notices[0],
        /^NASA FIRMS NOAA-20 was last read completely at 2026-08-14T12:00Z, 3 hours ago; the last attempt failed: GET https:\/\/a\.example was answered 502; newer hotspots may be missing\.$/,
      );
      assert.equal(feeds[0].readAt, "2026-08-14T12:00:00Z");
    });

    it("a reading that breaks off keeps its changes but is not complete", async (t) => {
      const feed = scriptedFeed([
        async function* () {
          yield change([hotspot("a")]);
          throw new FeedError("unreachable", "GET https://a.example broke off");
        },
      ]);
      const { clock, idsOf, service } = await live(t, { feeds: [feed] });
      await untilWaiting(clock, minuteMs);
      assert.deepEqual(await idsOf(), ["a"]);
      assert.equal(service.feeds()[0]?.readAt, null);
    });

    it("a slow feed holds up no other", async (t) => {
      const slow = scriptedFeed([endless], { name: "firms-modis-nrt", title: "MODIS" });
      const feed = scriptedFeed([yielding(change([hotspot("a")]))]);
      const { clock, idsOf } = await live(t, { feeds: [slow, feed] });
      await untilWaiting(clock);
      assert.deepEqual(await idsOf(), ["a"]);
    });

    it("a feed is never read twice at the same time", async (t) => {
      const feed = scriptedFeed([endless]);
      const { clock } = await live(t, { feeds: [feed] });
      await eventually(async () => assert.equal(feed.contexts.length, 1));
      clock.advance(24 * 60 * minuteMs);
      assert.equal(feed.contexts.length, 1);
      assert.equal(clock.open, 0);
    });

    it("a restart serves the journal at once and asks when the next reading is due", async (t) => {
      const place = open();
      const clock = new SimulatedClock(startMs);
      const state = { etag: '"a"' };
      const before = scriptedFeed([yielding(change([hotspot("a")], { state }))]);
      const first = await live(t, { feeds: [before] }, { clock, place });
      await untilWaiting(clock);
      await first.service.close();

      clock.advance(4 * minuteMs);
      const after = scriptedFeed([]);
      const { idsOf, described } = await live(t, { feeds: [after] }, { clock, place });
      assert.deepEqual(await idsOf(), ["a"]);
      assert.equal((await described()).feeds[0].readAt, "2026-08-14T12:00:00Z");
      await untilWaiting(clock, 6 * minuteMs);
      assert.equal(after.contexts.length, 0);
      clock.advance(6 * minuteMs);
      await untilWaiting(clock);
      assert.deepEqual(after.contexts[0]?.state, state);
    });

    it("features older than the retention leave, but those of data files stay", async (t) => {
      const file = `${JSON.stringify({ ...hotspot("file", 24 * 40), time: undefined })}\n`;
      const feed = () => scriptedFeed([yielding(change([hotspot("old", 24 * 6), hotspot("new")]))]);
      await withFolder({ "hotspots.geojsonl": file }, async (data) => {
        const { clock, idsOf } = await live(t, { feeds: [feed()], days: 7 }, { data });
        await untilWaiting(clock);
        assert.deepEqual(await idsOf(), ["file", "new", "old"]);
        for (let i = 0; i < 26 * 6; i++) {
          clock.advance(paceMs);
          await untilWaiting(clock);
        }
        clock.advance(paceMs);
        await untilWaiting(clock);
        assert.deepEqual(await idsOf(), ["file", "new"]);
      });
      const { clock, idsOf } = await live(t, { feeds: [feed()], days: 5 });
      await untilWaiting(clock);
      assert.deepEqual(await idsOf(), ["new"]);
    });

    it("features of data files count as complete from the oldest to the newest", async (t) => {
      const place = open();
      const clock = new SimulatedClock(startMs);
      const line = (id: string, days: number) =>
        JSON.stringify({ ...hotspot(id, 24 * days), time: undefined });
      const files = { "hotspots.geojsonl": `${line("first", 40)}\n${line("last", 30)}\n` };
      const covered = () => [{ start: startMs - 24 * 10 * 60 * minuteMs, end: startMs }];
      const feed = (...readings: Parameters<typeof scriptedFeed>[0]) =>
        scriptedFeed(readings, { covered });
      await withFolder(files, async (data) => {
        const reading = yielding(change([hotspot("old", 24 * 6), hotspot("new")]));
        const first = await live(t, { feeds: [feed(reading)], days: 7 }, { clock, data, place });
        await untilWaiting(clock);
        const filed = ["2026-07-05T12:00:00Z", "2026-07-15T12:00:00Z"];
        const intervals = [filed, ["2026-08-07T12:00:00Z", null]];
        assert.deepEqual((await first.described()).coverage.intervals, intervals);
        await first.service.close();
        const again = await live(t, { feeds: [feed()], days: 7 }, { clock, data, place });
        assert.deepEqual(await again.idsOf(), ["first", "last", "new", "old"]);
        assert.deepEqual((await again.described()).coverage.intervals, intervals);
      });
    });

    it("a feature that its source still lists stays at any age, also after a restart", async (t) => {
      const place = open();
      const clock = new SimulatedClock(startMs);
      const listed = (state: unknown) => (state as string[] | undefined) ?? [];
      const old = [hotspot("listed", 24 * 9), hotspot("fallen off", 24 * 9)];
      const readings = [
        yielding(change(old, { state: ["listed", "fallen off"] })),
        yielding(change([], { state: ["listed"] })),
      ];
      const feed = scriptedFeed(readings, { listed });
      const first = await live(t, { feeds: [feed], days: 7 }, { clock, place });
      await untilWaiting(clock);
      assert.deepEqual(await first.idsOf(), ["fallen off", "listed"]);
      for (let i = 0; i < 7; i++) {
        clock.advance(paceMs);
        await untilWaiting(clock);
      }
      assert.deepEqual(await first.idsOf(), ["listed"]);
      await first.service.close();
      const next = { feeds: [scriptedFeed([], { listed })], days: 7 };
      assert.deepEqual(await (await live(t, next, { clock, place })).idsOf(), ["listed"]);
    });

    it("a source that answers but observes nothing new is not called current", async (t) => {
      const newestAt = (state: unknown) => (state as number | undefined) ?? undefined;
      const state = startMs - 47 * 60 * minuteMs;
      const stopped = { usualAgeHours: 48, newestAt };
      const feed = scriptedFeed([yielding(change([], { state }))], stopped);
      const { clock, described } = await live(t, { feeds: [feed] });
      await untilWaiting(clock);
      assert.equal((await described()).notices, undefined);
      assert.equal((await described()).feeds[0].state, "current");
      assert.equal((await described()).feeds[0].newestAt, "2026-08-12T13:00:00Z");
      for (let i = 0; i < 7; i++) {
        clock.advance(paceMs);
        await untilWaiting(clock);
      }
      assert.deepEqual((await described()).notices, [
        "NASA FIRMS NOAA-20 answers, but its newest observation is of 2026-08-12T13:00Z, 2 days ago: the source may have stopped.",
      ]);
      assert.equal((await described()).feeds[0].state, "silent");
    });

    it("a source that is read another way says so, in answers and in the log", async (t) => {
      const text = "the key does not work; its open files are read instead";
      const standIn = (state: unknown) => (state as string | null) ?? undefined;
      const readings = [
        yielding(change([], { state: text })),
        yielding(change([], { state: null })),
      ];
      const feed = scriptedFeed(readings, { standIn });
      const { clock, described, logged } = await live(t, { feeds: [feed] });
      await untilWaiting(clock);
      assert.deepEqual((await described()).notices, [`NASA FIRMS NOAA-20: ${text}.`]);
      clock.advance(paceMs);
      await untilWaiting(clock);
      assert.equal((await described()).notices, undefined);
      assert.deepEqual(logged.slice(2), [`firms-viirs-noaa20-nrt: ${text}`]);
    });

    it("a first reading says how far it is, and when there are answers", async (t) => {
      const covered = (state: unknown) =>
        state === undefined ? [] : [{ start: startMs - minuteMs, end: startMs }];
      const clock = new SimulatedClock(startMs);
      const part = (ids: string[]) => {
        clock.advance(10_000);
        return change(
          ids.map((id) => hotspot(id)),
          { state: 1 },
        );
      };
      let go = () => {};
      const later = new Promise<void>((resolve) => {
        go = resolve;
      });
      const feed = scriptedFeed(
        [
          async function* () {
            yield part(["a"]);
            await later;
            yield part(["b", "c"]);
          },
        ],
        { covered },
      );
      const outlines = scriptedFeed([endless], { name: "wfigs", layer: "perimeters" });
      const { service, logged, idsOf } = await live(t, { feeds: [outlines, feed] }, { clock });
      await service.firstReading();
      assert.deepEqual(await idsOf(), ["a"]);
      go();
      await untilWaiting(clock);
      assert.deepEqual(logged, [
        "First answers are possible; rows read so far: 1",
        "Reading the live feeds: 0 of 2 read; rows so far: 3",
      ]);
    });

    it("a first reading that fails everywhere is waited for no longer", async (t) => {
      const down = failing(new FeedError("unreachable", "GET https://a.example was answered 502"));
      const { service } = await live(t, { feeds: [scriptedFeed([down])] });
      await service.firstReading();
      assert.equal(service.feeds()[0]?.failures, 1);
    });

    it("a feed says what it covers, and that its readings are overdue", async (t) => {
      const countries = { category: "agency_mapped", codes: ["US", "CA"] };
      const feed = scriptedFeed([yielding(change([])), endless], { countries });
      const areas: Bbox[] = [[-125, 32, -114, 49]];
      const { clock, described } = await live(t, { feeds: [feed], areas });
      await untilWaiting(clock);
      const { covers, state } = (await described()).feeds[0];
      assert.equal(covers, "United States, Canada, only in [-125, 32, -114, 49]");
      assert.equal(state, "current");
      clock.advance(3 * paceMs + 1);
      assert.equal((await described()).feeds[0].state, "stale");
      const waiting = await live(t, { feeds: [scriptedFeed([endless])] });
      assert.equal((await waiting.described()).feeds[0].state, "unread");
    });

    it("a notice about many feeds names all of them", async (t) => {
      const feeds = ["A", "B", "C", "D"].map((title) =>
        scriptedFeed([endless], { name: title, title }),
      );
      const { described } = await live(t, { feeds });
      assert.deepEqual((await described()).notices, [
        "An empty answer does not mean that there are no hotspots: A; B; C and D have not been read completely yet.",
      ]);
    });

    it("the credits of two sources are apart", async (t) => {
      const credit = { url: "https://b.example", licence: "CC0-1.0", disclaimer: null };
      const feeds = ["A, Inc.", "B"].map((text) =>
        scriptedFeed([endless], {
          name: text,
          credit: { ...credit, name: `${text} in short`, text },
        }),
      );
      const { described } = await live(t, { feeds });
      const { attribution, sources } = await described();
      assert.equal(attribution, "A, Inc.; B");
      assert.deepEqual(sources, ["A, Inc. in short", "B in short"]);
    });

    it("after close there is no request, no reading and no timer", async (t) => {
      const reading = scriptedFeed([endless], { name: "firms-modis-nrt" });
      const waiting = scriptedFeed([], { minMinutes: 20 });
      const { clock, service } = await live(t, { feeds: [reading, waiting] });
      await untilWaiting(clock, 20 * minuteMs);
      await service.close();
      assert.equal(clock.open, 0);
      clock.advance(60 * minuteMs);
      assert.deepEqual([reading.contexts.length, waiting.contexts.length], [1, 1]);
      assert.equal(reading.contexts[0]?.signal.aborted, true);
    });

    it("a close in the middle of a reading stores nothing more", async (t) => {
      const place = open();
      const between = new EventEmitter();
      const feed = scriptedFeed([
        async function* ({ signal }) {
          yield change([hotspot("a")]);
          between.emit("reached");
          await new Promise((resolve) => signal.addEventListener("abort", resolve));
          yield change([hotspot("b")]);
        },
      ]);
      const reached = once(between, "reached");
      const { service } = await live(t, { feeds: [feed] }, { place });
      await reached;
      await service.close();
      const next = await live(t, { feeds: [scriptedFeed([endless])] }, { place });
      assert.deepEqual(await next.idsOf(), ["a"]);
      assert.equal(next.service.feeds()[0]?.readAt, null);
    });

    it("a secret in an error of a feed is shown nowhere", async (t) => {
      const feed = scriptedFeed([
        failing(new FeedError("invalid_answer", `FIRMS says ${key} is wrong`)),
        failing(new TypeError(`bad ${key}`)),
      ]);
      const { clock, described, get, logged, service } = await live(t, {
        feeds: [feed],
        secrets: [key],
      });
      const shown: string[] = [];
      for (const ms of [paceMs, 2 * paceMs]) {
        await untilWaiting(clock, ms);
        for (const path of ["?f=html", "/items?f=html"]) {
          shown.push(await (await get(`/collections/svc:hotspots${path}`)).text());
        }
        shown.push(JSON.stringify(await described()), JSON.stringify(service.feeds()));
        clock.advance(ms);
      }
      assert.equal(logged.length, 2);
      assert.match(shown[2]!, /REDACTED/);
      for (const text of [...shown, ...logged]) assert.ok(!text.includes(key), text);
    });

    it("pages show each feed with its age, credit and terms", async (t) => {
      const feed = scriptedFeed([yielding(change([hotspot("a")]))]);
      const { clock, get } = await live(t, { feeds: [feed] });
      await untilWaiting(clock);
      clock.advance(5 * minuteMs);
      const page = await (await get("/collections/svc:hotspots?f=html")).text();
      for (const text of [
        "NASA FIRMS NOAA-20",
        "14 Aug 2026, 12:00 UTC (5 minutes ago)",
        "every 10 min",
        "From NASA FIRMS.",
        "Not for tactical decisions.",
      ]) {
        assert.ok(page.includes(text), text);
      }
    });

    it("an entity tag changes with the feeds of its own collection only", async (t) => {
      const feed = scriptedFeed([]);
      const { clock, get } = await live(t, { feeds: [feed] });
      const tagOf = async (path: string) => (await get(`/collections/${path}`)).headers.get("etag");
      const others = "svc:static-heat-sources/items";
      await untilWaiting(clock);
      const [first, other] = [await tagOf("svc:hotspots"), await tagOf(others)];
      assert.equal(await tagOf("svc:hotspots"), first);
      clock.advance(paceMs);
      await untilWaiting(clock);
      assert.notEqual(await tagOf("svc:hotspots"), first);
      assert.equal(await tagOf(others), other);
    });

    it("what a feed says of a feature of a file is served, and it stays at any age", async (t) => {
      const file = (i: string) => `${JSON.stringify({ ...hotspot(i, 1, 5), time: undefined })}\n`;
      const feed = () => scriptedFeed([yielding(change([hotspot("a", 1, 9)])), endless]);
      for (const isFileFirst of [true, false]) {
        const place = open();
        const clock = new SimulatedClock(startMs);
        await withFolder({ "hotspots.geojsonl": file("a") + file("b") }, async (data) => {
          const given = { clock, place, ...(isFileFirst && { data }) };
          const first = await live(t, { feeds: [feed()], days: 7 }, given);
          await untilWaiting(clock);
          await first.service.close();
          const feeds = [scriptedFeed([endless])];
          const second = await live(t, { feeds, days: 7 }, { clock, place, data });
          assert.deepEqual(await second.idsOf(), ["a", "b"]);
          const { properties } = await second.json("/collections/svc:hotspots/items/a");
          assert.equal(properties.frp, 9);
          await second.service.close();
          clock.advance(40 * 24 * 60 * minuteMs);
          const late = { feeds: [scriptedFeed([endless])], days: 7 };
          const third = await live(t, late, { clock, place, data });
          assert.deepEqual(await third.idsOf(), ["a", "b"]);
          await third.service.close();
        });
      }
    });

    it("a shipped list replaces the one before, but no feature of a file", async (t) => {
      const { credit } = scriptedFeed([]);
      const source = (id: string, name: string) => {
        const geometry = { type: "Point" as const, coordinates: [1, 2] as [number, number] };
        return { type: "Feature" as const, id, geometry, properties: { name }, time: undefined };
      };
      const listOf = (...features: FeedFeature[]) => [
        { layer: "staticHeatSources" as const, credit, features },
      ];
      const path = "/collections/svc:static-heat-sources/items";
      const line = JSON.stringify({ ...source("own", "of a file"), time: undefined });
      for (const isFileFirst of [true, false]) {
        const place = open();
        await withFolder({ "static-heat-sources.geojsonl": line }, async (data) => {
          const older = listOf(source("own", "1"), source("left", "1"), source("plant", "1"));
          const newer = listOf(source("own", "2"), source("plant", "2"), source("new", "2"));
          const given = { place, ...(isFileFirst && { data }) };
          const first = await live(t, { feeds: [], lists: older }, given);
          assert.equal((await first.json(path)).numberMatched, 3);
          await first.service.close();
          const second = await live(t, { feeds: [], lists: newer }, { place, data });
          const { features } = await second.json(path);
          assert.deepEqual(
            features.map(({ id, properties }: Body) => `${id} ${properties.name}`).sort(),
            ["new 2", "own of a file", "plant 2"],
          );
          await second.service.close();
        });
      }
    });
  });
}
