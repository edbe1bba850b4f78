import { type Box, leastKmPerDegree, type Position } from "@emberline/geo";
import { geodesicMetres } from "./geodesic.ts";
import type { EdgeTree } from "./plane/edge-tree.ts";
import type { Predicates } from "./predicates.ts";
import type { Shape } from "./shape.ts";

const LEAST_METRES_PER_DEGREE = leastKmPerDegree * 1000;
/** Along a meridian at the poles, where the ellipsoid is flattest: a²/b is the radius there. */
const MOST_METRES_PER_DEGREE = 111_694;
const RADIANS = Math.PI / 180;
/** Halvings that leave a millionth of a segment. */
const ROUNDS = 34;

/**
 * Whether two geometries lie within `metres` of each other on the ellipsoid.
 * Geometries that do not meet are nearest at a vertex of one of them.
 */
export function isWithinDistance(
  predicates: Predicates,
  a: Shape,
  b: Shape,
  metres: number,
): boolean {
  if (!(metres >= 0) || leastMetres(a.box, b.box) > metres) return false;
  if (predicates.test("s_intersects", a, b)) return true;
  return a.outline.some((one) => b.outline.some((other) => comeWithin(one, other, metres)));
}

/** No two places of two boxes are nearer than this: on a sphere that lies inside the ellipsoid. */
function leastMetres(a: Box, b: Box): number {
  const north = Math.max(b[1] - a[3], a[1] - b[3], 0);
  // Longitudes may be nearer the other way round the Earth.
  const gaps = [-360, 0, 360].map((turn) => Math.max(b[0] + turn - a[2], a[0] - b[2] - turn, 0));
  const east = Math.min(...gaps, 90) * RADIANS;
  const farthest = Math.max(...[a[1], a[3], b[1], b[3]].map(Math.abs), 0);
  const sideways = Math.asin(Math.sin(east) * Math.cos(Math.min(farthest, 90) * RADIANS)) / RADIANS;
  return Math.max(north, sideways) * LEAST_METRES_PER_DEGREE;
}

function comeWithin(a: EdgeTree, b: EdgeTree, metres: number): boolean {
  const waiting = [a.levels.length - 1, 0, b.levels.length - 1, 0];
  while (waiting.length > 0) {
    const groupB = waiting.pop()!;
    const levelB = waiting.pop()!;
    const groupA = waiting.pop()!;
    const levelA = waiting.pop()!;
    if (leastMetres(a.boxOf(levelA, groupA), b.boxOf(levelB, groupB)) > metres) continue;
    if (levelA < 0 && levelB < 0) {
      if (edgesComeWithin(edgeOf(a, groupA), edgeOf(b, groupB), metres)) return true;
    } else if (levelA >= levelB) {
      const end = a.end(levelA, groupA);
      for (let i = a.first(groupA); i < end; i++) waiting.push(levelA - 1, i, levelB, groupB);
    } else {
      const end = b.end(levelB, groupB);
      for (let i = b.first(groupB); i < end; i++) waiting.push(levelA, groupA, levelB - 1, i);
    }
  }
  return false;
}

type Segment = readonly [Position, Position];

function edgeOf({ edges: { xy, ends } }: EdgeTree, edge: number): Segment {
  const [a, b] = [2 * ends[2 * edge]!, 2 * ends[2 * edge + 1]!];
  return [
    [xy[a]!, xy[a + 1]!],
    [xy[b]!, xy[b + 1]!],
  ];
}

function edgesComeWithin(a: Segment, b: Segment, metres: number): boolean {
  return (
    a.some((vertex) => comesWithin(vertex, b, metres)) ||
    b.some((vertex) => comesWithin(vertex, a, metres))
  );
}

function along([a, b]: Segment, t: number): Position {
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
}

/** A segment that is straight in longitude and latitude is no longer than this. */
function mostMetres(a: Position, b: Position): number {
  const least = a[1] * b[1] < 0 ? 0 : Math.min(Math.abs(a[1]), Math.abs(b[1]));
  const east = (a[0] - b[0]) * Math.cos(least * RADIANS);
  return Math.hypot(east, a[1] - b[1]) * MOST_METRES_PER_DEGREE;
}

/** Whether a segment, straight in longitude and latitude, comes within `metres` of a point. */
function comesWithin(point: Position, segment: Segment, metres: number): boolean {
  const [a, b] = segment;
  let [toLow, toHigh] = [geodesicMetres(point, a), geodesicMetres(point, b)];
  const length = mostMetres(a, b);
  let [low, high] = [0, 1];
  for (let round = 0; round < ROUNDS; round++) {
    if (Math.min(toLow, toHigh) <= metres) return true;
    // No place between the two is nearer than this, by the triangle inequality.
    if ((toLow + toHigh - length * (high - low)) / 2 > metres) return false;
    const [left, right] = [low + (high - low) / 3, high - (high - low) / 3];
    const toLeft = geodesicMetres(point, along(segment, left));
    const toRight = geodesicMetres(point, along(segment, right));
    if (toLeft < toRight) [high, toHigh] = [right, toRight];
    else [low, toLow] = [left, toLeft];
  }
  return Math.min(toLow, toHigh) <= metres;
}
