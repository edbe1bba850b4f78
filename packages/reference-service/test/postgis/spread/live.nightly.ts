import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { FeedFeature } from "@emberline/feeds";
import {
  partitions,
  type SpreadCluster,
  startSpreadCluster,
} from "@emberline/test-support/postgres-nodes";
import type { StoreOptions } from "../../../src/service/options.ts";
import { change, hotspot, scriptedFeed, yielding } from "../../live/scripted-feed.ts";
import { liveCases, paceMs, startLive } from "../live-cases.ts";

let cluster: SpreadCluster;
before(async () => {
  cluster = await startSpreadCluster();
});
after(() => cluster.stop());

async function open(schema: string): Promise<StoreOptions> {
  await cluster.createTables(schema);
  return { url: `postgres://postgres@127.0.0.1:${cluster.coordinator.port}/postgres`, schema };
}

liveCases("live feeds into tables on three nodes", open);

describe("a live feed into tables on three nodes, of which one fails", () => {
  it("reads the same again, and says meanwhile which node failed", async (t) => {
    const spread = Array.from(
      { length: 10 },
      (_, i): FeedFeature => ({
        ...hotspot(`f-${i}`),
        geometry: { type: "Point", coordinates: [i * 36 - 180, i * 16 - 80] },
      }),
    );
    const ids = spread.map(({ id }) => id).sort();
    const feed = scriptedFeed([
      yielding(change(spread)),
      yielding(change(spread.slice(1), { remove: ["f-0"] })),
      yielding(change(spread.slice(1), { remove: ["f-0"] })),
    ]);
    const service = await startLive(t, await open("failing"), { feeds: [feed] });
    await service.waits(paceMs);
    assert.deepEqual(await service.idsOf(), ids);

    // The commit of this node fails when others may have committed.
    const node = cluster.nodes[1]!;
    await node.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE 'no space' USING ERRCODE = '53100'; END $$;
      ${parts((i) => `CREATE CONSTRAINT TRIGGER full_disk AFTER INSERT ON failing.hotspots_${i} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse();`)}`);
    service.clock.advance(paceMs);
    await service.waits(paceMs);
    const failed = service.service.feeds()[0]!;
    assert.equal(failed.error, "what was read could not be stored in the database");
    const refused = await service.get("/collections/svc:hotspots/items");
    assert.equal(refused.status, 503);
    assert.equal((await refused.json()).code, "part-away");

    await node.query(parts((i) => `DROP TRIGGER full_disk ON failing.hotspots_${i};`));
    assert.deepEqual(await service.idsOf(), ids.slice(1));
    service.clock.advance(paceMs);
    await service.waits(paceMs);
    assert.equal(feed.contexts.length, 3);
    const { error, readAt } = service.service.feeds()[0]!;
    assert.deepEqual({ error, readAt }, { error: null, readAt: service.clock.now() });
    assert.deepEqual(await service.idsOf(), ids.slice(1));
  });
});

function parts(statement: (i: number) => string): string {
  return Array.from({ length: partitions }, (_, i) => statement(i)).join("\n");
}
