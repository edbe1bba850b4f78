import type { CountriesOf, Layer } from "@emberline/feeds";
import type { Bbox } from "@emberline/geo";
import { notFound } from "./problems.ts";

/** Ids of collections, in the order they are listed; the first three are the interface's. */
export const collectionIds = [
  "svc:satellite-perimeters",
  "svc:static-heat-sources",
  "svc:hotspots",
  "svc:incidents",
  "svc:evacuation-zones",
  "svc:assets",
] as const;

export type CollectionId = (typeof collectionIds)[number];

/** A value for each collection. */
export function byCollection<Value>(of: (id: CollectionId) => Value): Record<CollectionId, Value> {
  return Object.fromEntries(collectionIds.map((id) => [id, of(id)])) as Record<CollectionId, Value>;
}

/** A place and a time of which data files are complete. */
export interface CoveredSet {
  /** The only areas that they are of; none for the world. */
  readonly boxes?: readonly Bbox[];
  /** The times that they are of; RFC 3339. */
  readonly intervals?: readonly (readonly [start: string, end: string])[];
}

/** What data files cover, as their folder declares it. */
export interface DeclaredCoverage extends CoveredSet {
  readonly countries: readonly CountriesOf[];
  /** Files that cover other times in other places; absent if all cover the same. */
  readonly sets?: readonly CoveredSet[];
}

export type DeclaredCoverages = Partial<Record<CollectionId, DeclaredCoverage>>;

interface CollectionText {
  title: string;
  description: string;
}

interface Collection extends CollectionText {
  readonly layer: Layer;
  /** Its table in a database. */
  readonly table: string;
  /** What one feature is. */
  readonly noun: string;
  /** What notices call its features. */
  readonly nouns: string;
  /** Beginnings of the names of its data files; the first is written. */
  readonly files: readonly [string, ...string[]];
  /** Listed only where something fills it: it is not of the interface. */
  readonly isOptional?: true;
}

const collections: Readonly<Record<CollectionId, Collection>> = {
  "svc:satellite-perimeters": {
    layer: "perimeters",
    table: "satellite_perimeters",
    noun: "perimeter",
    nouns: "perimeters",
    files: ["perimeters", "satellite-perimeters"],
    title: "Fire perimeters",
    description:
      "Outlines of burned or burning areas, one feature per fire and mapping: snapshots, so areas of one fire must not be added up.",
  },
  "svc:static-heat-sources": {
    layer: "staticHeatSources",
    table: "static_heat_sources",
    noun: "heat source",
    nouns: "static heat sources",
    files: ["static-heat-sources"],
    title: "Static heat sources",
    description:
      "Places that are hot without a wildfire, such as power plants, steel plants, gas flares and volcanoes. The list is never complete.",
  },
  "svc:hotspots": {
    layer: "hotspots",
    table: "hotspots",
    noun: "detection",
    nouns: "hotspots",
    files: ["hotspots", "firms"],
    title: "Hotspots",
    description:
      "Thermal anomalies detected by satellites (MODIS and VIIRS), one feature per warm pixel and overpass. A detection is not a fire, and no detection does not mean safe.",
  },
  "svc:incidents": {
    layer: "incidents",
    table: "incidents",
    noun: "incident",
    nouns: "incidents",
    files: ["incidents"],
    isOptional: true,
    title: "Reported incidents",
    description:
      "Fires as agencies report them, mapped or not: one feature per fire, at its point of origin, with the size, containment and time of the last report. Prescribed fires are among them (incident_type). Agencies correct reports later, and a fire that left their list is not thereby out.",
  },
  "svc:evacuation-zones": {
    layer: "evacuationZones",
    table: "evacuation_zones",
    noun: "evacuation zone",
    nouns: "evacuation zones",
    files: ["evacuation-zones"],
    isOptional: true,
    title: "Evacuation zones",
    description:
      "Areas for which an authority has ordered or advised to leave, as last read; status is in the words of its source. Sources cover single states: outside of a zone is not safe, and orders may be newer than these data.",
  },
  "svc:assets": {
    layer: "assets",
    table: "assets",
    noun: "asset",
    nouns: "assets",
    files: ["assets"],
    isOptional: true,
    title: "Assets",
    description:
      "The operator's own sites, lines and areas, for distances to fires. They are not fires.",
  },
};

/** What a collection of detections says that it has, by the one system that they are of. */
export function detectionsText(system: string): string {
  const what =
    system === "FIRMS"
      ? collections["svc:hotspots"].description
      : "Fires that satellites see, one feature for each that the system tracks. A detection is not a fire, and no detection does not mean safe.";
  return `${what} All are of one system, ${system}: others see the same fires, so their counts are not added up.`;
}

/** Title and description of a collection; those that are all made up say so in both. */
export function collectionText(id: CollectionId, isSynthetic: boolean): CollectionText {
  const { title, description } = collections[id];
  if (!isSynthetic) return { title, description };
  return {
    title: `${title} (synthetic data)`,
    description: `Synthetic data for trying the service: not real fires. ${description}`,
  };
}

export function isCollectionId(id: string): id is CollectionId {
  return (collectionIds as readonly string[]).includes(id);
}

type Operation =
  | "description"
  | "items"
  | "item"
  | "queryables"
  | "schema"
  | "sortables"
  | "aggregate";

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
  {
    collections: listed,
    documentedOnly,
  }: { readonly collections: readonly CollectionId[]; readonly documentedOnly: boolean },
): CollectionId {
  if (!isCollectionId(id) || !listed.includes(id)) {
    throw notFound(`There is no such collection; the collections are ${listed.join(", ")}.`);
  }
  if (documentedOnly && undocumented[id]?.includes(operation)) {
    throw notFound(`This operation is not offered for ${id}.`);
  }
  return id;
}

/** The collection of each layer. */
export const collectionOf = Object.fromEntries(
  collectionIds.map((id) => [collections[id].layer, id]),
) as Readonly<Record<Layer, CollectionId>>;

export const layers = Object.keys(collectionOf) as Layer[];

/** Static heat sources and assets have no time. */
export function isInTime(layer: Layer): boolean {
  return layer !== "staticHeatSources" && layer !== "assets";
}

export function tableOf(id: CollectionId): string {
  return collections[id].table;
}

/** What one feature of a collection is, such as `perimeter`. */
export function nounOf(id: CollectionId): string {
  return collections[id].noun;
}

/** What notices call the features of a layer. */
export function nounsOf(layer: Layer): string {
  return collections[collectionOf[layer]].nouns;
}

/** Beginnings of the names of a collection's data files, of which the first is written. */
export function filesOf(id: CollectionId): Collection["files"] {
  return collections[id].files;
}

/** Those of the interface, and those that something fills. */
export function listedCollections(isFilled: (id: CollectionId) => boolean): CollectionId[] {
  return collectionIds.filter((id) => !collections[id].isOptional || isFilled(id));
}
