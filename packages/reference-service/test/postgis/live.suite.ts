import assert from "node:assert/strict";
import { after, before, describe, it, type TestContext } from "node:test";
import { memoryJournal } from "@emberline/feeds";
import { type Cluster, startCluster } from "../../../../test/support/postgres.ts";
import { SimulatedClock } from "../../../../test/support/simulated-clock.ts";
import type { LiveOptions } from "../../src/index.ts";
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

const paceMs = 10 * minuteMs;
const followMs = 5000;
const hourMs = 60 * minuteMs;

describe("live feeds into PostGIS", () => {
  let cluster: Cluster;
  before(async () => {
    cluster = await startCluster();
  });
  after(() => cluster.stop());

  async function live(
    t: TestContext,
    schema: string,
    options: Partial<LiveOptions> & Pick<LiveOptions, "feeds">,
    { clock = new SimulatedClock(startMs), data }: { clock?: SimulatedClock; data?: string } = {},
  ) {
    const logged: string[] = [];
    const harness = await start({
      now: () => clock.now(),
      tokenLifetimeSeconds: 1e8,
      ...(data !== undefined && { data }),
      store: { url: `postgres://postgres@127.0.0.1:${cluster.port}/postgres`, schema },
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

  it("serves, replaces and removes what readings say, and a restart goes on from there", async (t) => {
    const clock = new SimulatedClock(startMs);
    const state = { etag: '"a"' };
    const feed = scriptedFeed([
      yielding(change([hotspot("a"), hotspot("b")]), change([hotspot("c")])),
      yielding(change([hotspot("b", 1, 9)], { remove: ["a"], state })),
    ]);
    const first = await live(t, "readings", { feeds: [feed] }, { clock });
    await first.waits(paceMs);
    assert.deepEqual(await first.idsOf(), ["a", "b", "c"]);
    clock.advance(paceMs);
    await first.waits(paceMs);
    assert.deepEqual(await first.idsOf(), ["b", "c"]);
    assert.equal((await first.json("/collections/svc:hotspots/items/b")).properties.frp, 9);
    assert.deepEqual(first.logged, []);
    await first.service.close();

    clock.advance(4 * minuteMs);
    const next = scriptedFeed([]);
    const second = await live(t, "readings", { feeds: [next] }, { clock });
    assert.deepEqual(await second.idsOf(), ["b", "c"]);
    assert.equal(second.service.feeds()[0]?.readAt, startMs + paceMs);
    await second.waits(6 * minuteMs);
    clock.advance(6 * minuteMs);
    await second.waits(paceMs);
    assert.deepEqual(next.contexts[0]?.state, state);
  });

  it("removes what is too old, but not features of files or that a source lists", async (t) => {
    const listed = (state: unknown) => (state as string[] | undefined) ?? [];
    const old = [hotspot("listed", 24 * 6), hotspot("old", 24 * 6), hotspot("file", 24 * 6)];
    const feed = () =>
      scriptedFeed([yielding(change([...old, hotspot("new")], { state: ["listed"] }))], { listed });
    const file = JSON.stringify({ ...hotspot("file", 24 * 40), time: undefined });
    await withFolder({ "hotspots.geojsonl": file }, async (data) => {
      const clock = new SimulatedClock(startMs);
      const first = await live(t, "old", { feeds: [feed()], days: 7 }, { clock, data });
      await first.waits(paceMs);
      assert.deepEqual(await first.idsOf(), ["file", "listed", "new", "old"]);
      await first.service.close();
      clock.advance(26 * hourMs);
      const second = await live(
        t,
        "old",
        { feeds: [scriptedFeed([endless], { listed })], days: 7 },
        { clock },
      );
      assert.deepEqual(await second.idsOf(), ["file", "listed", "new"]);
      clock.advance(24 * 7 * hourMs);
      await second.service.close();
      const last = await live(t, "old", { feeds: [scriptedFeed([endless])], days: 7 }, { clock });
      assert.deepEqual(await last.idsOf(), ["file"]);
    });
  });

  it("stores shipped lists once", async (t) => {
    const source = { ...hotspot("plant"), time: undefined };
    const { credit } = scriptedFeed([]);
    const lists = [{ layer: "staticHeatSources" as const, credit, features: [source] }];
    for (let i = 0; i < 2; i++) {
      const { json, service } = await live(t, "lists", { feeds: [], lists });
      assert.equal((await json("/collections/svc:static-heat-sources/items")).numberMatched, 1);
      await service.close();
    }
    const versions = await cluster.query(
      "SELECT version FROM lists.collections WHERE name = 'static_heat_sources';",
    );
    assert.deepEqual(versions, [["1"]]);
  });

  it("of two services one reads; the other follows, and takes over when the first loses its connection", async (t) => {
    const reading = scriptedFeed([
      yielding(change([hotspot("a")])),
      yielding(change([hotspot("b")], { remove: ["a"] })),
      endless,
    ]);
    const following = scriptedFeed([yielding(change([hotspot("c")]))]);
    const reader = await live(t, "shared", { feeds: [reading] });
    await reader.waits(paceMs);
    const follower = await live(t, "shared", { feeds: [following] });
    assert.deepEqual(await follower.idsOf(), ["a"]);
    await follower.waits(followMs);

    reader.clock.advance(paceMs);
    await reader.waits(paceMs);
    follower.clock.advance(followMs);
    await follower.waits(followMs);
    assert.deepEqual(await follower.idsOf(), ["b"]);
    assert.equal(follower.service.feeds()[0]?.readAt, startMs + paceMs);
    assert.equal(following.contexts.length, 0);

    const ended = await cluster.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database AS d ON d.oid = database
        WHERE locktype = 'advisory' AND objid = 'shared.feed_reader'::regclass::oid;`,
    );
    assert.deepEqual(ended, [["t"]]);
    follower.clock.advance(followMs);
    await follower.waits(paceMs);
    assert.deepEqual(await follower.idsOf(), ["b", "c"]);
    // It waits for its turn again, and writes nothing.
    await reader.waits(followMs);
    reader.clock.advance(paceMs);
    await reader.waits(followMs);
    assert.equal(reading.contexts.length, 2);
    await Promise.all([reader.service.close(), follower.service.close()]);
    assert.equal(reader.clock.open + follower.clock.open, 0);
  });
});
