import type { BboxLiteral, Geometry, Position } from "../tree.ts";
import { boxOfLiteral, eachPosition } from "./box.ts";

function samePlace(a: Position, b: Position): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function positionProblem([longitude, latitude]: Position): string | undefined {
  if (!(Math.abs(latitude!) <= 90)) {
    return `latitude ${latitude} is outside -90 to 90 (longitude comes first)`;
  }
  if (!(Math.abs(longitude!) <= 180)) return `longitude ${longitude} is outside -180 to 180`;
  return undefined;
}

function ringProblem(ring: readonly Position[]): string | undefined {
  if (ring.length === 0 || !samePlace(ring[0]!, ring.at(-1)!)) {
    return "a ring is open: its last position must repeat its first";
  }
  return ring.length < 4
    ? "a ring needs at least four positions, the last repeating the first"
    : undefined;
}

function lineProblem(line: readonly Position[]): string | undefined {
  return line.length < 2 ? "a line needs at least two positions" : undefined;
}

function firstProblem<T>(
  parts: readonly T[],
  problem: (part: T) => string | undefined,
): string | undefined {
  for (const part of parts) {
    const found = problem(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Why a geometry has no shape at all (an open ring, a line of one position), or
 * undefined. Rings that cross or touch themselves have a shape once repaired.
 */
export function shapeProblem(geometry: Geometry): string | undefined {
  switch (geometry.type) {
    case "LineString":
      return lineProblem(geometry.coordinates);
    case "MultiLineString":
      return firstProblem(geometry.coordinates, lineProblem);
    case "Polygon":
      return firstProblem(geometry.coordinates, ringProblem);
    case "MultiPolygon":
      return firstProblem(geometry.coordinates, (rings) => firstProblem(rings, ringProblem));
    case "GeometryCollection":
      return firstProblem(geometry.geometries, shapeProblem);
  }
  return undefined;
}

/** Why a geometry literal in longitude and latitude cannot exist, or undefined. */
export function geometryProblem(geometry: Geometry): string | undefined {
  let found: string | undefined;
  eachPosition(geometry, (position) => {
    found ??= positionProblem(position);
  });
  return found ?? shapeProblem(geometry);
}

/** Why a bbox literal cannot exist, or undefined. West beyond east is right: it crosses the antimeridian. */
export function bboxProblem(literal: BboxLiteral): string | undefined {
  const [west, south, east, north] = boxOfLiteral(literal);
  if (south > north) return `south ${south} is greater than north ${north}`;
  if (literal.bbox.length === 6 && literal.bbox[2]! > literal.bbox[5]!) {
    return `the lower height ${literal.bbox[2]} is greater than the upper ${literal.bbox[5]}`;
  }
  return positionProblem([west, south]) ?? positionProblem([east, north]);
}
