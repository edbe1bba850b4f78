import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Point } from "@emberline/geo";
import { amount } from "@emberline/test-support/amount";
import { createSpreadTables } from "@emberline/test-support/citus";
import { delayed, WorkerProxy } from "@emberline/test-support/worker-proxy";
import { processTurns } from "@emberline/turns";
import postgres, { type Sql } from "postgres";
import { readiness } from "../../../src/program/serve-command.ts";

import { openPostgis } from "../../../src/service/open-postgis.ts";
import { createReferenceService } from "../../../src/service/service.ts";
import type { FeatureStore, OrderKey, TimedFeature } from "../../../src/store/feature-store.ts";
import { Problem } from "../../../src/values/problems.ts";
import { aggregateCases } from "../aggregate-cases.ts";
import { equalCases } from "../equal-cases.ts";

// Of a cluster of Citus on this machine, as its superuser: postgres://postgres@host/database of the
// coordinator. One of its workers is reached through a proxy while this runs:
//   EMBERLINE_CITUS=postgres://… node -C @emberline/source --import tsx --test FILE
const url = process.env.EMBERLINE_CITUS;
assert.ok(url, "EMBERLINE_CITUS is missing: the coordinator of a cluster of Citus.");

const schemas = ["cluster_away", "cluster_equal", "cluster_counted"] as const;
const count = 400;
const halfDayMs = 43_200_000;

let sql: Sql;
let proxy: WorkerProxy;
let node: { readonly nodeid: number; readonly nodename: string; readonly nodeport: number };
/** As callers read it. */
let name: string;
const open: Awaited<ReturnType<typeof openPostgis>>[] = [];
let [away, equal, counted] = [] as Awaited<ReturnType<typeof openPostgis>>[];

before(async () => {
  sql = postgres(url, { max: 1, fetch_types: false, onnotice() {} });
  for (const schema of schemas) {
    await sql.unsafe(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await createSpreadTables(url, schema);
    open.push(await openPostgis({ url, schema, maxReadSeconds: 20 }, processTurns));
  }
  [away, equal, counted] = open;
  const [worker] = await sql<(typeof node)[]>`SELECT nodeid, nodename, nodeport
    FROM pg_dist_node WHERE groupid <> 0 ORDER BY nodeid OFFSET 1 LIMIT 1`;
  node = worker!;
  name = `worker-${node.nodeid}`;
  // The proxy reads what the coordinator sends.
  await sql`ALTER SYSTEM SET citus.node_conninfo = 'sslmode=disable'`;
  await sql`SELECT pg_reload_conf()`;
  proxy = await WorkerProxy.start({ host: node.nodename, port: node.nodeport });
  await sql`SELECT citus_update_node(${node.nodeid}, '127.0.0.1', ${proxy.port})`;
});
after(async () => {
  proxy.restart();
  proxy.thaw();
  await Promise.all(open.map(({ close }) => close()));
  await sql`SELECT citus_update_node(${node.nodeid}, ${node.nodename}, ${node.nodeport})`;
  const unsynced = () => sql`SELECT 1 FROM pg_dist_node WHERE NOT metadatasynced`;
  while ((await unsynced()).length > 0);
  for (const schema of schemas) await sql.unsafe(`DROP SCHEMA ${schema} CASCADE`);
  await sql`ALTER SYSTEM RESET citus.node_conninfo`;
  await sql`SELECT pg_reload_conf()`;
  await sql.end();
  await proxy.stop();
});

/** Points all over the world and half a year, so that every worker has some. */
function feature(i: number, x = ((i * 37) % 360) - 180): TimedFeature {
  const time = i * halfDayMs;
  return {
    type: "Feature",
    id: `f-${String(i).padStart(4, "0")}`,
    geometry: { type: "Point", coordinates: [x, ((i * 17) % 180) - 90] },
    properties: { i },
    time: { start: time, end: time },
  };
}

function features(from: number, to: number): TimedFeature[] {
  return Array.from({ length: to - from }, (_, i) => feature(from + i));
}

async function problemOf(work: Promise<unknown>): Promise<Pick<Problem, "code" | "message">> {
  try {
    await work;
  } catch (error) {
    assert.ok(error instanceof Problem, String(error));
    const { code, message } = error;
    return { code, message };
  }
  throw new Error("It was answered.");
}

function awayMessage(fault: string) {
  return {
    code: "part-away",
    message: `A part of the data is away, since the node ${name} ${fault}: there is no answer rather than one with a hole; try again later.`,
  };
}

let counts = 0;

/** Of all features, by a selection whose number no store remembers. */
function countAnew(store: FeatureStore): Promise<number> {
  return store.count({ interval: { start: -Infinity, end: 1e14 + counts++ } });
}

async function idsFrom(store: FeatureStore, start?: OrderKey): Promise<string[]> {
  const found: string[] = [];
  for (let after = start; ; ) {
    const page = await store.find({}, after ? { limit: 50, after } : { limit: 50 });
    found.push(...Array.from(page.features, (text) => JSON.parse(text).id as string));
    if (!page.next) return found;
    after = page.next;
  }
}

/** Until the cluster has recovered what was left of a change, as it does in its interval. */
async function untilAnswered(store: FeatureStore): Promise<number> {
  for (;;) {
    try {
      return await countAnew(store);
    } catch (error) {
      assert.equal((error as Problem).code, "part-away");
    }
  }
}

describe("a cluster of Citus", () => {
  let store: FeatureStore;
  before(async () => {
    store = away!.stores["svc:hotspots"];
    await store.insert(features(0, count));
  });

  it("in the middle of a listing loses a worker: an error that names it, then the rest", async () => {
    const ids = features(0, count)
      .map(({ id }) => id)
      .reverse();
    const first = await store.find({}, { limit: 100 });
    proxy.kill();
    const wanted = awayMessage("cannot be reached");
    for (let attempt = 0; attempt < 2; attempt++) {
      assert.deepEqual(await problemOf(store.find({}, { limit: 50, after: first.next! })), wanted);
      assert.deepEqual(await problemOf(countAnew(store)), wanted);
      assert.deepEqual(await problemOf(store.get("f-9999")), wanted);
    }
    const put = [feature(0, 5), ...features(count, count + 40)];
    assert.deepEqual(await problemOf(store.apply({ put, remove: ["f-0003"] })), wanted);
    assert.deepEqual(await problemOf(store.insert(put)), wanted);
    assert.deepEqual(await problemOf(store.removeBefore(1e9)), wanted);
    const ready = await readiness(away!);
    assert.deepEqual(await ready.json(), {
      status: "ready",
      notice: `Nodes that are away: ${name}. Requests that need them get 503.`,
    });
    proxy.restart();
    const seen = Array.from(first.features, (text) => JSON.parse(text).id as string);
    assert.deepEqual([...seen, ...(await idsFrom(store, first.next))], ids);
  });

  it("answers what lies on the other workers, and a service starts, while one is away", async () => {
    proxy.kill();
    const started = await openPostgis(
      { url, schema: "cluster_away", maxReadSeconds: 20 },
      processTurns,
    );
    open.push(started);
    const here = started.stores["svc:hotspots"];
    const clients = [{ id: "test", secret: "test" }];
    const store = { url, schema: "cluster_away" };
    const service = await createReferenceService({ clients, store });
    assert.ok(service.collections.includes("svc:hotspots"));
    await service.close();
    let answered = 0;
    for (const { geometry, time } of features(0, 60)) {
      const [x, y] = (geometry as Point).coordinates as [number, number];
      const box: [number, number, number, number] = [x, y, x, y];
      const found = await here.find({ box, interval: time! }, { limit: 9 }).catch((error) => error);
      if (found instanceof Problem) assert.equal(found.code, "part-away");
      else if (found.matched === 1) answered++;
    }
    assert.ok(answered > 10 && answered < 60, String(answered));
    proxy.restart();
    assert.equal(await here.count({}), count);
  });

  it("has a worker that hangs: requests and changes end with an error that names it", async () => {
    proxy.freeze();
    const wanted = awayMessage("cannot be reached");
    assert.deepEqual(await problemOf(countAnew(store)), wanted);
    assert.deepEqual(await problemOf(store.apply({ put: [feature(900)], remove: [] })), wanted);
    proxy.thaw();
    assert.equal(await untilAnswered(store), count);
  });

  it("loses a worker that is to commit a change: nothing is answered by halves", async () => {
    proxy.onSent = (text) => {
      if (text.includes("COMMIT PREPARED")) proxy.kill();
    };
    const moved = features(0, 200).map((_, i) => feature(i, ((i * 53) % 360) - 180));
    const put = [...moved, ...features(count, count + 40)];
    const wanted = awayMessage("cannot be reached");
    assert.deepEqual(await problemOf(store.apply({ put, remove: ["f-0300"] })), wanted);
    for (let attempt = 0; attempt < 3; attempt++) {
      assert.deepEqual(await problemOf(countAnew(store)), wanted);
      assert.deepEqual(await problemOf(store.find({}, { limit: 1 })), wanted);
    }
    proxy.onSent = () => {};
    proxy.restart();
    assert.equal(await untilAnswered(store), count + 39);
    const ids = await idsFrom(store);
    assert.equal(ids.length, count + 39);
    assert.equal(new Set(ids).size, ids.length);
    for (const { id, geometry } of [moved[0]!, moved[199]!]) {
      assert.deepEqual(JSON.parse((await store.get(id))!).geometry, geometry);
    }
    await store.apply({ put: features(0, count), remove: ids.filter((id) => id >= "f-0400") });
    assert.equal(await store.count({}), count);
  });

  it("commits late on one worker: every reading sees all of a change, or nothing", async () => {
    proxy.onSent = delayed("COMMIT PREPARED", 300);
    let isChanging = true;
    const changing = (async () => {
      for (let i = 0; i < 6; i++) {
        const put = features(0, count).map((_, n) => feature(n, ((n * (41 + i)) % 360) - 180));
        await store.apply({ put, remove: [] });
      }
      isChanging = false;
    })();
    let readings = 0;
    while (isChanging) {
      assert.equal(await countAnew(store), count);
      assert.equal((await store.find({}, { limit: 1000 })).returned, count);
      readings++;
    }
    await changing;
    proxy.onSent = () => {};
    assert.ok(readings > 5, String(readings));
  });

  it("has a worker that was replaced by an older copy: an error that names it", async () => {
    const shards = `UPDATE cluster_away.stamps SET stamp = stamp - 1 WHERE name = 'hotspots'
      AND cell IN (SELECT cell FROM cells)`;
    await sql.unsafe(`CREATE TEMPORARY TABLE cells AS
      SELECT cell FROM generate_series(1, 10000) AS cell JOIN pg_dist_placement
        ON shardid = get_shard_id_for_distribution_column('cluster_away.stamps', cell)
        JOIN pg_dist_node USING (groupid) WHERE nodeid = ${node.nodeid}`);
    await sql.unsafe(shards);
    const started = await openPostgis(
      { url, schema: "cluster_away", maxReadSeconds: 20 },
      processTurns,
    );
    open.push(started);
    const here = started.stores["svc:hotspots"];
    assert.deepEqual(
      await problemOf(here.count({})),
      awayMessage("lacks changes that others have"),
    );
    await sql.unsafe(shards.replace("- 1", "+ 1"));
    assert.equal(await here.count({}), count);
  });

  it("has a worker without a table: an error that names it, and no address", async () => {
    const worker = postgres({
      host: node.nodename,
      port: node.nodeport,
      database: new URL(url).pathname.slice(1),
      user: new URL(url).username,
      max: 1,
      fetch_types: false,
    });
    const [shard] = await sql<{ shard: string }[]>`SELECT 'hotspots_' || shardid AS shard
      FROM pg_dist_shard JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node USING (groupid)
      WHERE logicalrelid = 'cluster_away.hotspots'::regclass AND nodeid = ${node.nodeid} LIMIT 1`;
    const rename = (from: string, to: string) =>
      worker.unsafe(`SET citus.enable_manual_changes_to_shards = on;
        ALTER TABLE cluster_away.${from} RENAME TO ${to}`);
    await rename(shard!.shard, "lost");
    assert.deepEqual(await problemOf(countAnew(store)), awayMessage("failed"));
    await rename("lost", shard!.shard);
    await worker.end();
    assert.equal(await countAnew(store), count);
  });
});

equalCases("a cluster of Citus answers as the store in memory", amount(350, 5000), () => ({
  stores: equal!.stores,
  analyze,
}));

aggregateCases("aggregations on a cluster of Citus", amount(100, 1000), () => ({
  stores: counted!.stores,
  analyze,
}));

async function analyze(): Promise<void> {
  await sql.unsafe("ANALYZE cluster_equal.hotspots, cluster_counted.hotspots");
}
