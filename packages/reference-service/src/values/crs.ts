import {
  type Bbox,
  type Feature as GeoJsonFeature,
  type Geometry,
  type Position,
  semiMajorKm,
} from "@emberline/geo";

export const crs84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84";

/** A coordinate reference system the service can read and write. */
export interface Crs {
  uri: string;
  /** Boxes in projected systems cannot cross the antimeridian. */
  isProjected: boolean;
  /** From this system, in its own axis order, to longitude and latitude in degrees. */
  toLonLat(first: number, second: number): [number, number];
  /** The reverse. */
  fromLonLat(longitude: number, latitude: number): [number, number];
}

/** EPSG:3857 treats the ellipsoid as a sphere with its semi-major axis as radius. */
const earthRadiusM = semiMajorKm * 1000;
const radiansPerDegree = Math.PI / 180;
/** Mercator is infinite at the poles; up to this latitude its coordinates stay finite. */
const maxLatitude = 89.999_999;

/** The systems offered, the default and that of storage first (OGC API Features Part 2). */
export const crsList: readonly Crs[] = [
  {
    uri: crs84,
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
      x / earthRadiusM / radiansPerDegree,
      (2 * Math.atan(Math.exp(y / earthRadiusM)) - Math.PI / 2) / radiansPerDegree,
    ],
    fromLonLat: (longitude, latitude) => {
      const clamped = Math.max(-maxLatitude, Math.min(maxLatitude, latitude)) * radiansPerDegree;
      const y = earthRadiusM * Math.log(Math.tan(Math.PI / 4 + clamped / 2));
      return [round(earthRadiusM * longitude * radiansPerDegree), round(y)];
    },
  },
];

export const defaultCrs = crsList[0]!;

export function findCrs(uri: string): Crs | undefined {
  return crsList.find((crs) => crs.uri === uri);
}

/** GeoJSON text of a feature with its geometry in a CRS; unchanged in the default one. */
export function featureInCrs(text: string, crs: Crs): string {
  if (crs === defaultCrs) return text;
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
  const position = ([first, second, ...rest]: Position): Position => [
    ...convert(first, second),
    ...rest,
  ];
  const line = (positions: Position[]) => positions.map(position);
  switch (geometry.type) {
    case "Point":
      return { ...geometry, coordinates: position(geometry.coordinates) };
    case "MultiPoint":
    case "LineString":
      return { ...geometry, coordinates: line(geometry.coordinates) };
    case "MultiLineString":
    case "Polygon":
      return { ...geometry, coordinates: geometry.coordinates.map(line) };
    case "MultiPolygon":
      return { ...geometry, coordinates: geometry.coordinates.map((rings) => rings.map(line)) };
    case "GeometryCollection":
      return {
        ...geometry,
        geometries: geometry.geometries.map((member) => convertGeometry(member, convert)),
      };
  }
}

/** A box in longitude and latitude, heights kept. */
export function convertBox(bbox: Bbox, { toLonLat }: Crs): Bbox {
  if (bbox.length === 4) return [...toLonLat(bbox[0], bbox[1]), ...toLonLat(bbox[2], bbox[3])];
  const [a, b, low, c, d, high] = bbox;
  return [...toLonLat(a, b), low, ...toLonLat(c, d), high];
}

/** Millimetres are finer than any source. */
function round(metres: number): number {
  return Math.round(metres * 1000) / 1000;
}

/** A stored feature: RFC 7946, always with a string id. */
export interface Feature extends GeoJsonFeature {
  id: string;
}
