/*
 * What arrives, checked against RFC 7946 by hand: thousands of features a page at next to no cost. Every check returns
 * undefined, or what is wrong as "path: what was expected". `schemas.ts` says the same as a public description.
 */

type Problem = string | undefined;
type JsonObject = Record<string, unknown>;

/** RFC 7946 section 3.1.8 advises against nesting at all; without a bound a hostile one would overflow the stack. */
export const maxCollectionDepth = 16;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function checkFeature(value: unknown): Problem {
  if (!isObject(value) || value.type !== "Feature") return ': expected an object of type "Feature"';
  const { id, geometry, properties, links, bbox } = value;
  if (id !== undefined && typeof id !== "string" && !isFiniteNumber(id))
    return ".id: expected a string or number";
  if (typeof properties !== "object" || Array.isArray(properties))
    return ".properties: expected an object or null";
  if (links !== undefined) {
    const problem = checkLinks(links);
    if (problem) return `.links${problem}`;
  }
  if (bbox !== undefined && !isBox(bbox)) return ".bbox: expected four or six numbers";
  if (geometry === null) return undefined;
  const problem = checkGeometry(geometry, 0);
  return problem && `.geometry${problem}`;
}

function checkGeometry(value: unknown, depth: number): Problem {
  if (!isObject(value)) return ": expected a geometry or null";
  const { type, coordinates } = value;
  if (value.bbox !== undefined && !isBox(value.bbox)) return ".bbox: expected four or six numbers";
  if (type === "GeometryCollection") return checkCollection(value.geometries, depth);
  const problem = checkCoordinates(type, coordinates);
  return problem && (problem.startsWith(".") ? problem : `.coordinates${problem}`);
}

function checkCoordinates(type: unknown, coordinates: unknown): Problem {
  switch (type) {
    case "Point":
      return isPosition(coordinates) ? undefined : notAPosition;
    case "MultiPoint":
      return checkPositions(coordinates, 0);
    case "LineString":
      return checkPositions(coordinates, 2);
    case "MultiLineString":
      return checkEach(coordinates, checkLine);
    case "Polygon":
      return checkEach(coordinates, checkRing);
    case "MultiPolygon":
      return checkEach(coordinates, checkRings);
    default:
      return ".type: expected a geometry type of RFC 7946";
  }
}

function checkCollection(geometries: unknown, depth: number): Problem {
  if (depth >= maxCollectionDepth)
    return `: expected collections at most ${maxCollectionDepth} deep`;
  const problem = checkEach(geometries, (geometry) => checkGeometry(geometry, depth + 1));
  return problem && `.geometries${problem}`;
}

function checkEach(value: unknown, check: (item: unknown) => Problem): Problem {
  if (!Array.isArray(value)) return ": expected an array";
  for (let i = 0; i < value.length; i += 1) {
    const problem = check(value[i]);
    if (problem) return `[${i}]${problem}`;
  }
  return undefined;
}

function checkLine(value: unknown): Problem {
  return checkPositions(value, 2);
}

function checkRings(value: unknown): Problem {
  return checkEach(value, checkRing);
}

function checkRing(value: unknown): Problem {
  const problem = checkPositions(value, 4);
  if (problem) return problem;
  const ring = value as number[][];
  const first = ring[0]!;
  const last = ring[ring.length - 1]!;
  if (first.length !== last.length || first.some((number, i) => number !== last[i])) {
    return ": expected a closed ring, whose last position is its first";
  }
  return undefined;
}

const notAPosition = ": expected a position of two to four finite numbers";

function checkPositions(value: unknown, minCount: number): Problem {
  if (!Array.isArray(value)) return ": expected an array of positions";
  if (value.length < minCount) return `: expected at least ${minCount} positions`;
  for (let i = 0; i < value.length; i += 1) {
    if (!isPosition(value[i])) return `[${i}]${notAPosition}`;
  }
  return undefined;
}

function isPosition(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const count = value.length;
  if (count < 2 || count > 4 || !isFiniteNumber(value[0]) || !isFiniteNumber(value[1]))
    return false;
  return (count < 3 || isFiniteNumber(value[2])) && (count < 4 || isFiniteNumber(value[3]));
}

/** JSON has no NaN, but `1e999` reads as infinity. */
function isFiniteNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

export function isBox(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    (value.length === 4 || value.length === 6) &&
    value.every(isFiniteNumber)
  );
}

export function checkLinks(value: unknown): Problem {
  return checkEach(value, (link) => {
    if (!isObject(link) || typeof link.href !== "string") return ": expected a link with an href";
    for (const name of ["rel", "type", "hreflang", "title"]) {
      if (link[name] !== undefined && typeof link[name] !== "string")
        return `.${name}: expected a string`;
    }
    if (link.length !== undefined && !Number.isInteger(link.length))
      return ".length: expected an integer";
    return undefined;
  });
}
