import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Cluster, startCluster } from "@emberline/test-support/postgres";
import type { StoreOptions } from "../../src/service/options.ts";
import {
  change,
  endless,
  hotspot,
  scriptedFeed,
  startMs,
  yielding,
} from "../live/scripted-feed.ts";
import { liveCases, paceMs, startLive } from "./live-cases.ts";

const followMs = 5000;

let cluster: Cluster;
before(async () => {
  cluster = await startCluster();
});
after(() => cluster.stop());

async function open(schema: string): Promise<StoreOptions> {
  return { url: `postgres://postgres@127.0.0.1:${cluster.port}/postgres`, schema };
}

liveCases("live feeds into PostGIS", open);

describe("services with live feeds into one PostGIS", () => {
  it("stores shipped lists once", async (t) => {
    const source = { ...hotspot("plant"), time: undefined };
    const { credit } = scriptedFeed([]);
    const lists = [{ layer: "staticHeatSources" as const, credit, features: [source] }];
    for (let i = 0; i < 2; i++) {
      const { json, service } = await startLive(t, await open("lists"), { feeds: [], lists });
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
    const reader = await startLive(t, await open("shared"), { feeds: [reading] });
    await reader.waits(paceMs);
    const follower = await startLive(t, await open("shared"), { feeds: [following] });
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
