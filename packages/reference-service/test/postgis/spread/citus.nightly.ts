import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Cluster, startCluster } from "@emberline/test-support/postgres";
import { runSqlFile } from "@emberline/test-support/postgres-nodes";
import { processTurns } from "@emberline/turns";
import { openPostgis } from "../../../src/service/open-postgis.ts";
import type { CollectionId } from "../../../src/values/collections.ts";
import { storeCases } from "../../store-cases.ts";

const collections: readonly CollectionId[] = [
  "svc:hotspots",
  "svc:satellite-perimeters",
  "svc:static-heat-sources",
];

/** With the parameters of Citus 11 to 13 that the file names; notes what it is called with. */
const standIn = `
CREATE TABLE distributed (schema text, name text, by_column text, with_table text, shards integer);
CREATE FUNCTION create_distributed_table(table_name regclass, distribution_column text,
    distribution_type text DEFAULT 'hash', colocate_with text DEFAULT 'default',
    shard_count integer DEFAULT NULL) RETURNS void LANGUAGE sql AS $$
  INSERT INTO public.distributed SELECT nspname, relname, distribution_column, colocate_with, shard_count
    FROM pg_class JOIN pg_namespace ON relnamespace = pg_namespace.oid
    WHERE pg_class.oid = table_name $$;`;

let cluster: Cluster;
let opened = 0;
const open: Awaited<ReturnType<typeof openPostgis>>[] = [];

before(async () => {
  cluster = await startCluster(["shared_buffers=32MB"]);
  await cluster.query(standIn);
});
after(async () => {
  await Promise.all(open.map(({ close }) => close()));
  cluster.stop();
});

function connect(schema: string) {
  const url = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`;
  return openPostgis({ url, schema, maxReadSeconds: 60 }, processTurns);
}

function createTables(schema: string) {
  return runSqlFile(cluster, "citus.sql", { schema });
}

describe("the SQL file for Citus, on one PostgreSQL with a stand-in for its function", () => {
  it("distributes the three tables by cell, together", async () => {
    await createTables("noted");
    const rows = await cluster.query(
      "SELECT name, by_column, with_table, coalesce(shards, 0) FROM distributed WHERE schema = 'noted';",
    );
    assert.deepEqual(rows, [
      ["hotspots", "cell", "none", "32"],
      ["satellite_perimeters", "cell", "hotspots", "0"],
      ["static_heat_sources", "cell", "hotspots", "0"],
    ]);
  });

  it("makes the tables of a service without it, with a cell, and the same indexes", async () => {
    await createTables("spread");
    open.push(await connect("single"));
    const shown = async (schema: string) => ({
      columns: await cluster.query(`SELECT table_name, column_name, data_type, is_nullable
        FROM information_schema.columns WHERE table_schema = '${schema}' AND column_name <> 'cell'
          AND table_name IN ('hotspots', 'satellite_perimeters', 'static_heat_sources',
            'collections', 'shapes', 'migrations', 'feeds', 'feed_reader')
        ORDER BY table_name, column_name;`),
      indexes: await cluster.query(`SELECT replace(indexdef, '${schema}.', '') FROM pg_indexes
        WHERE schemaname = '${schema}' AND indexname NOT LIKE '%_pkey' AND tablename = 'hotspots'
        ORDER BY indexname;`),
      version: await cluster.query(`SELECT version FROM ${schema}.migrations;`),
    });
    assert.deepEqual(await shown("spread"), await shown("single"));
  });

  it("refuses a replica, whose state may be older than that of the nodes", async () => {
    await createTables("replicated");
    const url = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`;
    await assert.rejects(
      openPostgis({ url, replicaUrl: url, schema: "replicated", maxReadSeconds: 9 }, processTurns),
      {
        message:
          "Tables over several nodes are read through their coordinator only: leave out the replica.",
      },
    );
  });
});

/** A table of its own, in one of several schemas. */
async function openStore() {
  const place = opened++ % collections.length;
  if (place === 0) {
    await createTables(`stores_${opened}`);
    open.push(await connect(`stores_${opened}`));
  }
  return open.at(-1)!.stores[collections[place]!];
}

storeCases("the store on tables of the SQL file for Citus", openStore);
