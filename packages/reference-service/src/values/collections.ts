import type { CountriesOf, Layer } from "@emberline/feeds";
import type { Bbox } from "@emberline/geo";
import { notFound } from "./problems.ts";

/** The identifiers of the interface, in the order they are listed. */
export const collectionIds = [
  "svc:satellite-perimeters",
  "svc:static-heat-sources",
  "svc:hotspots",
] as const;

export type CollectionId = (typeof collectionIds)[number];

/** What data files cover, as their folder declares it. */
export interface DeclaredCoverage {
  readonly countries: readonly CountriesOf[];
  /** The only areas that they are of; none for the world. */
  readonly boxes?: readonly Bbox[];
  /** The times that they are of; RFC 3339. */
  readonly intervals?: readonly (readonly [start: string, end: string])[];
}

export type DeclaredCoverages = Partial<Record<CollectionId, DeclaredCoverage>>;

interface CollectionText {
  title: string;
  description: string;
}

const collectionTexts: Record<CollectionId, CollectionText> = {
  "svc:satellite-perimeters": {
    title: "Fire perimeters",
    description:
      "Outlines of burned or burning areas, one feature per fire and mapping: snapshots, so areas of one fire must not be added up.",
  },
  "svc:static-heat-sources": {
    title: "Static heat sources",
    description:
      "Places that are hot without a wildfire, such as power plants, steel plants, gas flares and volcanoes. The list is never complete.",
  },
  "svc:hotspots": {
    title: "Hotspots",
    description:
      "Thermal anomalies detected by satellites (MODIS and VIIRS), one feature per warm pixel and overpass. A detection is not a fire, and no detection does not mean safe.",
  },
};

/** Title and description of a collection; those that are all made up say so in both. */
export function collectionText(id: CollectionId, isSynthetic: boolean): CollectionText {
  const { title, description } = collectionTexts[id];
  if (!isSynthetic) return { title, description };
  return {
    title: `${title} (synthetic data)`,
    description: `Synthetic data for trying the service: not real fires. ${description}`,
  };
}

function isCollectionId(id: string): id is CollectionId {
  return (collectionIds as readonly string[]).includes(id);
}

type Operation = "description" | "items" | "item" | "queryables" | "schema" | "aggregate";

/** Operations that the interface document does not list, by collection. */
const undocumented: Partial<Record<CollectionId, Operation[]>> = {
  "svc:hotspots": ["description", "items", "queryables"],
  "svc:static-heat-sources": ["item"],
};

/**
 * The collection that a path names.
 * @throws {Problem} when it is unknown, or does not offer the operation (404)
 */
export function offeredCollection(
  operation: Operation,
  id: string,
  { documentedOnly }: { readonly documentedOnly: boolean },
): CollectionId {
  if (!isCollectionId(id)) {
    throw notFound(`There is no such collection; the collections are ${collectionIds.join(", ")}.`);
  }
  if (documentedOnly && undocumented[id]?.includes(operation)) {
    throw notFound(`This operation is not offered for ${id}.`);
  }
  return id;
}

/** The collection of each layer. */
export const collectionOf: Readonly<Record<Layer, CollectionId>> = {
  hotspots: "svc:hotspots",
  perimeters: "svc:satellite-perimeters",
  staticHeatSources: "svc:static-heat-sources",
};

export const layers = Object.keys(collectionOf) as Layer[];

/** Static heat sources have no time. */
export function isInTime(layer: Layer): boolean {
  return layer !== "staticHeatSources";
}

/** What notices call the features of a layer. */
export const layerNouns: Readonly<Record<Layer, string>> = {
  hotspots: "hotspots",
  perimeters: "perimeters",
  staticHeatSources: "static heat sources",
};
