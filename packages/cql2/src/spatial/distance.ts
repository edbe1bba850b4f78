import { type Box, leastKmPerDegree, type Position } from "@emberline/geo";
import type { EdgeTree } from "./edge-tree.ts";
import { geodesicMetres } from "./geodesic.ts";
import type { Predicates } from "./predicates.ts";
import type { Shape } from "./shape.ts";

const leastMetresPerDegree = leastKmPerDegree * 1000;
/** Upper bound: along a meridian at the poles, where the radius of curvature is a²/b. */
const mostMetresPerDegree = 111_694;
const radians = Math.PI / 180;
/** Rounds of ternary search down to a millionth of a segment. */
const maxRounds = 34;

/**
 * Whether two geometries lie within `metres` of each other on the ellipsoid.
 * Disjoint geometries are nearest at a vertex of one of them.
 */
export function isWithinDistance(
  predicates: Predicates,
  a: Shape,
  b: Shape,
  metres: number,
): boolean {
  if (!(metres >= 0)) return false;
  const reach = reachDegrees(a.box, b.box, metres);
  // The shortest way may cross the antimeridian.
  const turns = [0, -360, 360].filter((turn) => gapDegrees(a.box, turned(b.box, turn)) <= reach);
  if (turns.length === 0) return false;
  if (predicates.test("s_intersects", a, b)) return true;
  return turns.some((turn) =>
    a.outline.some((one) =>
      b.outline.some((other) => treesComeWithin(one, other, { metres, reach, turn })),
    ),
  );
}

interface Range {
  readonly metres: number;
  /** Upper bound in degrees of the distance in the plane. */
  readonly reach: number;
  /** Degrees added to the longitudes of the second tree. */
  readonly turn: number;
}

/**
 * Upper bound of the plane distance (in degrees) of two places in two boxes that lie within
 * `metres`. On a sphere inside the ellipsoid, sin²(d/2) = sin²(Δφ/2) + cos φ₁ cos φ₂ sin²(Δλ/2),
 * which is smallest along the parallel of the highest latitude.
 */
function reachDegrees(a: Box, b: Box, metres: number): number {
  const farthest = Math.max(-a[1], a[3], -b[1], b[3]);
  const sine = Math.sin((Math.min(metres / leastMetresPerDegree, 180) * radians) / 2);
  const ratio = sine / Math.max(0, Math.cos(farthest * radians));
  return ratio < 1 ? (2 * Math.asin(ratio)) / radians : 360;
}

function turned([west, south, east, north]: Box, turn: number): Box {
  return [west + turn, south, east + turn, north];
}

function gapDegrees(a: Box, b: Box): number {
  const east = Math.max(b[0] - a[2], a[0] - b[2], 0);
  const north = Math.max(b[1] - a[3], a[1] - b[3], 0);
  return Math.hypot(east, north);
}

function treesComeWithin(a: EdgeTree, b: EdgeTree, range: Range): boolean {
  const waiting = [a.levels.length - 1, 0, b.levels.length - 1, 0];
  while (waiting.length > 0) {
    const groupB = waiting.pop()!;
    const levelB = waiting.pop()!;
    const groupA = waiting.pop()!;
    const levelA = waiting.pop()!;
    const boxB = turned(b.boxOf(levelB, groupB), range.turn);
    if (gapDegrees(a.boxOf(levelA, groupA), boxB) > range.reach) continue;
    if (levelA < 0 && levelB < 0) {
      if (edgesComeWithin(edgeOf(a, groupA), edgeOf(b, groupB), range)) return true;
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

function edgesComeWithin(a: Segment, b: Segment, { metres, reach, turn }: Range): boolean {
  return (
    a.some((end) => isInReach(end, b, turn, reach) && comesWithin(end, b, metres)) ||
    b.some((end) => isInReach(end, a, -turn, reach) && comesWithin(end, a, metres))
  );
}

/** Whether a segment, moved by some degrees, comes within `reach` of a point in the plane. */
function isInReach([x, y]: Position, [a, b]: Segment, turn: number, reach: number): boolean {
  const [ax, bx] = [a[0] + turn, b[0] + turn];
  const [dx, dy] = [bx - ax, b[1] - a[1]];
  const squared = dx * dx + dy * dy;
  const t = squared === 0 ? 0 : ((x - ax) * dx + (y - a[1]) * dy) / squared;
  const along = Math.max(0, Math.min(1, t));
  const [offX, offY] = [ax + along * dx - x, a[1] + along * dy - y];
  // With a margin for rounding.
  return offX * offX + offY * offY <= reach * reach * (1 + 1e-9) + 1e-18;
}

function along([a, b]: Segment, t: number): Position {
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
}

/** Upper bound of the length of a segment that is straight in longitude and latitude. */
function mostMetres([a, b]: Segment): number {
  const least = a[1] * b[1] < 0 ? 0 : Math.min(Math.abs(a[1]), Math.abs(b[1]));
  const east = (a[0] - b[0]) * Math.cos(least * radians);
  return Math.hypot(east, a[1] - b[1]) * mostMetresPerDegree;
}

/** Whether a segment, straight in longitude and latitude, comes within `metres` of a point. */
function comesWithin(point: Position, segment: Segment, metres: number): boolean {
  let [toLow, toHigh] = segment.map((end) => geodesicMetres(point, end)) as [number, number];
  const length = mostMetres(segment);
  let [low, high] = [0, 1];
  for (let round = 0; round < maxRounds; round++) {
    if (Math.min(toLow, toHigh) <= metres) return true;
    // Lower bound for all places between the two, by the triangle inequality.
    if ((toLow + toHigh - length * (high - low)) / 2 > metres) return false;
    const [left, right] = [low + (high - low) / 3, high - (high - low) / 3];
    const toLeft = geodesicMetres(point, along(segment, left));
    const toRight = geodesicMetres(point, along(segment, right));
    if (toLeft < toRight) [high, toHigh] = [right, toRight];
    else [low, toLow] = [left, toLeft];
  }
  return Math.min(toLow, toHigh) <= metres;
}
