import { extentOf } from "./bbox.ts";
import { type Box, type Geometry, type LonLat, type Position, pathsOf } from "./geojson.ts";

/** The east of a box, beyond 180 if it crosses the antimeridian: never less than its west. */
export function unrolledEast([west, , east]: Box): number {
  return east < west ? east + 360 : east;
}

/** Degrees of longitude from west to east. */
export function boxWidthDeg(box: Box): number {
  return unrolledEast(box) - box[0];
}

/** The middle of a box in longitude and latitude. */
export function boxCenter(box: Box): LonLat {
  return [wrapLongitude((box[0] + unrolledEast(box)) / 2), (box[1] + box[3]) / 2];
}

/** The box itself, or the two parts, west and east, of one that crosses the antimeridian. */
export function cutBox(box: Box): Box[] {
  const [west, south, east, north] = box;
  if (west <= east) return [box];
  return [
    [west, south, 180, north],
    [-180, south, east, north],
  ];
}

/** Whether two boxes have a point in common, edges included. Longitudes may lie beyond ±180. */
export function boxesOverlap(a: Box, b: Box): boolean {
  if (a[1] > b[3] || b[1] > a[3]) return false;
  const [eastA, eastB] = [unrolledEast(a), unrolledEast(b)];
  const meet = (turn: number) => a[0] <= eastB + turn && b[0] + turn <= eastA;
  return meet(0) || meet(360) || meet(-360);
}

/** Whether a position lies in a box or on its edge. Longitudes may lie beyond ±180. */
export function boxContains(box: Box, [longitude, latitude]: LonLat): boolean {
  return boxesOverlap(box, [longitude, latitude, longitude, latitude]);
}

/**
 * The narrowest box around unconnected positions, across the antimeridian if that is narrower;
 * undefined without positions.
 */
export function narrowestBox(positions: Iterable<Readonly<Position>>): Box | undefined {
  const longitudes: number[] = [];
  let [south, north] = [Infinity, -Infinity];
  for (const [longitude, latitude] of positions) {
    longitudes.push(wrapLongitude(longitude));
    if (latitude < south) south = latitude;
    if (latitude > north) north = latitude;
  }
  if (longitudes.length === 0) return undefined;
  const sorted = Float64Array.from(longitudes).sort();
  // The widest gap between neighbours lies outside the box.
  let [west, east] = [sorted[0]!, sorted.at(-1)!];
  let widest = west + 360 - east;
  for (let i = 1; i < sorted.length; i++) {
    const gap = sorted[i]! - sorted[i - 1]!;
    if (gap > widest) [widest, west, east] = [gap, sorted[i]!, sorted[i - 1]!];
  }
  return [west, south, east, north];
}

/** The narrowest box around boxes (at least one), across the antimeridian if that is narrower. */
export function boxAround(boxes: readonly Box[]): Box {
  const parts = boxes.flatMap(cutBox).sort((a, b) => a[0] - b[0]);
  const south = parts.reduce((least, each) => Math.min(least, each[1]), Infinity);
  const north = parts.reduce((most, each) => Math.max(most, each[3]), -Infinity);
  const farthest = parts.reduce((most, each) => Math.max(most, each[2]), -Infinity);
  // The widest gap between neighbours lies outside the box.
  let reached = parts[0]![2];
  let [west, east] = [parts[0]![0], farthest];
  let widest = west + 360 - east;
  for (const [from, , to] of parts) {
    if (from - reached > widest) [widest, west, east] = [from - reached, from, reached];
    reached = Math.max(reached, to);
  }
  return [west, south, east, north];
}

/**
 * The smallest `[west, south, east, north]`, in degrees, around a geometry; undefined for one
 * without positions.
 *
 * West is greater than east if the data crosses the antimeridian: if parts are cut there, as RFC
 * 7946 section 3.1.9 requires (one touches 180, another -180), or if longitudes exceed ±180.
 */
export function bboxOf(geometry: Geometry): Box | undefined {
  const extent = extentOf(geometry);
  if (!extent) return undefined;
  const [west, south, east, north] = extent;
  if (east - west < 360) return [wrapLongitude(west), south, wrapLongitude(east), north];
  const parts = pathsOf(geometry)
    .map((path) => extentOf({ type: "LineString", coordinates: path }))
    .filter((each) => each !== undefined);
  const outside = widestGap(parts);
  return outside ? [outside.to, south, outside.from, north] : [-180, south, 180, north];
}

/** The box of parts that touch 180 and parts that touch -180; undefined if they leave no gap. */
function widestGap(parts: readonly Box[]): { from: number; to: number } | undefined {
  const sorted = [...parts].sort((a, b) => a[0] - b[0]);
  let reached = sorted[0]![2];
  let widest = { from: 0, to: 0 };
  for (const [west, , east] of sorted) {
    if (west - reached > widest.to - widest.from) widest = { from: reached, to: west };
    reached = Math.max(reached, east);
  }
  return widest.to > widest.from ? widest : undefined;
}

type Line = Position[];

/**
 * The same geometry on a plane of longitudes that may exceed ±180: each part begins within 180° of
 * `nearLon`, and no line jumps from one edge of the world to the other. A ring around a pole is
 * closed along the plane's edge.
 */
export function unwrap(geometry: Geometry, nearLon: number): Geometry {
  switch (geometry.type) {
    case "Point":
      return { ...geometry, coordinates: shifted(geometry.coordinates, nearLon) };
    case "MultiPoint":
      return { ...geometry, coordinates: geometry.coordinates.map((at) => shifted(at, nearLon)) };
    case "LineString":
      return { ...geometry, coordinates: unwrapLine(geometry.coordinates, nearLon) };
    case "MultiLineString":
      return {
        ...geometry,
        coordinates: geometry.coordinates.map((line) => unwrapLine(line, nearLon)),
      };
    case "Polygon":
      return { ...geometry, coordinates: unwrapRings(geometry.coordinates, nearLon) };
    case "MultiPolygon":
      return {
        ...geometry,
        coordinates: geometry.coordinates.map((rings) => unwrapRings(rings, nearLon)),
      };
    case "GeometryCollection":
      return { ...geometry, geometries: geometry.geometries.map((each) => unwrap(each, nearLon)) };
  }
}

function shifted([lon, ...rest]: Position, nearLon: number): Position {
  return [longitudeNear(lon, nearLon), ...rest];
}

function unwrapLine(line: Line, nearLon: number): Line {
  let near = nearLon;
  return line.map((position) => {
    const next = shifted(position, near);
    near = next[0];
    return next;
  });
}

function unwrapRings([outer, ...holes]: Line[], nearLon: number): Line[] {
  if (!outer) return [];
  const shell = unwrapLine(outer, nearLon);
  const extent = extentOf({ type: "LineString", coordinates: shell });
  const middle = extent ? (extent[0] + extent[2]) / 2 : nearLon;
  return [closeAboutPole(shell), ...holes.map((hole) => unwrapLine(hole, middle))];
}

/** Closes a ring around a pole: it ends 360° from where it began. */
function closeAboutPole(ring: Line): Line {
  const [first, last] = [ring[0], ring.at(-1)];
  if (!first || !last) return ring;
  const [firstLon, firstLat] = first;
  const [lastLon] = last;
  if (Math.abs(lastLon - firstLon) < 180) return ring;
  const poleLat = firstLat < 0 ? -90 : 90;
  return [...ring, [lastLon, poleLat], [firstLon, poleLat], [firstLon, firstLat]];
}

/** The same longitude within ±180; 180 and -180 stay as they are. Degrees. */
export function wrapLongitude(longitude: number): number {
  return longitudeNear(longitude, 0);
}

/** The same longitude within half a turn of another, so possibly beyond ±180. Degrees. */
export function longitudeNear(longitude: number, near: number): number {
  const apart = near - longitude;
  return Math.abs(apart) <= 180 ? longitude : longitude + 360 * Math.round(apart / 360);
}
