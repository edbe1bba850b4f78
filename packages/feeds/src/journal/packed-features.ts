import type { Geometry, Properties } from "@emberline/geo";
import type { FeedFeature } from "../feed-feature.ts";

/** Features as rows: names of properties are written once for all features that share them. */
export interface PackedFeatures {
  readonly names: readonly (readonly string[])[];
  /** id, index in `names` (-1: properties as they are), start, duration, geometry, values. */
  readonly rows: readonly (readonly unknown[])[];
}

const before = 5;

export function packFeatures(features: readonly FeedFeature[]): PackedFeatures {
  const names: string[][] = [];
  const indexOf = new Map<string, number>();
  const rows = features.map(({ id, geometry, properties, time }) => {
    const keys = Object.keys(properties ?? {}).filter((key) => properties?.[key] !== undefined);
    const fixed = [time?.start ?? null, time ? time.end - time.start : null, packPlace(geometry)];
    // Assigning to "__proto__" would set the prototype instead of a property.
    if (!properties || keys.includes("__proto__")) return [id, -1, ...fixed, properties];
    const name = JSON.stringify(keys);
    const index = indexOf.get(name) ?? names.push(keys) - 1;
    indexOf.set(name, index);
    return [id, index, ...fixed, ...keys.map((key) => properties[key])];
  });
  return { names, rows };
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
