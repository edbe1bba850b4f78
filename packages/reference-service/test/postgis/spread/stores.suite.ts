import { after, before } from "node:test";
import { amount } from "@emberline/test-support/amount";
import { type SpreadCluster, startSpreadCluster } from "@emberline/test-support/postgres-nodes";
import { processTurns } from "@emberline/turns";
import { openPostgis } from "../../../src/service/open-postgis.ts";
import type { FeatureStore } from "../../../src/store/feature-store.ts";
import type { CollectionId } from "../../../src/values/collections.ts";
import { storeCases } from "../../store-cases.ts";
import { changeCases } from "../../store-change-cases.ts";
import { aggregateCases } from "../aggregate-cases.ts";
import { equalCases } from "../equal-cases.ts";

const collections: readonly CollectionId[] = [
  "svc:hotspots",
  "svc:satellite-perimeters",
  "svc:static-heat-sources",
];

let cluster: SpreadCluster;
let whole: Awaited<ReturnType<typeof openPostgis>>;
let counted: Awaited<ReturnType<typeof openPostgis>>;
let opened = 0;
const open: Awaited<ReturnType<typeof openPostgis>>[] = [];

before(async () => {
  cluster = await startSpreadCluster();
  whole = await connect("emberline");
  counted = await connect("counted");
  open.push(whole, counted);
});
after(async () => {
  await Promise.all(open.map(({ close }) => close()));
  cluster.stop();
});

async function connect(schema: string) {
  await cluster.createTables(schema);
  const url = `postgres://postgres@127.0.0.1:${cluster.coordinator.port}/postgres`;
  return openPostgis({ url, schema, maxReadSeconds: 60 }, processTurns);
}

/** A table of its own, in one of several schemas. */
async function openStore(): Promise<FeatureStore> {
  const place = opened++ % collections.length;
  if (place === 0) open.push(await connect(`stores_${opened}`));
  return open.at(-1)!.stores[collections[place]!];
}

storeCases("the store on three nodes", openStore);
// Every statement takes several times as long as on one server.
changeCases(openStore, { seeds: [1], steps: 12 });

/** 5,000 take most of an hour. */
const queries = amount(40, 5000);

equalCases("the store on three nodes answers as the one in memory", queries, () => ({
  stores: whole.stores,
  analyze,
}));

const requests = amount(20, 1000);

aggregateCases("aggregations on three nodes are those of the store in memory", requests, () => ({
  stores: counted.stores,
  analyze,
}));

function analyze() {
  return Promise.all(cluster.nodes.map((node) => node.query("ANALYZE;")));
}
