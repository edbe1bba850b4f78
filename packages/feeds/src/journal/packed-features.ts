import type { Geometry, Properties } from "@emberline/geo";
import type { FeedFeature } from "../values/feed.ts";

/** Features as rows: names of properties are written once for all features that share them. */
export interface PackedFeatures {
  readonly names: readonly (readonly string[])[];
  /** id, index in `names` (-1: properties as they are), start, duration, geometry, values. */
  readonly rows: readonly (readonly unknown[])[];
}

/** Where the geometry of a row is. */
export const placeAt = 4;
const before = 5;

/** Packs features one by one; keeps the names that they share. */
export class PackedNames {
  readonly all: string[][] = [];
  readonly #indexOf = new Map<string, number>();
  /** Of the feature before: most have the same names. */
  #last = -1;

  /** A row of `PackedFeatures`. */
  pack({ id, geometry, properties, time }: FeedFeature): unknown[] {
    const row: unknown[] = [id, -1, time?.start ?? null, time ? time.end - time.start : null];
    row.push(packPlace(geometry));
    // Assigning to "__proto__" would set the prototype instead of a property.
    if (!properties || Object.hasOwn(properties, "__proto__")) {
      row.push(properties);
      return row;
    }
    const keys = Object.keys(properties).filter((key) => properties[key] !== undefined);
    row[1] = this.#last = this.#indexOfNames(keys);
    for (const key of keys) row.push(properties[key]);
    return row;
  }

  #indexOfNames(keys: string[]): number {
    const last = this.all[this.#last];
    if (last?.length === keys.length && last.every((key, i) => key === keys[i])) return this.#last;
    const name = JSON.stringify(keys);
    const index = this.#indexOf.get(name) ?? this.all.push(keys) - 1;
    this.#indexOf.set(name, index);
    return index;
  }
}

/** @param isWanted tells by its position whether a row is unpacked */
export function unpackFeatures(
  { names, rows }: PackedFeatures,
  isWanted: (row: number) => boolean,
): FeedFeature[] {
  const features: FeedFeature[] = [];
  for (let i = 0; i < rows.length; i++) if (isWanted(i)) features.push(unpack(names, rows[i]!));
  return features;
}

export function idOf(row: readonly unknown[]): string {
  return row[0] as string;
}

/** Epoch milliseconds; infinite without time. */
export function endOfRow(row: readonly unknown[]): number {
  return row[2] === null ? Number.POSITIVE_INFINITY : (row[2] as number) + (row[3] as number);
}

function unpack(names: PackedFeatures["names"], row: readonly unknown[]): FeedFeature {
  const [id, index, start, duration, place] = row as [
    string,
    number,
    number | null,
    number,
    unknown,
  ];
  return {
    type: "Feature",
    id,
    geometry: unpackPlace(place),
    properties: index < 0 ? (row[before] as Properties) : propertiesOf(names[index]!, row),
    time: start === null ? undefined : { start, end: start + duration },
  };
}

function propertiesOf(keys: readonly string[], row: readonly unknown[]): Properties {
  const properties: Properties = {};
  for (let i = 0; i < keys.length; i++) properties[keys[i]!] = row[before + i];
  return properties;
}

/** Most geometries are points of two coordinates: those are written as a pair. */
function packPlace(geometry: Geometry | null): unknown {
  const isPlain = geometry?.type === "Point" && Object.keys(geometry).length === 2;
  return isPlain && geometry.coordinates.length === 2 ? geometry.coordinates : geometry;
}

function unpackPlace(place: unknown): Geometry | null {
  return Array.isArray(place)
    ? { type: "Point", coordinates: place as [number, number] }
    : (place as Geometry | null);
}
