import { orient2d } from "robust-predicates";
import { type Box, eachPosition, type Geometry, type Position } from "./geojson.ts";

/**
 * Whether a geometry and a closed box (degrees, west ≤ east) share a point; exact, since every
 * decision is a comparison or the sign of an orientation. Rings are filled by the even-odd rule, so
 * self-touching rings need no repair. `heights` (metres) excludes a geometry that has heights,
 * all of them above or below.
 */
export function intersectsBox(
  geometry: Geometry,
  box: Box,
  heights?: readonly [lowest: number, highest: number],
): boolean {
  return (!heights || meetsHeights(geometry, heights)) && meetsBox(geometry, box);
}

function meetsBox(geometry: Geometry, box: Box): boolean {
  switch (geometry.type) {
    case "Point":
      return contains(box, geometry.coordinates);
    case "MultiPoint":
      return geometry.coordinates.some((position) => contains(box, position));
    case "LineString":
      return lineMeets(geometry.coordinates, box);
    case "MultiLineString":
      return geometry.coordinates.some((line) => lineMeets(line, box));
    case "Polygon":
      return polygonMeets(geometry.coordinates, box);
    case "MultiPolygon":
      return geometry.coordinates.some((rings) => polygonMeets(rings, box));
    case "GeometryCollection":
      return geometry.geometries.some((member) => meetsBox(member, box));
  }
}

function meetsHeights(geometry: Geometry, [lowest, highest]: readonly [number, number]): boolean {
  let low = Infinity;
  let high = -Infinity;
  eachPosition(geometry, ([, , height]) => {
    if (height === undefined) return;
    low = Math.min(low, height);
    high = Math.max(high, height);
  });
  return low === Infinity || (low <= highest && high >= lowest);
}

function contains(box: Box, [x, y]: Position): boolean {
  return x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
}

function polygonMeets(rings: Position[][], box: Box): boolean {
  return rings.some((ring) => lineMeets(ring, box)) || holdsBox(rings, box);
}

function lineMeets(line: Position[], box: Box): boolean {
  for (let i = 1; i < line.length; i++) {
    if (segmentMeets(line[i - 1]!, line[i]!, box)) return true;
  }
  return false;
}

function segmentMeets(a: Position, b: Position, box: Box): boolean {
  // Indexes, since destructuring takes some times as long.
  const ax = a[0];
  const ay = a[1];
  const bx = b[0];
  const by = b[1];
  if (Math.max(ax, bx) < box[0] || Math.min(ax, bx) > box[2]) return false;
  if (Math.max(ay, by) < box[1] || Math.min(ay, by) > box[3]) return false;
  const [west, south, east, north] = box;
  // The boxes overlap: the segment misses only if all corners lie strictly on one side of it.
  const first = orient2d(ax, ay, bx, by, west, south);
  const second = orient2d(ax, ay, bx, by, east, south);
  const third = orient2d(ax, ay, bx, by, east, north);
  const fourth = orient2d(ax, ay, bx, by, west, north);
  return (
    !(first > 0 && second > 0 && third > 0 && fourth > 0) &&
    !(first < 0 && second < 0 && third < 0 && fourth < 0)
  );
}

/** With no edge in the box, one corner decides whether all of it is inside or outside. */
function holdsBox(rings: Position[][], [x, y]: Box): boolean {
  let inside = false;
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i++) {
      const ay = ring[i - 1]![1];
      const by = ring[i]![1];
      if (ay > y === by > y) continue;
      const ax = ring[i - 1]![0];
      const bx = ring[i]![0];
      const side = orient2d(ax, ay, bx, by, x, y);
      if (by > ay === side > 0) inside = !inside;
    }
  }
  return inside;
}
