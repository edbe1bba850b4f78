import type { CollectionId } from "../collections.ts";

export type FeatureFormat = "geojsonl" | "geojson" | "csv";

export type FileKind =
  | { into: CollectionId; format: FeatureFormat }
  | { into: "simulations"; format: "json" };

const PREFIXES: [string, CollectionId][] = [
  ["hotspots", "svc:hotspots"],
  ["firms", "svc:hotspots"],
  ["perimeters", "svc:satellite-perimeters"],
  ["satellite-perimeters", "svc:satellite-perimeters"],
  ["static-heat-sources", "svc:static-heat-sources"],
];

/** What a file name says about its content; undefined when it says nothing to the loader. */
export function fileKind(name: string): FileKind | undefined {
  const format = /\.(geojsonl|geojson|csv|json)(?:\.gz)?$/.exec(name)?.[1];
  if (format === "json") {
    return name.startsWith("simulations") ? { into: "simulations", format } : undefined;
  }
  const into = PREFIXES.find(([prefix]) => name.startsWith(prefix))?.[1];
  if (!into || !format) return undefined;
  return { into, format: format as FeatureFormat };
}
