import { extentOf, type Geometry, type Position, type Properties } from "@emberline/geo";
import type { TimedFeature } from "../store/feature-store.ts";
import { keyOf } from "./rows.ts";

/** A key of an index has at most 2,700 bytes. */
const maxIdBytes = 2600;

/** The columns of `COPY`, in order. */
export const copiedColumns =
  "id, start_ms, end_ms, west, south, east, north, is_point, geom, properties, is_exact, shape, body, is_live";

/** What a table has of a feature besides the feature. */
export interface FeatureMarks {
  /** The number of its property shape. */
  readonly shape: number;
  /** Whether a live feed put it there, so that it leaves when it is too old. */
  readonly isLive: boolean;
}

/** One line of `COPY` in its text format. */
export function featureLine(feature: TimedFeature, { shape, isLive }: FeatureMarks): string {
  const { id, time, geometry } = feature;
  const key = keyOf(id);
  if (key.length > maxIdBytes / 3 && Buffer.byteLength(key) > maxIdBytes) {
    throw new Error(`An id is longer than the ${maxIdBytes} bytes that PostgreSQL can index.`);
  }
  const json = propertiesText(feature.properties);
  const isExact = !hasOddText(json);
  const properties = copyText(json);
  const place = placeOf(geometry);
  const start = time ? time.start : -Infinity;
  const end = time ? time.end : Infinity;
  const stored = isExact && feature.properties ? properties : "\\N";
  // A feature as answers have it.
  const body = `{"type":"Feature","id":${copyText(JSON.stringify(id))},"geometry":${place.json},"properties":${properties}}`;
  return `${copyText(key)}\t${start}\t${end}\t${place.columns}\t${stored}\t${isExact}\t${shape}\t${body}\t${isLive}\n`;
}

interface Place {
  /** Bounds, `is_point` and `geom`. */
  readonly columns: string;
  readonly json: string;
}

function placeOf(geometry: Geometry | null): Place {
  if (geometry?.type === "Point" && geometry.coordinates.length === 2) {
    const [x, y] = geometry.coordinates as [number, number];
    return {
      columns: `${x}\t${y}\t${x}\t${y}\ttrue\t${pointHex(x, y)}`,
      // As the store in memory, which keeps only the coordinates of a plain point.
      json: `{"type":"Point","coordinates":[${JSON.stringify(x)},${JSON.stringify(y)}]}`,
    };
  }
  const json = copyText(JSON.stringify(geometry));
  const bounds = geometry && extentOf(geometry);
  if (!bounds) return { columns: "\\N\t\\N\t\\N\t\\N\tfalse\t\\N", json };
  const flat = copyText(JSON.stringify(flatGeometry(geometry)));
  return { columns: `${bounds.join("\t")}\tfalse\t${flat}`, json };
}

const point = Buffer.from("0101000020E610000000000000000000000000000000000000", "hex");

/** PostGIS' own form of a point in EPSG:4326, which it reads fastest. */
function pointHex(x: number, y: number): string {
  point.writeDoubleLE(x, 9);
  point.writeDoubleLE(y, 17);
  return point.toString("hex");
}

/** Without heights. */
function flatGeometry(geometry: Geometry): object {
  if (geometry.type === "GeometryCollection") {
    return { type: geometry.type, geometries: geometry.geometries.map(flatGeometry) };
  }
  return { type: geometry.type, coordinates: flat(geometry.coordinates) };
}

type Nested = Position | readonly Nested[];

function flat(coordinates: Nested): Nested {
  if (typeof coordinates[0] === "number") return coordinates.slice(0, 2) as Position;
  return (coordinates as readonly Nested[]).map(flat);
}

function propertiesText(properties: Properties | null): string {
  if (!properties) return "null";
  for (const name in properties) {
    if (properties[name] === undefined) return JSON.stringify(withNulls(properties));
  }
  return JSON.stringify(properties);
}

/** A property without a value is null, as it is in the store in memory. */
function withNulls(properties: Properties): object {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, value === undefined ? null : value]),
  );
}

/** Whether a JSON text has characters that PostgreSQL's JSON cannot express. */
function hasOddText(json: string): boolean {
  return json.includes("\\") && /\\u(0000|d[89a-f])/.test(json);
}

function copyText(text: string): string {
  if (!/[\\\t\n\r]/.test(text)) return text;
  return text.replace(/[\\\t\n\r]/g, (c) => copyEscapes[c]!);
}

const copyEscapes: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
};
