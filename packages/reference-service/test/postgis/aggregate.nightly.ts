import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { amount } from "@emberline/test-support/amount";
import { type Cluster, startCluster } from "@emberline/test-support/postgres";
import { processTurns } from "@emberline/turns";
import postgres from "postgres";
import { openPostgis } from "../../src/service/open-postgis.ts";
import { aggregateCases } from "./aggregate-cases.ts";

let cluster: Cluster;
let url: string;
let postgis: Awaited<ReturnType<typeof openPostgis>>;

before(async () => {
  cluster = await startCluster();
  url = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`;
  postgis = await openPostgis({ url, maxReadSeconds: 60 }, processTurns);
});
after(async () => {
  await postgis.close();
  cluster.stop();
});

/** 2,000 take some minutes. */
const requests = amount(100, 1000);

aggregateCases("aggregations in PostGIS are those of the store in memory", requests, () => ({
  stores: postgis.stores,
  analyze: () => cluster.query("ANALYZE;"),
}));

it("an aggregation ends in the database too when its caller leaves", async () => {
  const store = postgis.stores["svc:hotspots"];
  await store.queryables();
  const sql = postgres(url, { max: 2 });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let holding: Promise<unknown> | undefined;
  try {
    await new Promise<void>((resolve) => {
      holding = sql.begin(async (transaction) => {
        await transaction`LOCK TABLE emberline.hotspots IN ACCESS EXCLUSIVE MODE`;
        resolve();
        await released;
      });
    });
    const untilWaiting = async (count: number) => {
      for (let found = Number.NaN; found !== count; ) {
        const [row] = await sql<{ count: number }[]>`
          SELECT count(*)::integer AS count FROM pg_stat_activity
            WHERE state = 'active' AND wait_event_type = 'Lock'
              AND backend_type = 'client backend'`;
        found = row!.count;
      }
    };
    const caller = new AbortController();
    const reason = new Error("no longer wanted");
    const request = { groupings: [], properties: [], statistics: [] };
    const aggregating = store.aggregate({}, request, processTurns.pauseOf(caller.signal));
    const ended = assert.rejects(aggregating, reason);
    await untilWaiting(1);
    caller.abort(reason);
    await ended;
    // The lock is still held: only a cancel ends the statement.
    await untilWaiting(0);
  } finally {
    release();
    await holding;
    await sql.end();
  }
});
