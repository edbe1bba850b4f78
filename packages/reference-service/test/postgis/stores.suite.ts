import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Cluster, startCluster } from "@emberline/test-support/postgres";
import { processTurns } from "@emberline/turns";
import { openPostgis } from "../../src/service/open-postgis.ts";
import type { FeatureStore } from "../../src/store/feature-store.ts";
import type { CollectionId } from "../../src/values/collections.ts";
import { sortedCases } from "../sorted-cases.ts";
import { storeCases } from "../store-cases.ts";
import { changeCases } from "../store-change-cases.ts";

const collections: readonly CollectionId[] = [
  "svc:hotspots",
  "svc:satellite-perimeters",
  "svc:static-heat-sources",
];

let cluster: Cluster;
let opened = 0;
const open: Awaited<ReturnType<typeof openPostgis>>[] = [];

before(async () => {
  cluster = await startCluster();
});
after(async () => {
  await Promise.all(open.map(({ close }) => close()));
  cluster.stop();
});

function connect(schema: string) {
  const url = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`;
  return openPostgis({ url, schema, maxReadSeconds: 60 }, processTurns);
}

/** A table of its own, in one of several schemas. */
async function openStore(): Promise<FeatureStore> {
  const place = opened++ % collections.length;
  if (place === 0) open.push(await connect(`stores_${opened}`));
  return open.at(-1)!.stores[collections[place]!];
}

storeCases("the store in PostGIS", openStore);
sortedCases("the store in PostGIS", openStore);
// The other seeds are asked of the store in memory.
changeCases(openStore, { seeds: [1] });

describe("stores of several services on one database", () => {
  it("create the tables once, when all start at the same time", async () => {
    const services = await Promise.all(Array.from({ length: 4 }, () => connect("shared")));
    open.push(...services);
    const point = { type: "Point" as const, coordinates: [1, 2] as [number, number] };
    const feature = { type: "Feature" as const, id: "a", geometry: point, properties: {} };
    const [first, second] = services.map(({ stores }) => stores["svc:hotspots"]);
    const before = await second!.version();
    assert.equal(await second!.count({}), 0);
    assert.deepEqual(await first!.insert([{ ...feature, time: undefined }]), []);
    assert.notEqual(await second!.version(), before);
    assert.equal(await second!.count({}), 1);
    assert.deepEqual(await cluster.query("SELECT version FROM shared.migrations;"), [["2"]]);
  });
});
