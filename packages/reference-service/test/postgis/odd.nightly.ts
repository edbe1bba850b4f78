import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { BooleanExpression } from "@emberline/cql2";
import { amount } from "@emberline/test-support/amount";
import { type Cluster, startCluster } from "@emberline/test-support/postgres";
import { processTurns } from "@emberline/turns";
import { openPostgis } from "../../src/service/open-postgis.ts";
import type { FeatureStore, Page, Selection } from "../../src/store/feature-store.ts";
import { MemoryStore } from "../../src/store/memory-store.ts";
import { oddFeatures, oddSelection } from "./odd-features.ts";

/** 5,000 take some minutes. */
const queries = amount(120, 5000);

/** A page with its count, or the sentence that refuses the filter. */
async function outcome(store: FeatureStore, selection: Selection) {
  try {
    const { features, ...rest } = await store.find(selection, { limit: 40 });
    return { ...rest, features: [...features] };
  } catch (error) {
    return String(error);
  }
}

describe("odd features: strange ids, names, values and filters of every kind", () => {
  let cluster: Cluster;
  let postgis: Awaited<ReturnType<typeof openPostgis>>;
  const memory = new MemoryStore(processTurns);
  const features = oddFeatures(400);
  before(async () => {
    cluster = await startCluster();
    const url = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`;
    postgis = await openPostgis({ url, maxReadSeconds: 60 }, processTurns);
    assert.ok(features.length > 100, `${features.length} are left`);
    const repeated = await memory.insert(features);
    assert.deepEqual(await postgis.stores["svc:hotspots"].insert(features), repeated);
    await cluster.query("ANALYZE;");
  });
  after(async () => {
    await postgis.close();
    cluster.stop();
  });

  it("are stored and found by their ids as they were given", async () => {
    const store = postgis.stores["svc:hotspots"];
    for (const { id, properties } of features) {
      const text = await store.get(id);
      assert.equal(text, await memory.get(id));
      assert.deepEqual(JSON.parse(text!).properties, JSON.parse(JSON.stringify(properties)));
    }
    assert.equal(await store.get("e\u0301 none"), undefined);
  });

  it("may have a text of 1 MB, which filters find", async () => {
    const text = "1 MB ".repeat(200_000);
    const properties = { text, list: [text] };
    const feature = { type: "Feature" as const, id: "long", geometry: null, properties };
    const stores = [new MemoryStore(processTurns), postgis.stores["svc:satellite-perimeters"]];
    const filter: BooleanExpression = {
      op: "and",
      args: [
        { op: "=", args: [{ property: "text" }, text] },
        { op: "like", args: [{ property: "text" }, "1 MB%"] },
      ],
    };
    for (const store of stores) {
      await store.insert([{ ...feature, time: undefined }]);
      const { features, matched }: Page = await store.find({ filter }, { limit: 1 });
      assert.equal(matched, 1);
      assert.deepEqual(JSON.parse([...features][0]!).properties, properties);
    }
  });

  it("have the same types and extent in both stores", async () => {
    const store = postgis.stores["svc:hotspots"];
    const sorted = async (each: FeatureStore) =>
      (await each.queryables()).map(({ id, type }) => `${id} ${type}`).sort();
    assert.deepEqual(await sorted(store), await sorted(memory));
    assert.deepEqual(await store.extent(), await memory.extent());
  });

  it(`are selected alike by ${queries} random filters, with the same errors`, async () => {
    const store = postgis.stores["svc:hotspots"];
    let some = 0;
    for (let i = 0; i < queries; i++) {
      const selection = oddSelection();
      const expected = await outcome(memory, selection);
      assert.deepEqual(await outcome(store, selection), expected, JSON.stringify(selection));
      if (typeof expected === "object" && expected.matched > 0) some++;
    }
    assert.ok(some > queries / 4, `only ${some} queries select some`);
  });
});
