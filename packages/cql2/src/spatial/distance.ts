import { eachPosition } from "../geometry/box.ts";
import type { Geometry, Position } from "../tree.ts";
import { geodesicMetres } from "./geodesic.ts";
import type { Predicates } from "./predicates.ts";
import type { Shape } from "./shape.ts";

type Segment = readonly [Position, Position];

/** Less than a degree of latitude measures anywhere. */
const LEAST_METRES_PER_DEGREE = 110_500;
/** Halvings that leave a millionth of a segment. */
const ROUNDS = 34;

function segmentsOfLine(line: readonly Position[]): Segment[] {
  return line.slice(1).map((position, i) => [line[i]!, position]);
}

/** The edges of a geometry; a point is an edge without length. */
function segmentsOf(geometry: Geometry): Segment[] {
  switch (geometry.type) {
    case "Point":
      return [[geometry.coordinates, geometry.coordinates]];
    case "MultiPoint":
      return geometry.coordinates.map((position) => [position, position]);
    case "LineString":
      return segmentsOfLine(geometry.coordinates);
    case "MultiLineString":
    case "Polygon":
      return geometry.coordinates.flatMap(segmentsOfLine);
    case "MultiPolygon":
      return geometry.coordinates.flat().flatMap(segmentsOfLine);
    case "GeometryCollection":
      return geometry.geometries.flatMap(segmentsOf);
  }
}

function along([a, b]: Segment, t: number): Position {
  return [a[0]! + t * (b[0]! - a[0]!), a[1]! + t * (b[1]! - a[1]!)];
}

/** Whether a segment, straight in longitude and latitude, comes within `metres` of a point. */
function comesWithin(point: Position, segment: Segment, metres: number): boolean {
  const [south, north] = [segment[0][1]!, segment[1][1]!].sort((p, q) => p - q) as [number, number];
  const gap = Math.max(south - point[1]!, point[1]! - north, 0);
  if (gap * LEAST_METRES_PER_DEGREE > metres) return false;
  const ends = segment.map((end) => geodesicMetres(point, end)) as [number, number];
  if (Math.min(...ends) <= metres) return true;
  // No place on the segment is nearer than this by the triangle inequality.
  const length = geodesicMetres(...(segment as [Position, Position]));
  if ((ends[0] + ends[1] - length) / 2 > metres) return false;
  let [low, high] = [0, 1];
  for (let round = 0; round < ROUNDS; round++) {
    const [left, right] = [low + (high - low) / 3, high - (high - low) / 3];
    const [nearLeft, nearRight] = [left, right].map((t) =>
      geodesicMetres(point, along(segment, t)),
    ) as [number, number];
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

function positionsOf(geometry: Geometry): Position[] {
  const positions: Position[] = [];
  eachPosition(geometry, (position) => positions.push(position));
  return positions;
}
