import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { FeatureStore, OrderKey, TimedFeature } from "../src/store/feature-store.ts";

function feature(id: string, time: number | undefined): TimedFeature {
  return {
    type: "Feature",
    id,
    geometry: { type: "Point", coordinates: [1, 2] },
    properties: { n: id.length },
    time: time === undefined ? undefined : { start: time, end: time },
  };
}

/** All ids by pages of `limit`, with inserts between the pages. */
async function walk(store: FeatureStore, limit: number, between: () => Promise<void>) {
  const ids: string[] = [];
  for (let after: OrderKey | undefined; ; ) {
    const page = await store.find({}, after ? { limit, after } : { limit });
    ids.push(...Array.from(page.features, (text) => JSON.parse(text).id as string));
    if (!page.next) return ids;
    after = page.next;
    await between();
  }
}

/** What every store does; `open` gives an empty one. */
export function storeCases(name: string, open: () => Promise<FeatureStore>): void {
  describe(name, () => {
    it("neither repeats nor loses a feature when others are inserted between pages", async () => {
      const store = await open();
      const first = Array.from({ length: 500 }, (_, i) =>
        feature(`id-${i}`, i % 40 === 0 ? undefined : i % 70),
      );
      await store.insert(first);
      let inserted = 0;
      const ids = await walk(store, 23, async () => {
        const more = Array.from({ length: 7 }, () => feature(`new-${inserted++}`, inserted % 70));
        assert.deepEqual(await store.insert([...more, first[3]!]), [7]);
      });
      assert.equal(new Set(ids).size, ids.length);
      for (const { id } of first) assert.ok(ids.includes(id), id);
      assert.ok(ids.some((id) => id.startsWith("new-")));
    });

    it("orders newest first, without time last, then by id (code points)", async () => {
      const store = await open();
      await store.insert([
        feature("b", 1),
        feature("𐀀", 2),
        feature("\uffff", 2),
        feature("z", undefined),
        feature("a", 1),
        feature("aa", 1),
      ]);
      assert.deepEqual(await walk(store, 2, async () => {}), ["\uffff", "𐀀", "a", "aa", "b", "z"]);
    });

    it("keeps values of any type unchanged, even more than fit into its dictionary", async () => {
      const store = await open();
      const values = [
        null,
        true,
        "",
        'quote " and \\',
        "𝕏",
        0,
        -1.5,
        1e300,
        12345678901,
        [1, { a: 2 }],
        { b: null },
      ];
      const features = Array.from({ length: 12_000 }, (_, i) => ({
        ...feature(`id-${i}`, i),
        properties: { i, half: i / 2, text: `text ${i}`, mixed: values[i % values.length] },
      }));
      await store.insert(features);
      for (const i of [0, 1, 9, 10, 4095, 4096, 4097, 11_999]) {
        const kept = JSON.parse((await store.get(`id-${i}`))!);
        assert.deepEqual(kept.properties, features[i]!.properties);
      }
      const queryables = await store.queryables();
      const types = queryables.filter(({ id }) => id === "mixed").map(({ type }) => type);
      assert.deepEqual(types, ["number", "boolean", "string"]);
    });

    it("puts, replaces and removes in one change, and counts what it did", async () => {
      const store = await open();
      await store.insert([
        feature("a", 1),
        feature("b", 2),
        feature("c", 3),
        feature("d", undefined),
      ]);
      const counts = await store.apply({
        put: [{ ...feature("b", 9), properties: { late: "yes" } }, feature("e", 4)],
        remove: ["a", "b", "unknown"],
      });
      assert.deepEqual(counts, { added: 1, replaced: 1, removed: 1 });
      assert.deepEqual(await walk(store, 2, async () => {}), ["b", "e", "c", "d"]);
      assert.equal(JSON.parse((await store.get("b"))!).properties.late, "yes");
      assert.equal(await store.get("a"), undefined);
    });

    it("removes what ended before a time, and nothing without time", async () => {
      const store = await open();
      const long = { ...feature("long", 1), time: { start: 1, end: 50 } };
      await store.insert([feature("a", 1), long, feature("b", 10), feature("none", undefined)]);
      assert.equal(await store.removeBefore(10), 1);
      assert.deepEqual(await walk(store, 2, async () => {}), ["b", "long", "none"]);
      assert.deepEqual((await store.extent()).interval, { start: 1, end: 50 });
    });

    it("hands its features to feeds by id and by time", async () => {
      const store = await open();
      const long = { ...feature("long", 1), time: { start: 1, end: 50 } };
      await store.insert([feature("a", 1), long, feature("b", 40), feature("none", undefined)]);
      assert.deepEqual(await store.stored.get("long"), long);
      assert.equal(await store.stored.get("unknown"), undefined);
      const during: string[] = [];
      for await (const { id } of store.stored.during({ start: 30, end: 40 })) during.push(id);
      assert.deepEqual(during.sort(), ["b", "long"]);
    });
  });
}
