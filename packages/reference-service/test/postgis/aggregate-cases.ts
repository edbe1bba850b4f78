import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { print } from "@emberline/cql2";
import { seededRandom } from "@emberline/test-support/random";
import {
  perimeterFile,
  readFeatures,
  skipWithoutSharedData,
} from "@emberline/test-support/shared-data";
import { processTurns } from "@emberline/turns";
import { hotspots, randomFilter } from "../../../cql2/test/postgis/random-filters.ts";
import type { AggregateRequest, Grouping, Statistic } from "../../src/aggregate/request.ts";
import { UtcOffsets } from "../../src/aggregate/utc-offsets.ts";
import { parseFeature } from "../../src/import/parse-feature.ts";
import type { Selection, TimedFeature } from "../../src/store/feature-store.ts";
import { MemoryStore } from "../../src/store/memory-store.ts";
import type { CollectionId } from "../../src/values/collections.ts";
import { below, pick } from "../store-oracle.ts";
import type { EqualStores } from "./equal-cases.ts";

const random = seededRandom(20261123);
const dayMs = 86_400_000;

const oddFeatures = [
  { id: "nowhere", geometry: null, properties: { datetime: "2025-07-01T00:00:00Z", frp: 1e-9 } },
  { id: "empty", geometry: { type: "GeometryCollection", geometries: [] }, properties: {} },
  { id: "aloft", geometry: { type: "Point", coordinates: [3, 4, 500] }, properties: { frp: 1e21 } },
  { id: "no-time", geometry: { type: "Point", coordinates: [3, 4] }, properties: { frp: -1e300 } },
  { id: "named", geometry: null, properties: { satellite: { b: 1, aa: 2 }, frp: 12 } },
  { id: "none", geometry: null, properties: null },
].map((feature) => ({ type: "Feature", ...feature }));

function timed(features: readonly object[]): TimedFeature[] {
  return features.map((feature) => parseFeature(JSON.stringify(feature)).feature);
}

function someSelection(features: readonly TimedFeature[], hasFilters: boolean): Selection {
  const { geometry, time } = pick(random, features);
  const [x, y] = JSON.stringify(geometry)
    .match(/-?\d+(\.\d+)?/g)
    ?.map(Number) ?? [0, 0];
  const size = 10 ** (random() * 4 - 2);
  const start = (time?.start ?? 0) - below(random, 3) * dayMs;
  return {
    ...(random() < 0.4 && {
      box: [
        Math.max(-180, x! - size),
        Math.max(-90, y! - size),
        Math.min(180, x! + size),
        Math.min(90, y! + size),
      ],
    }),
    ...(random() < 0.3 && { interval: { start, end: start + below(random, 20) * dayMs } }),
    ...(hasFilters && random() < 0.5 && { filter: randomFilter(2) }),
  };
}

const offsets = [
  "0",
  "-480",
  "345",
  "-480,2025-03-09T10:00:00Z,-420,2025-11-02T09:00:00Z,-480",
  "60,2023-03-26T01:00:00Z,120,2023-10-29T01:00:00Z,60,2024-03-31T01:00:00Z,120",
].map((text) => UtcOffsets.parse(text)!);

function someGrouping(names: readonly string[]): Grouping {
  const name = pick(random, names);
  return pick<() => Grouping>(random, [
    () => ({
      kind: pick(random, ["day", "hour", "hour-of-day"] as const),
      offsets: pick(random, offsets),
    }),
    () => ({ kind: "solar-hour" }),
    () => ({ kind: "cell", sizeDeg: pick(random, [0.01, 0.05, 0.1, 0.3, 1, 7.5]) }),
    () => ({ kind: "property", name }),
    () => ({ kind: "ranges", name, bounds: pick(random, [[0], [0.5, 5, 50], [300, 330.5]]) }),
  ])();
}

function someRequest(names: readonly string[], numbers: readonly string[]): AggregateRequest {
  const statistics: Statistic[] = [
    { name: "sum" },
    { name: "min" },
    { name: "max" },
    { name: "mean" },
  ];
  if (random() < 0.5) statistics.push({ name: "median", quantile: 0.5 });
  if (random() < 0.3) statistics.push({ name: "p90", quantile: 0.9 });
  return {
    groupings: Array.from({ length: below(random, 3) }, () => someGrouping(names)),
    properties: Array.from({ length: below(random, 3) }, () => pick(random, numbers)),
    statistics,
  };
}

/** Random aggregations, with the results of the store in memory as expected ones. */
export function aggregateCases(name: string, requests: number, open: () => EqualStores): void {
  describe(name, { skip: skipWithoutSharedData }, () => {
    it(`${requests} random requests about hotspots of six sources with mixed types`, async () => {
      await compare(timed(hotspots), open(), "svc:hotspots", requests);
    });

    it("requests about perimeters, which have areas and dates", async () => {
      const features = timed(readFeatures(perimeterFile).filter((_, i) => i % 11 === 0));
      await compare(features, open(), "svc:satellite-perimeters", requests / 5);
    });

    it("requests about features without location, time or properties, and with odd numbers", async () => {
      await compare(timed(oddFeatures), open(), "svc:static-heat-sources", requests / 5);
    });
  });
}

async function compare(
  features: readonly TimedFeature[],
  { stores, analyze }: EqualStores,
  id: CollectionId,
  count: number,
): Promise<void> {
  const store = stores[id];
  const memory = new MemoryStore(processTurns, 1000);
  await Promise.all([memory.insert(features), store.insert(features)]);
  await analyze();
  const queryables = await memory.queryables();
  const names = queryables.filter(({ type }) => type !== "geometry").map(({ id }) => id);
  const numbers = queryables
    .filter(({ type }) => type === "number" || type === "integer")
    .map(({ id }) => id);
  let some = 0;
  for (let i = 0; i < count; i++) {
    const selection = someSelection(features, id === "svc:hotspots");
    const request = someRequest(names, numbers);
    const expected = await memory.aggregate(selection, request);
    const filter = selection.filter === undefined ? "" : print(selection.filter);
    const text = `${JSON.stringify({ ...selection, filter })} ${JSON.stringify(request)}`;
    assert.deepEqual(await store.aggregate(selection, request), expected, text);
    if (expected.matched > 0) some++;
  }
  assert.ok(some > count / 3, `only ${some} requests count something`);
}
