import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Feature } from "../src/index.ts";

/** Data beside the checkout, which never enters it. */
const root = new URL("../../../../shared/data/", import.meta.url);

/** The reason to skip tests on shared data, or false where it is there. */
export const skip: string | false = existsSync(root) ? false : "no shared data beside the checkout";

export function sharedPath(name: string): URL {
  return new URL(name, root);
}

export function readShared(name: string): string {
  const bytes = readFileSync(sharedPath(name));
  return (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

/** Features of a file with one on each line. */
export function readFeatures(name: string): (Feature & { id: string })[] {
  return readShared(name)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Feature & { id: string });
}

/** A filter of the standard's abstract tests and the number of features that it selects. */
export interface CountRow {
  class: string;
  dataset: string;
  filter: string;
  count: number;
}

export function readCounts(): CountRow[] {
  return JSON.parse(readShared("cql2/expected-counts.json")) as CountRow[];
}

export function readDataset(dataset: string): { features: Feature[]; queryables: unknown } {
  const collection = JSON.parse(readShared(`cql2/${dataset}.geojson.gz`));
  return {
    features: collection.features,
    queryables: JSON.parse(readShared(`cql2/${dataset}.queryables.json`)),
  };
}

/**
 * Rows where the standard contradicts itself, and what its own text gives: of all
 * names only Chișinău begins with "Chis", so 2 would have to select Chicago
 * (https://github.com/opengeospatial/ogcapi-features/issues/1011).
 */
export const ERRATA: ReadonlyMap<string, number> = new Map([
  ["ACCENTI(CASEI(name)) LIKE accenti(casei('Chiș%'))", 1],
]);

/** A reproducible source of numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
