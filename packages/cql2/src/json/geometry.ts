import { limitError } from "../limits.ts";
import { didYouMean, nearest } from "../nearest.ts";
import { GEOMETRY_TYPES } from "../operators.ts";
import type { Geometry, Position } from "../tree.ts";
import { failAt, member } from "./reader.ts";

/** Nesting of coordinates, from one position to lists of lists of lists. */
const LEVELS: Readonly<Record<Exclude<Geometry["type"], "GeometryCollection">, number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

/** A GeoJSON geometry; members that RFC 7946 does not give a meaning here are left out. */
export function readGeometry(
  value: Readonly<Record<string, unknown>>,
  path: string,
  depth: number,
  deepest: number,
): Geometry {
  if (depth > deepest) throw limitError("depth", deepest);
  const { type, coordinates, geometries } = value;
  if (typeof type !== "string" || !GEOMETRY_TYPES.has(type.toUpperCase())) {
    const hint = didYouMean(nearest(String(type), GEOMETRY_TYPES.values(), 1));
    failAt(path, `type is one of ${[...GEOMETRY_TYPES.values()].join(", ")}${hint}`);
  }
  if (type === "GeometryCollection") {
    if (!Array.isArray(geometries)) failAt(path, "A GeometryCollection has an array of geometries");
    return {
      type,
      geometries: geometries.map((part: unknown, i) => {
        const at = `${member(path, "geometries")}[${i}]`;
        if (typeof part !== "object" || part === null) failAt(at, "A geometry is an object");
        return readGeometry(part as Record<string, unknown>, at, depth + 1, deepest);
      }),
    };
  }
  const levels = (LEVELS as Readonly<Record<string, number>>)[type];
  if (levels === undefined)
    failAt(path, `type is written ${GEOMETRY_TYPES.get(type.toUpperCase())}`);
  return {
    type,
    coordinates: readLevel(coordinates, levels, member(path, "coordinates")),
  } as Geometry;
}

function readLevel(value: unknown, level: number, path: string): unknown[] {
  if (level === 0) return readPosition(value, path);
  if (!Array.isArray(value) || value.length === 0) {
    failAt(path, `Coordinates here are an array of ${level === 1 ? "positions" : "arrays"}`);
  }
  return value.map((part, i) => readLevel(part, level - 1, `${path}[${i}]`));
}

function readPosition(value: unknown, path: string): Position {
  if (Array.isArray(value) && (value.length === 2 || value.length === 3)) {
    if (value.every(Number.isFinite)) return value.map((n: number) => n + 0);
  }
  failAt(path, "A position is [longitude, latitude], or three numbers with a height");
}
