import type { Feature, Geometry, Position } from "./geojson.ts";

export const CRS84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84";

/** A coordinate reference system the service can read and write. */
export interface Crs {
  uri: string;
  /** Projected systems know no antimeridian to cross. */
  isProjected: boolean;
  /** From this system, in its own axis order, to longitude and latitude in degrees. */
  toLonLat(first: number, second: number): [number, number];
  /** The reverse. */
  fromLonLat(longitude: number, latitude: number): [number, number];
}

const EARTH_RADIUS_M = 6_378_137;
const RADIANS = Math.PI / 180;
/** Mercator has no poles; this close to them its metres are still finite. */
const MAX_LATITUDE = 89.999_999;

/** The systems offered, the default and that of storage first (OGC API Features Part 2). */
export const CRS_LIST: readonly Crs[] = [
  {
    uri: CRS84,
    isProjected: false,
    toLonLat: (longitude, latitude) => [longitude, latitude],
    fromLonLat: (longitude, latitude) => [longitude, latitude],
  },
  {
    // EPSG defines latitude as the first axis.
    uri: "http://www.opengis.net/def/crs/EPSG/0/4326",
    isProjected: false,
    toLonLat: (latitude, longitude) => [longitude, latitude],
    fromLonLat: (longitude, latitude) => [latitude, longitude],
  },
  {
    // Pseudo-Mercator: EPSG Guidance Note 7-2, method 1024; metres, easting first.
    uri: "http://www.opengis.net/def/crs/EPSG/0/3857",
    isProjected: true,
    toLonLat: (x, y) => [
      x / EARTH_RADIUS_M / RADIANS,
      (2 * Math.atan(Math.exp(y / EARTH_RADIUS_M)) - Math.PI / 2) / RADIANS,
    ],
    fromLonLat: (longitude, latitude) => {
      const clamped = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)) * RADIANS;
      const y = EARTH_RADIUS_M * Math.log(Math.tan(Math.PI / 4 + clamped / 2));
      return [round(EARTH_RADIUS_M * longitude * RADIANS), round(y)];
    },
  },
];

export const DEFAULT_CRS = CRS_LIST[0]!;

export function findCrs(uri: string): Crs | undefined {
  return CRS_LIST.find((crs) => crs.uri === uri);
}

/** GeoJSON text of a feature with its geometry in a system; in the default one it stays as it is. */
export function featureInCrs(text: string, crs: Crs): string {
  if (crs === DEFAULT_CRS) return text;
  const feature = JSON.parse(text) as Feature;
  if (!feature.geometry) return text;
  return JSON.stringify({
    ...feature,
    geometry: convertGeometry(feature.geometry, crs.fromLonLat),
  });
}

type Convert = (first: number, second: number) => [number, number];

/** A geometry with every position converted; heights stay as they are. */
export function convertGeometry(geometry: Geometry, convert: Convert): Geometry {
  if (geometry.type === "GeometryCollection") {
    const geometries = geometry.geometries.map((member) => convertGeometry(member, convert));
    return { ...geometry, geometries };
  }
  return { ...geometry, coordinates: convertNested(geometry.coordinates, convert) } as Geometry;
}

/** A box of 4 or 6 numbers, heights kept. */
export function convertBox(numbers: number[], crs: Crs): number[] {
  const half = numbers.length / 2;
  const corner = (from: number) => [
    ...crs.toLonLat(numbers[from]!, numbers[from + 1]!),
    ...numbers.slice(from + 2, from + half),
  ];
  return [...corner(0), ...corner(half)];
}

type Nested = Position | Nested[];

function convertNested(nested: Nested, convert: Convert): Nested {
  if (typeof nested[0] !== "number")
    return (nested as Nested[]).map((item) => convertNested(item, convert));
  const [first, second, ...rest] = nested as [number, number, ...number[]];
  return [...convert(first, second), ...rest];
}

/** Millimetres are finer than any source. */
function round(metres: number): number {
  return Math.round(metres * 1000) / 1000;
}
