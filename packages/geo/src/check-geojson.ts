import { isBbox } from "./bbox.ts";
import type { Geometry } from "./geojson.ts";

/*
 * Hand-written for speed on pages of thousands of features. Every check returns undefined or the
 * problem as "path: problem", to be appended to the name of the value.
 */

type Problem = string | undefined;

/** Optional checks beyond RFC 7946. */
export interface CheckOptions {
  /**
   * For data in no CRS but degrees: latitudes must lie within ±90, and longitudes within ± this,
   * which is 180, or more for outlines that go on beyond the antimeridian.
   */
  maxLongitude?: number | undefined;
}

/**
 * RFC 7946 section 3.1.8 advises against nesting; without a limit, hostile input would overflow
 * the stack.
 */
export const maxCollectionDepth = 16;

/**
 * The RFC 7946 violation in a Feature (section 3.2), or undefined:
 * `.geometry.coordinates[0]: a ring is not closed: …`, to be appended to the name of the feature.
 * Members of other standards are ignored.
 */
export function featureProblem(
  value: unknown,
  { maxLongitude = Infinity }: CheckOptions = {},
): string | undefined {
  if (!isObject(value) || value.type !== "Feature") return ': expected an object of type "Feature"';
  const { id, geometry, properties, bbox } = value;
  if (id !== undefined && typeof id !== "string" && !isFiniteNumber(id)) {
    return ".id: expected a string or number";
  }
  if (typeof properties !== "object" || Array.isArray(properties)) {
    return ".properties: expected an object or null";
  }
  if (bbox !== undefined && !isBbox(bbox)) return ".bbox: expected four or six numbers";
  if (geometry === null) return undefined;
  const problem = problemOf(geometry, maxLongitude, 0);
  return problem && `.geometry${problem}`;
}

/**
 * The RFC 7946 violation in a geometry (section 3.1), or undefined: `.coordinates[0]: a ring is not
 * closed: …`, to be appended to the name of the geometry. Positions have two to four numbers. Rings
 * may cross or touch themselves: agencies publish such rings.
 */
export function geometryProblem(
  value: unknown,
  { maxLongitude = Infinity }: CheckOptions = {},
): string | undefined {
  return problemOf(value, maxLongitude, 0);
}

/** Whether a value is a geometry of RFC 7946. */
export function isGeometry(value: unknown): value is Geometry {
  return geometryProblem(value) === undefined;
}

function problemOf(value: unknown, maxLongitude: number, depth: number): Problem {
  if (!isObject(value)) return ": expected a geometry or null";
  const { type, coordinates, bbox } = value;
  if (bbox !== undefined && !isBbox(bbox)) return ".bbox: expected four or six numbers";
  let problem: Problem;
  switch (type) {
    case "Point":
      problem = positionProblem(coordinates, maxLongitude);
      break;
    case "MultiPoint":
      problem = positionsProblem(coordinates, maxLongitude);
      break;
    case "LineString":
      problem = lineProblem(coordinates, maxLongitude);
      break;
    case "MultiLineString":
      problem = listProblem(coordinates, lineProblem, maxLongitude);
      break;
    case "Polygon":
      problem = polygonProblem(coordinates, maxLongitude);
      break;
    case "MultiPolygon":
      problem = listProblem(coordinates, polygonProblem, maxLongitude);
      break;
    case "GeometryCollection":
      return collectionProblem(value.geometries, maxLongitude, depth);
    default:
      return ".type: expected a geometry type of RFC 7946";
  }
  return problem && `.coordinates${problem}`;
}

function collectionProblem(geometries: unknown, maxLongitude: number, depth: number): Problem {
  if (depth >= maxCollectionDepth)
    return `: expected collections at most ${maxCollectionDepth} deep`;
  const problem = listProblem(
    geometries,
    (geometry) => problemOf(geometry, maxLongitude, depth + 1),
    maxLongitude,
  );
  return problem && `.geometries${problem}`;
}

function listProblem(
  value: unknown,
  check: (item: unknown, maxLongitude: number) => Problem,
  maxLongitude: number,
): Problem {
  if (!Array.isArray(value)) return ": expected an array";
  for (let i = 0; i < value.length; i += 1) {
    const problem = check(value[i], maxLongitude);
    if (problem) return `[${i}]${problem}`;
  }
  return undefined;
}

function polygonProblem(value: unknown, maxLongitude: number): Problem {
  return listProblem(value, ringProblem, maxLongitude);
}

function lineProblem(value: unknown, maxLongitude: number): Problem {
  const problem = positionsProblem(value, maxLongitude);
  if (problem) return problem;
  return (value as unknown[]).length < 2 ? ": a line needs at least two positions" : undefined;
}

function ringProblem(value: unknown, maxLongitude: number): Problem {
  const problem = positionsProblem(value, maxLongitude);
  if (problem) return problem;
  const ring = value as number[][];
  const first = ring[0];
  const last = ring[ring.length - 1];
  // Section 3.1.6: first and last are identical, heights included.
  if (first?.length !== last?.length || first?.some((number, i) => number !== last![i])) {
    return ": a ring is not closed: its last position must be its first";
  }
  return ring.length < 4
    ? ": a ring needs at least four positions, the last of them its first"
    : undefined;
}

function positionsProblem(value: unknown, maxLongitude: number): Problem {
  if (!Array.isArray(value)) return ": expected an array of positions";
  for (let i = 0; i < value.length; i += 1) {
    const problem = positionProblem(value[i], maxLongitude);
    if (problem) return `[${i}]${problem}`;
  }
  return undefined;
}

function positionProblem(value: unknown, maxLongitude: number): Problem {
  if (!isPosition(value)) return ": expected a position of two to four finite numbers";
  if (!isOutOfRange(value, maxLongitude)) return undefined;
  const isFar = Math.abs(value[0]) > maxLongitude;
  const [name, number, most] = isFar
    ? ["longitude", value[0], maxLongitude]
    : ["latitude", value[1], 90];
  return `: ${name} ${number} is outside -${most} to ${most} (longitude comes first)`;
}

function isOutOfRange([longitude, latitude]: [number, number], maxLongitude: number): boolean {
  return Math.abs(longitude) > maxLongitude || (Math.abs(latitude) > 90 && maxLongitude < Infinity);
}

function isPosition(value: unknown): value is [number, number] {
  if (!Array.isArray(value)) return false;
  const count = value.length;
  if (count < 2 || count > 4 || !isFiniteNumber(value[0]) || !isFiniteNumber(value[1]))
    return false;
  return (count < 3 || isFiniteNumber(value[2])) && (count < 4 || isFiniteNumber(value[3]));
}

/** JSON has no NaN, but `1e999` is parsed as infinity. */
function isFiniteNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
