/** About a millisecond. */
const positionsPerPart = 4096;

/**
 * A geometry as `JSON.stringify` prints it, in parts of a few thousand positions at most, since a
 * text of megabytes takes long to copy.
 */
export function* geometryTextParts(geometry: Geometry): Generator<string, void> {
  let separator = "{";
  for (const [name, value] of Object.entries(geometry)) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    if (name === "coordinates" || name === "geometries") yield* listParts(value);
    else yield JSON.stringify(value);
    separator = ",";
  }
  yield "}";
}

function* listParts(list: readonly unknown[]): Generator<string, void> {
  const [first] = list;
  // One position, or nothing.
  if (typeof first !== "object") return yield JSON.stringify(list);
  let separator = "[";
  if (Array.isArray(first) && !Array.isArray(first[0])) {
    for (let at = 0; at < list.length; at += positionsPerPart) {
      yield separator + JSON.stringify(list.slice(at, at + positionsPerPart)).slice(1, -1);
      separator = ",";
    }
  } else {
    for (const each of list) {
      yield separator;
      yield* Array.isArray(each) ? listParts(each) : geometryTextParts(each as Geometry);
      separator = ",";
    }
  }
  yield "]";
}

/**
 * Longitude, latitude in degrees (WGS 84), then an optional height in metres (RFC 7946
 * section 3.1.1). In an answer in another CRS, the axes are those of that CRS.
 */
export type Position = [longitude: number, latitude: number, ...rest: number[]];

/** Longitude and latitude in degrees, without a height. */
export type LonLat = readonly [longitude: number, latitude: number];

/**
 * Degrees without heights. West greater than east crosses the antimeridian (RFC 7946 section 5.2).
 */
export type Box = readonly [west: number, south: number, east: number, north: number];

/** A box, or one with heights in metres third and sixth (RFC 7946 section 5). */
export type Bbox =
  | Box
  | readonly [west: number, south: number, low: number, east: number, north: number, high: number];

export interface Point {
  type: "Point";
  coordinates: Position;
}

export interface MultiPoint {
  type: "MultiPoint";
  coordinates: Position[];
}

export interface LineString {
  type: "LineString";
  coordinates: Position[];
}

export interface MultiLineString {
  type: "MultiLineString";
  coordinates: Position[][];
}

/** Rings are closed; the first is the outer one, the rest are holes. */
export interface Polygon {
  type: "Polygon";
  coordinates: Position[][];
}

export interface MultiPolygon {
  type: "MultiPolygon";
  coordinates: Position[][][];
}

export interface GeometryCollection {
  type: "GeometryCollection";
  geometries: Geometry[];
}

/** RFC 7946 section 3.1. */
export type Geometry =
  | Point
  | MultiPoint
  | LineString
  | MultiLineString
  | Polygon
  | MultiPolygon
  | GeometryCollection;

export type Properties = Record<string, unknown>;

/** RFC 7946 section 3.2. `geometry` is null for a feature without location. */
export interface Feature<P = Properties> {
  type: "Feature";
  id?: string | number;
  geometry: Geometry | null;
  properties: P | null;
}

/** Calls `visit` with every position of a geometry, in order. */
export function eachPosition(geometry: Geometry, visit: (position: Position) => void): void {
  switch (geometry.type) {
    case "Point":
      visit(geometry.coordinates);
      break;
    case "MultiPoint":
    case "LineString":
      for (const position of geometry.coordinates) visit(position);
      break;
    case "MultiLineString":
    case "Polygon":
      for (const line of geometry.coordinates) for (const position of line) visit(position);
      break;
    case "MultiPolygon":
      for (const rings of geometry.coordinates) {
        for (const ring of rings) for (const position of ring) visit(position);
      }
      break;
    case "GeometryCollection":
      for (const member of geometry.geometries) eachPosition(member, visit);
  }
}

/** Every position of a geometry, in order; the first of a ring is repeated as its last. */
export function positionsOf(geometry: Geometry): Position[] {
  const positions: Position[] = [];
  eachPosition(geometry, (position) => positions.push(position));
  return positions;
}

/** The lines, rings and single positions that a geometry consists of, in order. */
export function pathsOf(geometry: Geometry): Position[][] {
  switch (geometry.type) {
    case "Point":
      return [[geometry.coordinates]];
    case "MultiPoint":
      return geometry.coordinates.map((position) => [position]);
    case "LineString":
      return [geometry.coordinates];
    case "MultiLineString":
    case "Polygon":
      return geometry.coordinates;
    case "MultiPolygon":
      return geometry.coordinates.flat();
    case "GeometryCollection":
      return geometry.geometries.flatMap(pathsOf);
  }
}

/** The polygons of a geometry, each as its rings, in order; none for points and lines. */
export function polygonsOf(geometry: Geometry): Position[][][] {
  switch (geometry.type) {
    case "Polygon":
      return [geometry.coordinates];
    case "MultiPolygon":
      return geometry.coordinates;
    case "GeometryCollection":
      return geometry.geometries.flatMap(polygonsOf);
    default:
      return [];
  }
}
