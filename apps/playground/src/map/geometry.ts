import type { GeoGeometryObjects } from "d3-geo";
import { isObject } from "../json.ts";

export type Geometry = Exclude<GeoGeometryObjects, { type: "Sphere" }>;
/** Longitude, latitude in degrees. */
export type Position = readonly [number, number];
/** West, south, east, north in degrees; west > east crosses the antimeridian. */
export type Bbox = readonly [number, number, number, number];

/** Mean radius of the earth, IUGG 1980. */
export const earthRadiusKm = 6371.0088;

/** Longest step along a parallel: where great arcs are drawn between the steps, they stay on it. */
const stepDeg = 1;

/** The outline of a box as a line: along parallels and meridians, not along great arcs. */
export function boxOutline([west, south, east, north]: Bbox): Geometry {
  const widthDeg = east < west ? east - west + 360 : east - west;
  const steps = Math.max(1, Math.ceil(widthDeg / stepDeg));
  const along = (lat: number) =>
    Array.from({ length: steps + 1 }, (_, i) => [west + (widthDeg * i) / steps, lat]);
  const coordinates = [...along(south), ...along(north).reverse(), [west, south]];
  return { type: "LineString", coordinates };
}

const geometryTypes = [
  "Point",
  "MultiPoint",
  "LineString",
  "MultiLineString",
  "Polygon",
  "MultiPolygon",
  "GeometryCollection",
];

/** The server has checked geometries; a property of the same name may be anything. */
export function isGeometry(value: unknown): value is Geometry {
  return isObject(value) && typeof value.type === "string" && geometryTypes.includes(value.type);
}

export function isBbox(value: unknown): value is Bbox {
  return isNumbers(value, 4);
}

export function isPosition(value: unknown): value is Position {
  return isNumbers(value, 2);
}

function isNumbers(value: unknown, length: number): value is number[] {
  return Array.isArray(value) && value.length === length && value.every(Number.isFinite);
}

/** Every position of a geometry. */
export function positionsOf(geometry: Geometry): Position[] {
  if (geometry.type === "GeometryCollection") return geometry.geometries.flatMap(positionsOf);
  const depth = {
    Point: 0,
    MultiPoint: 1,
    LineString: 1,
    MultiLineString: 2,
    Polygon: 2,
    MultiPolygon: 3,
  };
  const flat: unknown[] = [geometry.coordinates].flat(depth[geometry.type] as 1);
  return flat as Position[];
}
