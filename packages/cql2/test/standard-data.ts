import { readShared } from "@emberline/test-support/shared-data";
import type { Feature } from "../src/index.ts";

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
export const errata: ReadonlyMap<string, number> = new Map([
  ["ACCENTI(CASEI(name)) LIKE accenti(casei('Chiș%'))", 1],
]);
