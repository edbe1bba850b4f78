import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { memoryJournal } from "@emberline/feeds";
import { SimulatedClock } from "@emberline/test-support/simulated-clock";
import type { LiveOptions } from "../../src/index.ts";
import type { StoreOptions } from "../../src/service/options.ts";
import {
  change,
  endless,
  hotspot,
  minuteMs,
  scriptedFeed,
  startMs,
  yielding,
} from "../live/scripted-feed.ts";
import { type Body, start } from "../service-harness.ts";
import { withFolder } from "../temporary-folder.ts";

export const paceMs = 10 * minuteMs;
const hourMs = 60 * minuteMs;

/** A service with live feeds and a clock that tests advance. */
export async function startLive(
  t: TestContext,
  store: StoreOptions,
  options: Partial<LiveOptions> & Pick<LiveOptions, "feeds">,
  { clock = new SimulatedClock(startMs), data }: { clock?: SimulatedClock; data?: string } = {},
) {
  const logged: string[] = [];
  const harness = await start({
    now: () => clock.now(),
    tokenLifetimeSeconds: 1e8,
    ...(data !== undefined && { data }),
    store,
    onLive: (text) => logged.push(text),
    live: {
      journal: memoryJournal(),
      days: 30,
      clock,
      random: () => 0,
      fetch: async () => assert.fail("no feed of this test requests anything"),
      ...options,
    },
  });
  t.after(() => harness.service.close());
  const idsOf = async (): Promise<string[]> => {
    const { features } = await harness.json("/collections/svc:hotspots/items");
    return features.map(({ id }: Body) => id).sort();
  };
  return {
    ...harness,
    clock,
    logged,
    idsOf,
    waits: (ms: number) => clock.waits((w) => w === ms),
  };
}

/** What live feeds do to every database; `open` gives one with this schema. */
export function liveCases(name: string, open: (schema: string) => Promise<StoreOptions>): void {
  describe(name, () => {
    it("serves, replaces and removes what readings say, and a restart goes on from there", async (t) => {
      const store = await open("readings");
      const clock = new SimulatedClock(startMs);
      const state = { etag: '"a"' };
      const feed = scriptedFeed([
        yielding(change([hotspot("a"), hotspot("b")]), change([hotspot("c")])),
        yielding(change([hotspot("b", 1, 9)], { remove: ["a"], state })),
      ]);
      const first = await startLive(t, store, { feeds: [feed] }, { clock });
      await first.waits(paceMs);
      assert.deepEqual(await first.idsOf(), ["a", "b", "c"]);
      clock.advance(paceMs);
      await first.waits(paceMs);
      assert.deepEqual(await first.idsOf(), ["b", "c"]);
      assert.equal((await first.json("/collections/svc:hotspots/items/b")).properties.frp, 9);
      // Besides how far the first readings are.
      assert.deepEqual(
        first.logged.filter((line) => !/rows/.test(line)),
        [],
      );
      await first.service.close();

      clock.advance(4 * minuteMs);
      const next = scriptedFeed([]);
      const second = await startLive(t, store, { feeds: [next] }, { clock });
      assert.deepEqual(await second.idsOf(), ["b", "c"]);
      assert.equal(second.service.feeds()[0]?.readAt, startMs + paceMs);
      await second.waits(6 * minuteMs);
      clock.advance(6 * minuteMs);
      await second.waits(paceMs);
      assert.deepEqual(next.contexts[0]?.state, state);
    });

    it("removes what is too old, but not features of files or that a source lists", async (t) => {
      const store = await open("old");
      const listed = (state: unknown) => (state as string[] | undefined) ?? [];
      const old = [hotspot("listed", 24 * 6), hotspot("old", 24 * 6), hotspot("file", 24 * 6)];
      const feed = () =>
        scriptedFeed([yielding(change([...old, hotspot("new")], { state: ["listed"] }))], {
          listed,
        });
      const file = JSON.stringify({ ...hotspot("file", 24 * 40), time: undefined });
      await withFolder({ "hotspots.geojsonl": file }, async (data) => {
        const clock = new SimulatedClock(startMs);
        const first = await startLive(t, store, { feeds: [feed()], days: 7 }, { clock, data });
        await first.waits(paceMs);
        assert.deepEqual(await first.idsOf(), ["file", "listed", "new", "old"]);
        await first.service.close();
        clock.advance(26 * hourMs);
        const second = await startLive(
          t,
          store,
          { feeds: [scriptedFeed([endless], { listed })], days: 7 },
          { clock },
        );
        assert.deepEqual(await second.idsOf(), ["file", "listed", "new"]);
        clock.advance(24 * 7 * hourMs);
        await second.service.close();
        const last = await startLive(
          t,
          store,
          { feeds: [scriptedFeed([endless])], days: 7 },
          { clock },
        );
        assert.deepEqual(await last.idsOf(), ["file"]);
      });
    });
  });
}
