import { orient2d } from "robust-predicates";
import { type Bbox, type Box, eachPosition, type Geometry, type Position } from "./geojson.ts";

/** Whether a value is four finite numbers, or six with heights: a box in any CRS. */
export function isBbox(value: unknown): value is Bbox {
  return (
    Array.isArray(value) &&
    (value.length === 4 || value.length === 6) &&
    value.every((number) => typeof number === "number" && Number.isFinite(number))
  );
}

/** The box without its heights. */
export function flatBox(bbox: Bbox): Box {
  return bbox.length === 6 ? [bbox[0], bbox[1], bbox[3], bbox[4]] : bbox;
}

/**
 * Why numbers are not a box in degrees (RFC 7946 section 5), as the end of a sentence that begins
 * with the name of the box, or undefined. West greater than east is valid: it crosses the
 * antimeridian.
 */
export function bboxProblem(numbers: readonly number[]): string | undefined {
  const shape = bboxShapeProblem(numbers);
  if (shape !== undefined || !isBbox(numbers)) return shape;
  const [west, south, east, north] = flatBox(numbers);
  for (const longitude of [west, east]) {
    if (Math.abs(longitude) > 180) {
      return `has the longitude ${longitude}: longitudes are from -180 to 180 and come first`;
    }
  }
  for (const latitude of [south, north]) {
    if (Math.abs(latitude) > 90) {
      return `has the latitude ${latitude}: latitudes are from -90 to 90 and come second`;
    }
  }
  return south > north ? `has its south ${south} above its north ${north}` : undefined;
}

/** The same for a box in any CRS: checks only the count of its numbers and its heights. */
export function bboxShapeProblem(numbers: readonly number[]): string | undefined {
  if (!Array.isArray(numbers) || (numbers.length !== 4 && numbers.length !== 6)) {
    return "is not four numbers west,south,east,north or six with heights";
  }
  if (!isBbox(numbers)) return "contains a value that is not a number";
  if (numbers.length === 6 && numbers[2] > numbers[5]) {
    return `has its lowest height ${numbers[2]} above its highest ${numbers[5]}`;
  }
  return undefined;
}

/**
 * The smallest and largest coordinates of a geometry in the plane; undefined without positions.
 * Unlike `bboxOf` this never crosses the antimeridian, as an index over plane coordinates needs.
 */
export function extentOf(geometry: Geometry): Box | undefined {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  eachPosition(geometry, (position) => {
    // Indexes, since destructuring takes some times as long.
    const x = position[0];
    const y = position[1];
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  });
  return west === Infinity ? undefined : [west, south, east, north];
}

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
