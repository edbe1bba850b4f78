import { isBbox } from "./bbox.ts";
import type { Geometry } from "./geojson.ts";

/*
 * Hand-written for speed on pages of thousands of features. Every check returns undefined or the
 * problem as "path: problem", to be appended to the name of the value.
 */

type Problem = string | undefined;

/** Optional checks beyond RFC 7946. */
export interface CheckOptions {
  /** Longitudes must lie within ±180 and latitudes within ±90: for data in no other CRS. */
  inDegrees?: boolean | undefined;
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
export function featureProblem(value: unknown, options: CheckOptions = {}): string | undefined {
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
  const problem = problemOf(geometry, options.inDegrees === true, 0);
  return problem && `.geometry${problem}`;
}

/**
 * The RFC 7946 violation in a geometry (section 3.1), or undefined: `.coordinates[0]: a ring is not
 * closed: …`, to be appended to the name of the geometry. Positions have two to four numbers. Rings
 * may cross or touch themselves: agencies publish such rings.
 */
export function geometryProblem(value: unknown, options: CheckOptions = {}): string | undefined {
  return problemOf(value, options.inDegrees === true, 0);
}

/** Whether a value is a geometry of RFC 7946. */
export function isGeometry(value: unknown): value is Geometry {
  return geometryProblem(value) === undefined;
}

function problemOf(value: unknown, inDegrees: boolean, depth: number): Problem {
  if (!isObject(value)) return ": expected a geometry or null";
  const { type, coordinates, bbox } = value;
  if (bbox !== undefined && !isBbox(bbox)) return ".bbox: expected four or six numbers";
  let problem: Problem;
  switch (type) {
    case "Point":
      problem = positionProblem(coordinates, inDegrees);
      break;
    case "MultiPoint":
      problem = positionsProblem(coordinates, inDegrees);
      break;
    case "LineString":
      problem = lineProblem(coordinates, inDegrees);
      break;
    case "MultiLineString":
      problem = listProblem(coordinates, lineProblem, inDegrees);
      break;
    case "Polygon":
      problem = polygonProblem(coordinates, inDegrees);
      break;
    case "MultiPolygon":
      problem = listProblem(coordinates, polygonProblem, inDegrees);
      break;
    case "GeometryCollection":
      return collectionProblem(value.geometries, inDegrees, depth);
    default:
      return ".type: expected a geometry type of RFC 7946";
  }
  return problem && `.coordinates${problem}`;
}

function collectionProblem(geometries: unknown, inDegrees: boolean, depth: number): Problem {
  if (depth >= maxCollectionDepth)
    return `: expected collections at most ${maxCollectionDepth} deep`;
  const problem = listProblem(
    geometries,
    (geometry) => problemOf(geometry, inDegrees, depth + 1),
    inDegrees,
  );
  return problem && `.geometries${problem}`;
}

function listProblem(
  value: unknown,
  check: (item: unknown, inDegrees: boolean) => Problem,
  inDegrees: boolean,
): Problem {
  if (!Array.isArray(value)) return ": expected an array";
  for (let i = 0; i < value.length; i += 1) {
    const problem = check(value[i], inDegrees);
    if (problem) return `[${i}]${problem}`;
  }
  return undefined;
}

function polygonProblem(value: unknown, inDegrees: boolean): Problem {
  return listProblem(value, ringProblem, inDegrees);
}

function lineProblem(value: unknown, inDegrees: boolean): Problem {
  const problem = positionsProblem(value, inDegrees);
  if (problem) return problem;
  return (value as unknown[]).length < 2 ? ": a line needs at least two positions" : undefined;
}

function ringProblem(value: unknown, inDegrees: boolean): Problem {
  const problem = positionsProblem(value, inDegrees);
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

function positionsProblem(value: unknown, inDegrees: boolean): Problem {
  if (!Array.isArray(value)) return ": expected an array of positions";
  for (let i = 0; i < value.length; i += 1) {
    const position = value[i];
    if (isPosition(position) && !(inDegrees && isOutOfRange(position))) continue;
    return `[${i}]${positionProblem(position, inDegrees)}`;
  }
  return undefined;
}

function positionProblem(value: unknown, inDegrees: boolean): Problem {
  if (!isPosition(value)) return ": expected a position of two to four finite numbers";
  if (!inDegrees || !isOutOfRange(value)) return undefined;
  const [longitude, latitude] = value;
  return Math.abs(longitude) > 180
    ? `: longitude ${longitude} is outside -180 to 180 (longitude comes first)`
    : `: latitude ${latitude} is outside -90 to 90 (longitude comes first)`;
}

function isOutOfRange(position: readonly [longitude: number, latitude: number]): boolean {
  return Math.abs(position[0]) > 180 || Math.abs(position[1]) > 90;
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
