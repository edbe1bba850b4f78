import { type CollectionId, collectionIds, filesOf } from "../values/collections.ts";

export type FeatureFormat = "geojsonl" | "geojson" | "csv";

export type FileKind =
  | { into: CollectionId; format: FeatureFormat }
  | { into: "simulations"; format: "json" };

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
  const into = collectionIds.find((id) => filesOf(id).some((prefix) => name.startsWith(prefix)));
  if (!into || !format) return undefined;
  return { into, format };
}
