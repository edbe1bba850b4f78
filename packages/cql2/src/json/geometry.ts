import type { Geometry, Position } from "@emberline/geo";
import { didYouMean } from "../did-you-mean.ts";
import { limitError } from "../limits.ts";
import { geometryTypes } from "../operators.ts";
import { failAt, member } from "./path.ts";

/** A GeoJSON geometry without members that RFC 7946 does not define for it. */
export function readGeometry(
  value: Readonly<Record<string, unknown>>,
  path: string,
  depth: number,
  deepest: number,
): Geometry {
  if (depth > deepest) throw limitError("depth", deepest);
  const { type, coordinates, geometries } = value;
  if (typeof type !== "string" || !geometryTypes.has(type.toUpperCase())) {
    const hint = didYouMean(String(type), geometryTypes.values());
    failAt(path, `type is one of ${[...geometryTypes.values()].join(", ")}${hint}`);
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
  const at = member(path, "coordinates");
  switch (type) {
    case "Point":
      return { type, coordinates: readPosition(coordinates, at) };
    case "MultiPoint":
    case "LineString":
      return { type, coordinates: readPositions(coordinates, at) };
    case "MultiLineString":
    case "Polygon":
      return { type, coordinates: readLines(coordinates, at) };
    case "MultiPolygon":
      return { type, coordinates: readPolygons(coordinates, at) };
  }
  failAt(path, `type is written ${geometryTypes.get(type.toUpperCase())}`);
}

type Reader<T> = (value: unknown, path: string) => T;

function listOf<T>(read: Reader<T>, items: string): Reader<T[]> {
  return (value, path) => {
    if (!Array.isArray(value) || value.length === 0) {
      failAt(path, `Coordinates here are an array of ${items}`);
    }
    return value.map((item, i) => read(item, `${path}[${i}]`));
  };
}

const readPositions = listOf(readPosition, "positions");
const readLines = listOf(readPositions, "arrays");
const readPolygons = listOf(readLines, "arrays");

/** Adding 0 makes 0 of -0, so that equal filters are equal trees. */
function readPosition(value: unknown, path: string): Position {
  if (Array.isArray(value) && value.every(Number.isFinite)) {
    const [x, y, z, ...rest]: number[] = value;
    if (x !== undefined && y !== undefined && rest.length === 0) {
      return z === undefined ? [x + 0, y + 0] : [x + 0, y + 0, z + 0];
    }
  }
  failAt(path, "A position is [longitude, latitude], or three numbers with a height");
}
