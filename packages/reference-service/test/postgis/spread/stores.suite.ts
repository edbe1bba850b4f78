import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { amount } from "@emberline/test-support/amount";
import { createSpreadTables, startStandIn } from "@emberline/test-support/citus";
import type { Cluster } from "@emberline/test-support/postgres";
import { processTurns } from "@emberline/turns";
import { openPostgis } from "../../../src/service/open-postgis.ts";
import type { FeatureStore } from "../../../src/store/feature-store.ts";
import type { CollectionId } from "../../../src/values/collections.ts";
import { sortedCases } from "../../sorted-cases.ts";
import { storeCases } from "../../store-cases.ts";
import { changeCases } from "../../store-change-cases.ts";
import { aggregateCases } from "../aggregate-cases.ts";
import { equalCases } from "../equal-cases.ts";
import { liveCases } from "../live-cases.ts";

const collections: readonly CollectionId[] = [
  "svc:hotspots",
  "svc:satellite-perimeters",
  "svc:static-heat-sources",
];

let cluster: Cluster;
let url: string;
let whole: Awaited<ReturnType<typeof openPostgis>>;
let counted: Awaited<ReturnType<typeof openPostgis>>;
let opened = 0;
const open: Awaited<ReturnType<typeof openPostgis>>[] = [];

before(async () => {
  cluster = await startStandIn();
  url = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`;
  whole = await connect("emberline");
  counted = await connect("counted");
});
after(async () => {
  await Promise.all(open.map(({ close }) => close()));
  cluster.stop();
});

async function connect(schema: string) {
  await createSpreadTables(url, schema);
  const postgis = await openPostgis({ url, schema, maxReadSeconds: 60 }, processTurns);
  open.push(postgis);
  return postgis;
}

/** A table of its own, in one of several schemas. */
async function openStore(): Promise<FeatureStore> {
  const place = opened++ % collections.length;
  if (place === 0) await connect(`stores_${opened}`);
  return open.at(-1)!.stores[collections[place]!];
}

describe("the SQL file for Citus", () => {
  it("distributes the tables by cell, together", async () => {
    assert.deepEqual(
      await cluster.query(`SELECT name, by_column, with_table, coalesce(shards, 0)
        FROM distributed WHERE name::text LIKE 'emberline.%' ORDER BY name::text;`),
      [
        ["emberline.hotspots", "cell", "none", "6"],
        ["emberline.satellite_perimeters", "cell", "hotspots", "0"],
        ["emberline.stamps", "cell", "hotspots", "0"],
        ["emberline.static_heat_sources", "cell", "hotspots", "0"],
      ],
    );
  });

  it("and the first service make the tables of one server, with a cell, and the same indexes", async () => {
    open.unshift(await openPostgis({ url, schema: "single", maxReadSeconds: 60 }, processTurns));
    const shown = async (schema: string) => ({
      columns: await cluster.query(`SELECT table_name, column_name, data_type, is_nullable
        FROM information_schema.columns WHERE table_schema = '${schema}' AND column_name <> 'cell'
          AND table_name NOT IN ('stamps', 'grids', 'unfinished')
        ORDER BY table_name, column_name;`),
      indexes: await cluster.query(`SELECT replace(indexdef, '${schema}.', '') FROM pg_indexes
        WHERE schemaname = '${schema}' AND indexname NOT LIKE '%_pkey' ORDER BY indexname;`),
      collections: await cluster.query(`SELECT name FROM ${schema}.collections ORDER BY name;`),
    });
    assert.deepEqual(await shown("emberline"), await shown("single"));
  });
});

storeCases("the store on tables for Citus", openStore);
sortedCases("the store on tables for Citus", openStore);
changeCases(openStore, { seeds: [1] });

equalCases("the store on tables for Citus answers as the one in memory", amount(40, 5000), () => ({
  stores: whole.stores,
  analyze,
}));

aggregateCases(
  "aggregations on tables for Citus are those of the store in memory",
  amount(20, 1000),
  () => ({ stores: counted.stores, analyze }),
);

liveCases("live feeds into tables for Citus", async (schema) => {
  await createSpreadTables(url, schema);
  return { url, schema };
});

function analyze() {
  return cluster.query("ANALYZE;");
}
