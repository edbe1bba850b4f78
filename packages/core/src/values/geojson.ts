/**
 * Longitude, latitude in degrees (WGS 84) and optionally altitude in metres and one more number;
 * in the axis order of the CRS where a `crs` was asked for.
 */
export type Position = [number, number, ...number[]];

/** `[west, south, east, north]`, or with heights `[west, south, low, east, north, high]`. West > east crosses the antimeridian. */
export type Bbox =
  | [west: number, south: number, east: number, north: number]
  | [west: number, south: number, low: number, east: number, north: number, high: number];

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

/** RFC 7946 section 3.2. Members that the RFC does not name are kept. `geometry` is null for a feature without location. */
export interface Feature<P = Properties> {
  type: "Feature";
  id?: string | number;
  geometry: Geometry | null;
  properties: P | null;
  links?: Link[];
  [member: string]: unknown;
}

export interface Link {
  href: string;
  rel?: string;
  type?: string;
  hreflang?: string;
  title?: string;
  length?: number;
  [member: string]: unknown;
}
