import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { seededRandom } from "@emberline/test-support/random";
import type { FeatureStore, OrderKey, TimedFeature } from "../src/store/feature-store.ts";
import {
  asText,
  below,
  boxOf,
  inOrder,
  type Model,
  pick,
  randomFeature,
  randomInterval,
  randomSelection,
  type Wanted,
} from "./store-oracle.ts";

const selectionsPerStep = 8;

type Open = () => Promise<FeatureStore>;

/** Applies a random change to both; the era moves on as fires do. */
async function change(store: FeatureStore, model: Model, random: () => number, step: number) {
  const era = Math.floor(step / 4);
  const known = [...model.keys()];
  const put = Array.from({ length: below(random, 60) }, () => {
    const isKnown = known.length > 0 && random() < 0.3;
    const id = isKnown ? pick(random, known) : pick(random, ["", "𐀀", "\uffff", "é"]) + random();
    return randomFeature(random, id, era);
  });
  const chance = random();
  if (chance < 0.15) {
    const inserted = await store.insert(put);
    const expected = put.flatMap((feature, i) => {
      const isTwin = model.has(feature.id);
      if (!isTwin) model.set(feature.id, feature);
      return isTwin ? [i] : [];
    });
    assert.deepEqual(inserted, expected);
    return;
  }
  if (chance < 0.25) {
    const epochMs = era * 20 - below(random, 200);
    const ended = [...model.values()].filter(({ time }) => time && time.end < epochMs);
    for (const { id } of ended) model.delete(id);
    assert.equal(await store.removeBefore(epochMs), ended.length);
    return;
  }
  const many = chance < 0.3 ? model.size : 20;
  const remove = Array.from({ length: below(random, many) }, () =>
    random() < 0.1 || known.length === 0 ? "unknown" : pick(random, known),
  );
  const news = new Set(put.map(({ id }) => id));
  const replaced = [...news].filter((id) => model.has(id)).length;
  const removed = new Set(remove.filter((id) => model.has(id) && !news.has(id)));
  for (const id of removed) model.delete(id);
  for (const feature of put) model.set(feature.id, feature);
  const counts = await store.apply({ put, remove });
  assert.deepEqual(counts, { added: news.size - replaced, replaced, removed: removed.size });
}

/** All pages of a selection by cursor. */
async function pages(store: FeatureStore, selection: Wanted["selection"], limit: number) {
  const texts: string[] = [];
  for (let after: OrderKey | undefined; ; ) {
    const page = await store.find(selection, after ? { limit, after } : { limit });
    const features = [...page.features];
    assert.equal(page.returned, features.length);
    texts.push(...features);
    if (!page.next) return { texts, matched: page.matched };
    after = page.next;
  }
}

async function assertAnswers(store: FeatureStore, model: Model, random: () => number) {
  const all = inOrder(model.values());
  const wanted = randomSelection(random);
  const expected = all.filter(wanted.matches).map(asText);
  const limit = 1 + below(random, 100);
  const { texts, matched } = await pages(store, wanted.selection, limit);
  assert.deepEqual(texts, expected, wanted.text);
  assert.equal(matched, expected.length);
  assert.equal(await store.count(wanted.selection), expected.length);
  const offset = below(random, expected.length + 5);
  const page = await store.find(wanted.selection, { limit, offset });
  assert.deepEqual([...page.features], expected.slice(offset, offset + limit));
}

function extentOf(model: Model) {
  const boxes = [...model.values()].flatMap(({ geometry }) => (geometry ? [boxOf(geometry)] : []));
  const times = [...model.values()].flatMap(({ time }) => time ?? []);
  const least = (values: number[]) => Math.min(...values);
  const most = (values: number[]) => Math.max(...values);
  const side = (i: number) => boxes.map((box) => box[i]!);
  return {
    bounds:
      boxes.length > 0 ? [least(side(0)), least(side(1)), most(side(2)), most(side(3))] : undefined,
    interval:
      times.length > 0
        ? { start: least(times.map((t) => t.start)), end: most(times.map((t) => t.end)) }
        : undefined,
  };
}

/** `name type` of each property that a feature has. */
function queryablesOf(model: Model): string[] {
  const values = new Map<string, unknown[]>();
  for (const { properties } of model.values()) {
    for (const [name, value] of Object.entries(properties ?? {})) {
      values.set(name, [...(values.get(name) ?? []), value]);
    }
  }
  const listed = [...values].flatMap(([name, all]) => {
    const types: string[] = [];
    const numbers = all.filter((value) => typeof value === "number");
    if (numbers.length > 0) types.push(numbers.every(Number.isInteger) ? "integer" : "number");
    if (all.some((value) => typeof value === "boolean")) types.push("boolean");
    const texts = all.filter((value) => typeof value === "string");
    const kindOf = (text: string) =>
      /^\d{4}-\d\d-\d\dT/.test(text)
        ? "dateTime"
        : /^\d{4}-\d\d-\d\d$/.test(text)
          ? "date"
          : "string";
    const textKinds = new Set(texts.map(kindOf));
    if (textKinds.size > 0) types.push(textKinds.size === 1 ? [...textKinds][0]! : "string");
    const isNull = all.every((value) => value === null);
    return (isNull ? ["string"] : types).map((type) => `${name} ${type}`);
  });
  return ["geometry geometry", ...listed].sort();
}

/** What every store does while it changes; `open` gives an empty one. */
export function changeCases(open: Open, { seeds = [1], steps = 60 } = {}): void {
  describe("a store after any sequence of changes answers as a list that is filtered and sorted", () => {
    for (const seed of seeds) {
      it(`with ${steps * selectionsPerStep} random selections (seed ${seed})`, async () => {
        const random = seededRandom(seed);
        const store = await open();
        const model: Model = new Map();
        for (let step = 0; step < steps; step++) {
          await change(store, model, random, step);
          for (let i = 0; i < selectionsPerStep; i++) await assertAnswers(store, model, random);
          assert.deepEqual(await store.extent(), extentOf(model));
          const queryables = await store.queryables();
          assert.deepEqual(
            queryables.map(({ id, type }) => `${id} ${type}`).sort(),
            queryablesOf(model),
          );
          const id = pick(random, [...model.keys(), "unknown"]);
          assert.equal(await store.get(id), model.has(id) ? asText(model.get(id)!) : undefined);
          const interval = randomInterval(random);
          const during: string[] = [];
          for await (const feature of store.stored.during(interval)) during.push(feature.id);
          const meets = ({ time }: TimedFeature) =>
            time && time.start <= interval.end && time.end >= interval.start;
          assert.deepEqual(
            during,
            inOrder(model.values())
              .filter(meets)
              .map((each) => each.id),
          );
        }
      });
    }
  });

  describe("readers and changes at the same time", () => {
    it("a reader by cursor gets every feature that stays, and none twice", async () => {
      const random = seededRandom(7);
      const store = await open();
      const stay = Array.from({ length: 700 }, (_, i) => randomFeature(random, `stay-${i}`, 5));
      const go = Array.from({ length: 300 }, (_, i) => randomFeature(random, `go-${i}`, 5));
      await store.apply({ put: [...stay, ...go], remove: [] });
      const ids: string[] = [];
      let round = 0;
      for (let after: OrderKey | undefined; ; ) {
        const page = await store.find({}, after ? { limit: 17, after } : { limit: 17 });
        ids.push(...Array.from(page.features, (text) => JSON.parse(text).id as string));
        if (!page.next) break;
        after = page.next;
        round++;
        const fresh = Array.from({ length: 40 }, (_, i) =>
          randomFeature(random, `new-${round}-${i}`, 5),
        );
        const again = stay.slice(round * 10, round * 10 + 10);
        const left = go.slice(round * 5, round * 5 + 5).map(({ id }) => id);
        await store.apply({ put: [...fresh, ...again], remove: left });
      }
      assert.equal(new Set(ids).size, ids.length);
      for (const { id } of stay) assert.ok(ids.includes(id), id);
    });

    it("a page that is being sent stays as it was found", async () => {
      const random = seededRandom(8);
      const store = await open();
      const before = Array.from({ length: 300 }, (_, i) => randomFeature(random, `f-${i}`, 1));
      await store.apply({ put: before, remove: [] });
      const { features } = await store.find({}, { limit: 300 });
      const [first, ...rest] = features;
      await store.apply({
        put: before.slice(0, 150).map(({ id }) => randomFeature(random, id, 9)),
        remove: before.slice(150).map(({ id }) => id),
      });
      assert.deepEqual([first, ...rest], inOrder(before).map(asText));
      assert.deepEqual([...features], inOrder(before).map(asText));
    });

    it("a change that fails leaves the store as it was, and the next one succeeds", async () => {
      const random = seededRandom(10);
      const store = await open();
      const before = Array.from({ length: 50 }, (_, i) => randomFeature(random, `f-${i}`, 1));
      await store.apply({ put: before, remove: [] });
      const good = randomFeature(random, "good", 1);
      const bad = { ...randomFeature(random, "bad", 1), properties: { big: 1n } };
      await assert.rejects(store.apply({ put: [good, bad], remove: ["f-0"] }), TypeError);
      assert.deepEqual((await pages(store, {}, 7)).texts, inOrder(before).map(asText));
      assert.equal(await store.get("good"), undefined);
      const late = randomFeature(random, "late", 2);
      await store.apply({ put: [late], remove: ["f-1"] });
      const expected = [...before.filter(({ id }) => id !== "f-1"), late];
      assert.deepEqual((await pages(store, {}, 7)).texts, inOrder(expected).map(asText));
      assert.equal(await store.get("good"), undefined);
    });
  });
}
