import type { CollectionId } from "../values/collections.ts";

export type FeatureFormat = "geojsonl" | "geojson" | "csv";

export type FileKind =
  | { into: CollectionId; format: FeatureFormat }
  | { into: "simulations"; format: "json" };

const prefixes: [string, CollectionId][] = [
  ["hotspots", "svc:hotspots"],
  ["firms", "svc:hotspots"],
  ["perimeters", "svc:satellite-perimeters"],
  ["satellite-perimeters", "svc:satellite-perimeters"],
  ["static-heat-sources", "svc:static-heat-sources"],
];

/** The format, from the extension of a file name. */
export function formatOf(name: string): FeatureFormat | "json" | undefined {
  return /\.(geojsonl|geojson|csv|json)(?:\.gz)?$/.exec(name)?.[1] as FeatureFormat | undefined;
}

/** The kind of a file, from its name; undefined for files that the loader ignores. */
export function fileKind(name: string): FileKind | undefined {
  const format = formatOf(name);
  if (format === "json") {
    return name.startsWith("simulations") ? { into: "simulations", format } : undefined;
  }
  const into = prefixes.find(([prefix]) => name.startsWith(prefix))?.[1];
  if (!into || !format) return undefined;
  return { into, format };
}
