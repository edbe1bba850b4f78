import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { BooleanExpression } from "@emberline/cql2";
import { print } from "@emberline/cql2";
import { seededRandom } from "@emberline/test-support/random";
import {
  perimeterFile,
  readFeatures,
  skipWithoutSharedData,
} from "@emberline/test-support/shared-data";
import { hotspots, randomFilter } from "../../../cql2/test/postgis/random-filters.ts";
import { parseFeature } from "../../src/import/parse-feature.ts";
import type {
  FeatureStore,
  OrderKey,
  Selection,
  TimedFeature,
} from "../../src/store/feature-store.ts";
import { MemoryStore } from "../../src/store/memory-store.ts";
import type { CollectionId } from "../../src/values/collections.ts";
import { below, pick } from "../store-oracle.ts";

const random = seededRandom(20261122);
const dayMs = 86_400_000;

/** Files in their form, with times. */
function timed(features: readonly object[]): TimedFeature[] {
  return features.map((feature) => parseFeature(JSON.stringify(feature)).feature);
}

function somePlace(features: readonly TimedFeature[]): readonly [number, number] {
  const { geometry } = pick(random, features);
  const numbers = JSON.stringify(geometry)
    .match(/-?\d+(\.\d+)?/g)!
    .map(Number);
  return [numbers[0]!, numbers[1]!];
}

/** Around a feature, some across the antimeridian, some with heights. */
function someBox(features: readonly TimedFeature[]): NonNullable<Selection["box"]> {
  const [x, y] = somePlace(features);
  const size = 10 ** (random() * 4 - 2);
  const [south, north] = [Math.max(-90, y - size), Math.min(90, y + size)];
  if (random() < 0.15) return [150 + random() * 20, south, -170 + random() * 30, north];
  const [west, east] = [Math.max(-180, x - size), Math.min(180, x + size)];
  return random() < 0.1 ? [west, south, 0, east, north, 100] : [west, south, east, north];
}

function someInterval(features: readonly TimedFeature[]): NonNullable<Selection["interval"]> {
  const start = (pick(random, features).time?.start ?? 0) - below(random, 3) * dayMs;
  const end = start + below(random, 20) * dayMs;
  if (random() < 0.1) return { start: -Infinity, end };
  return random() < 0.1 ? { start, end: Infinity } : { start, end };
}

function property(name: string) {
  return { property: name };
}

/** A condition on a perimeter's geometry or name. */
function aboutPerimeters(features: readonly TimedFeature[]): BooleanExpression {
  const op = pick(random, ["s_intersects", "s_within", "s_disjoint", "s_touches"] as const);
  const [x, y] = somePlace(features);
  const size = 10 ** (random() * 4 - 3);
  const bbox: [number, number, number, number] = [x - size, y - size, x + size, y + size];
  const where: BooleanExpression = { op, args: [property("geometry"), { bbox }] };
  const [name, value] = pick(random, Object.entries(pick(random, features).properties ?? {}));
  const isScalar = ["string", "number", "boolean"].includes(typeof value);
  const compare = pick(random, ["=", "<>", "<=", ">"] as const);
  const what: BooleanExpression = isScalar
    ? { op: compare, args: [property(name), value as string | number | boolean] }
    : { op: "isNull", args: [property(name)] };
  return pick<BooleanExpression>(random, [
    where,
    what,
    { op: "and", args: [what, where] },
    { op: "not", args: [what] },
    { op: "or", args: [where, { op: "not", args: [what] }] },
  ]);
}

function someSelection(
  features: readonly TimedFeature[],
  filter: () => BooleanExpression,
): Selection {
  return {
    ...(random() < 0.4 && { box: someBox(features) }),
    ...(random() < 0.3 && { interval: someInterval(features) }),
    ...(random() < 0.8 && { filter: filter() }),
  };
}

/** Two pages, the second by offset or by the place after the first. */
async function pagesOf(store: FeatureStore, selection: Selection, limit: number, offset: number) {
  const first = await store.find(selection, { limit });
  const after: OrderKey | undefined = first.next;
  const second = await store.find(selection, after ? { limit, after, offset } : { limit, offset });
  return [first, second].map(({ features, ...rest }) => ({ ...rest, features: [...features] }));
}

/** `name type`; the order of names is that of arrival, as far as a store knows it. */
async function sortedTypes(store: FeatureStore): Promise<string[]> {
  return (await store.queryables()).map(({ id, type }) => `${id} ${type}`).sort();
}

const cases = [
  {
    name: "hotspots of six sources with mixed types",
    share: 0.8,
    read: () => timed(hotspots),
    filter: () => () => randomFilter(3),
    id: "svc:hotspots",
  },
  {
    name: "perimeters, valid and invalid",
    share: 0.2,
    read: () => timed(readFeatures(perimeterFile).filter((_, i) => i % 11 === 0)),
    filter: (features: readonly TimedFeature[]) => () => aboutPerimeters(features),
    id: "svc:satellite-perimeters",
  },
] as const;

export interface EqualStores {
  readonly stores: Readonly<Record<CollectionId, FeatureStore>>;
  /** Called when they are filled. */
  analyze(): Promise<unknown>;
}

/** Random queries of the shared data, with the answers of the store in memory as expected ones. */
export function equalCases(name: string, queries: number, open: () => EqualStores): void {
  describe(name, { skip: skipWithoutSharedData }, () => {
    for (const { name, share, read, filter, id } of cases) {
      const count = queries * share;
      it(`${count} random queries of ${name}: features, order, counts and places`, async () => {
        const { stores, analyze } = open();
        const features = read();
        const memory = new MemoryStore();
        const store = stores[id];
        await Promise.all([memory.insert(features), store.insert(features)]);
        await analyze();
        assert.deepEqual(await sortedTypes(store), await sortedTypes(memory));
        assert.deepEqual(await store.extent(), await memory.extent());
        const next = filter(features);
        let some = 0;
        for (let i = 0; i < count; i++) {
          const selection = someSelection(features, next);
          const [limit, offset] = [1 + below(random, 50), below(random, 30)];
          const expected = await pagesOf(memory, selection, limit, offset);
          const text = `${JSON.stringify({ ...selection, filter: undefined })} ${selection.filter === undefined ? "" : print(selection.filter)}`;
          assert.deepEqual(await pagesOf(store, selection, limit, offset), expected, text);
          if (expected[0]!.matched > 0 && expected[0]!.matched < features.length) some++;
        }
        assert.ok(some > count / 3, `only ${some} queries select some and not all`);
      });
    }
  });
}
