import {
  type Geometry,
  leastKmPerDegree,
  type Position,
  pathsOf,
  positionsOf,
} from "@emberline/geo";
import { geodesicMetres } from "./geodesic.ts";
import type { Predicates } from "./predicates.ts";
import type { Shape } from "./shape.ts";

type Segment = readonly [Position, Position];

const LEAST_METRES_PER_DEGREE = leastKmPerDegree * 1000;
/** Halvings that leave a millionth of a segment. */
const ROUNDS = 34;

/** The edges of a geometry; a point is an edge without length. */
function segmentsOf(geometry: Geometry): Segment[] {
  return pathsOf(geometry).flatMap((path): Segment[] =>
    path.length === 1
      ? [[path[0]!, path[0]!]]
      : path.slice(1).map((position, i) => [path[i]!, position]),
  );
}

function along([a, b]: Segment, t: number): Position {
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
}

/** Whether a segment, straight in longitude and latitude, comes within `metres` of a point. */
function comesWithin(point: Position, segment: Segment, metres: number): boolean {
  const [a, b] = segment;
  const gap = Math.max(Math.min(a[1], b[1]) - point[1], point[1] - Math.max(a[1], b[1]), 0);
  if (gap * LEAST_METRES_PER_DEGREE > metres) return false;
  const [toA, toB] = [geodesicMetres(point, a), geodesicMetres(point, b)];
  if (Math.min(toA, toB) <= metres) return true;
  // No place on the segment is nearer than this by the triangle inequality.
  if ((toA + toB - geodesicMetres(a, b)) / 2 > metres) return false;
  let [low, high] = [0, 1];
  for (let round = 0; round < ROUNDS; round++) {
    const [left, right] = [low + (high - low) / 3, high - (high - low) / 3];
    const nearLeft = geodesicMetres(point, along(segment, left));
    const nearRight = geodesicMetres(point, along(segment, right));
    if (Math.min(nearLeft, nearRight) <= metres) return true;
    if (nearLeft < nearRight) high = right;
    else low = left;
  }
  return false;
}

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
  if (!(metres >= 0)) return false;
  const gap = Math.max(b.box[1] - a.box[3], a.box[1] - b.box[3]);
  if (gap * LEAST_METRES_PER_DEGREE > metres) return false;
  if (predicates.test("s_intersects", a, b)) return true;
  const near = (from: Geometry, to: Geometry): boolean => {
    const edges = segmentsOf(to);
    return positionsOf(from).some((vertex) =>
      edges.some((edge) => comesWithin(vertex, edge, metres)),
    );
  };
  return near(a.geometry, b.geometry) || near(b.geometry, a.geometry);
}
