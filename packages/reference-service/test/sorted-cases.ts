import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { amount } from "@emberline/test-support/amount";
import { seededRandom } from "@emberline/test-support/random";
import type { FeatureStore, SortedRequest, TimedFeature } from "../src/store/feature-store.ts";
import type { SortKey, SortPlace } from "../src/store/sort-order.ts";
import { oddFeatures } from "./postgis/odd-features.ts";
import {
  below,
  byCodePoint,
  inOrder,
  pick,
  randomFeature,
  randomSelection,
  type Wanted,
} from "./store-oracle.ts";

const random = seededRandom(20261129);

/** 2,000 of them with LONG=1. */
const queries = amount(60, 2000);

const names = ["n", "half", "kind", "when", "rare1", "unknown", "time"];
const oddNames = ["mixed", "number", "when", "nul\u0000", "e\u0301", "body", "datetime", "time"];

/** What every store sorts and selects; `open` gives an empty one. */
export function sortedCases(name: string, open: () => Promise<FeatureStore>): void {
  describe(`${name}, sorted`, () => {
    it("pages as sorting and selecting all features by hand does", async () => {
      const store = await open();
      const features = Array.from({ length: 800 }, (_, i) =>
        randomFeature(random, `${pick(random, ["a", "B", "é", "🔥"])}${i}`, i % 5),
      );
      await store.insert(features);
      for (let i = 0; i < queries; i++)
        await check(store, features, randomSelection(random), someKeys(names));
    });

    it("sorts odd values and texts that PostgreSQL cannot have", async () => {
      const store = await open();
      const features = oddFeatures(300);
      await store.insert(features);
      const all: Wanted = { selection: {}, text: "all", matches: () => true };
      for (let i = 0; i < queries / 5; i++) await check(store, features, all, someKeys(oddNames));
    });

    it("has the newest first by -time, as it does without an order", async () => {
      const store = await open();
      const features = Array.from({ length: 60 }, (_, i) => randomFeature(random, `f${i}`, i % 5));
      await store.insert(features);
      const by = [{ name: "time", isTime: true, isDescending: true }];
      const sorted = await store.sorted({}, { by, limit: 100, select: [] });
      const ids = Array.from(sorted.features, (text) => JSON.parse(text).id);
      assert.deepEqual(
        ids,
        inOrder(features).map(({ id }) => id),
      );
    });
  });
}

function someKeys(of: readonly string[]): SortKey[] {
  return Array.from({ length: 1 + below(random, 3) }, () => {
    const name = pick(random, of);
    return { name, isTime: name === "time", isDescending: random() < 0.5 };
  });
}

async function check(
  store: FeatureStore,
  features: readonly TimedFeature[],
  { selection, text, matches }: Wanted,
  by: readonly SortKey[],
): Promise<void> {
  const limit = pick(random, [1, 7, 40, 1000]);
  const members = [...new Set([...by.map(({ name }) => name), "geometry", "id", "n"])];
  const select = random() < 0.5 ? members.filter(() => random() < 0.6) : undefined;
  const offset = random() < 0.2 ? below(random, 30) : 0;
  const said = `${text}; by ${JSON.stringify(by)}, ${limit} from ${offset}: ${select}`;
  const expected = [...features.filter(matches)].sort((a, b) => order(a, b, by));
  const found: string[] = [];
  for (let after: SortPlace | undefined, page = 0; page < 4; page++) {
    const request: SortedRequest = {
      by,
      limit,
      ...(select && { select }),
      ...(after ? { after } : { offset }),
    };
    const { features: texts, matched, returned, next } = await store.sorted(selection, request);
    const here = [...texts];
    assert.deepEqual([matched, returned], [expected.length, here.length], said);
    found.push(...here);
    if (!next) break;
    after = next;
  }
  const all = expected.slice(offset, offset + 4 * limit).map((each) => selected(each, select));
  assert.deepEqual(found, all, said);
}

/** Without `__proto__` and the like, which these features do not have. */
function selected({ type, id, geometry, properties }: TimedFeature, select?: readonly string[]) {
  const kept: Record<string, unknown> = {};
  for (const name of select ?? []) {
    if (properties && Object.hasOwn(properties, name)) kept[name] = properties[name];
  }
  return JSON.stringify({
    type,
    id,
    geometry: !select || select.includes("geometry") ? geometry : null,
    properties: select && properties ? kept : properties,
  });
}

/** By the rule of docs/decisions.md, key by key. */
function order(a: TimedFeature, b: TimedFeature, by: readonly SortKey[]): number {
  for (const { name, isTime, isDescending } of by) {
    const [x, y] = [a, b].map(({ properties, time }) =>
      isTime ? time?.start : properties?.[name],
    );
    const [first, second] = [x, y].map((value) =>
      ["number", "boolean"].includes(typeof value) ? 1 : typeof value === "string" ? 2 : 3,
    );
    const isMissing = first === 3 || second === 3;
    let sign = first! - second!;
    if (sign === 0 && first === 1) sign = Number(x) - Number(y);
    if (sign === 0 && first === 2) sign = byCodePoint(wellFormed(x), wellFormed(y));
    if (sign !== 0) return isDescending && !isMissing ? -sign : sign;
  }
  return byCodePoint(a.id, b.id);
}

function wellFormed(text: unknown): string {
  return String(text).toWellFormed();
}
