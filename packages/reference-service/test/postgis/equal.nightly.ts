import { after, before } from "node:test";
import { amount } from "@emberline/test-support/amount";
import { type Cluster, startCluster } from "@emberline/test-support/postgres";
import { processTurns } from "@emberline/turns";
import { openPostgis } from "../../src/service/open-postgis.ts";
import { equalCases } from "./equal-cases.ts";

let cluster: Cluster;
let postgis: Awaited<ReturnType<typeof openPostgis>>;

before(async () => {
  cluster = await startCluster();
  const url = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`;
  postgis = await openPostgis({ url, maxReadSeconds: 60 }, processTurns);
});
after(async () => {
  await postgis.close();
  cluster.stop();
});

/** 5,000 take six minutes. */
const queries = amount(500, 5000);

equalCases("the store in PostGIS answers as the one in memory", queries, () => ({
  stores: postgis.stores,
  analyze: () => cluster.query("ANALYZE;"),
}));
