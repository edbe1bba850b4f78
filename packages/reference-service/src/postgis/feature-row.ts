import { createHash } from "node:crypto";
import { extentOf, type Geometry, type Properties } from "@emberline/geo";
import type { TimedFeature } from "../store/feature-store.ts";
import { ValueTypes } from "../store/value-types.ts";

/** A key of an index has at most 2,700 bytes. */
const maxIdBytes = 2600;

/** The columns of `COPY`, in order. */
export const copiedColumns =
  "id, start_ms, end_ms, west, south, east, north, is_point, geometry, properties, is_exact, shape, body";

/** The property names and kinds of a feature, with a digest that identifies them. */
export interface PropertyShape {
  readonly digest: string;
  /** `[name, kind][]` as JSON. */
  readonly kinds: string;
}

/** PostgreSQL's texts have no NUL; the order of ids stays that of their code points. */
export function keyOf(id: string): string {
  return id
    .toWellFormed()
    .replaceAll("\u0001", "\u0001\u0002")
    .replaceAll("\u0000", "\u0001\u0001");
}

/** The id of a key. */
export function idOf(key: string): string {
  return key.replaceAll("\u0001\u0001", "\u0000").replaceAll("\u0001\u0002", "\u0001");
}

/** A feature as answers have it. */
function featureText({ id, geometry, properties }: TimedFeature): string {
  const place = JSON.stringify(plainGeometry(geometry));
  return `{"type":"Feature","id":${JSON.stringify(id)},"geometry":${place},"properties":${propertiesText(properties)}}`;
}

/** One line of `COPY` in its text format. */
export function copyLine(feature: TimedFeature, shape: number): string {
  const key = keyOf(feature.id);
  if (Buffer.byteLength(key) > maxIdBytes) {
    throw new Error(`An id is longer than the ${maxIdBytes} bytes that PostgreSQL can index.`);
  }
  const { time } = feature;
  const geometry = plainGeometry(feature.geometry);
  const bounds = geometry && extentOf(geometry);
  const properties = propertiesText(feature.properties);
  const isExact = !hasOddText(properties);
  const fields = [
    key,
    time ? time.start : -Infinity,
    time ? time.end : Infinity,
    ...(bounds ?? [null, null, null, null]),
    geometry?.type === "Point" && geometry.coordinates.length === 2,
    bounds ? JSON.stringify(geometry) : null,
    isExact && feature.properties ? properties : null,
    isExact,
    shape,
    featureText(feature),
  ];
  return `${fields.map(copyField).join("\t")}\n`;
}

function copyField(value: string | number | boolean | null): string {
  if (value === null) return "\\N";
  return String(value).replace(/[\\\t\n\r]/g, (c) => copyEscapes[c]!);
}

const copyEscapes: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
};

/** As the store in memory, which keeps only the coordinates of a plain point. */
function plainGeometry(geometry: Geometry | null): Geometry | null {
  if (geometry?.type !== "Point" || geometry.coordinates.length !== 2) return geometry;
  return { type: "Point", coordinates: geometry.coordinates };
}

function propertiesText(properties: Properties | null): string {
  if (!properties) return "null";
  // A property without a value is null, as it is in the store in memory.
  return JSON.stringify(properties, function (this: unknown, _, value) {
    return value === undefined && this === properties ? null : value;
  });
}

/** Whether a JSON text has characters that PostgreSQL's JSON cannot express. */
function hasOddText(json: string): boolean {
  return /\\u(0000|d[89a-f])/.test(json);
}

/** @param kindOf see `kindOfValue`; a cached one is faster */
export function shapeOf(
  properties: Properties | null,
  kindOf: (value: unknown) => Kind,
): PropertyShape {
  const kinds = JSON.stringify(
    Object.entries(properties ?? {}).map(([name, value]) => [name, kindOf(value)]),
  );
  return { kinds, digest: createHash("sha256").update(kinds).digest("base64url") };
}

/** A value of each kind, which has the type of all others of its kind. */
const samples = {
  null: null,
  object: {},
  number: 0.5,
  integer: 0,
  boolean: true,
  string: "a text",
  uri: "https://fires.example",
  date: "2025-07-01",
  dateTime: "2025-07-01T00:00:00Z",
} as const;

export type Kind = keyof typeof samples;

export function kindOfValue(value: unknown): Kind {
  if (value === null || value === undefined) return "null";
  if (typeof value === "object") return "object";
  if (typeof value === "number" && !Number.isFinite(value)) return "null";
  const types = new ValueTypes();
  types.add(value);
  return types.types()[0] as Kind;
}

/** Adds the values of a kind to the types of a property. */
export function addKind(types: ValueTypes, kind: Kind): void {
  types.add(samples[kind]);
}
