import { InvalidRequestError } from "../errors.ts";
import type { Bbox, Geometry, Position } from "./geojson.ts";

const example = "for example 113,-44,154,-10";

/**
 * Checks a box in WGS 84 degrees: four numbers `[west, south, east, north]` or six with heights
 * `[west, south, low, east, north, high]`. West may be greater than east: the box then crosses the antimeridian.
 * Throws `InvalidRequestError`.
 */
export function checkBbox(bbox: readonly number[]): Bbox {
  const [west, south, east, north] = checkCorners(bbox);
  for (const longitude of [west, east]) {
    if (longitude < -180 || longitude > 180) {
      throw refuse(
        bbox,
        `has the longitude ${longitude}: longitudes are from -180 to 180 and come first`,
      );
    }
  }
  for (const latitude of [south, north]) {
    if (latitude < -90 || latitude > 90) {
      throw refuse(
        bbox,
        `has the latitude ${latitude}: latitudes are from -90 to 90 and come second`,
      );
    }
  }
  if (south > north) throw refuse(bbox, `has its south ${south} above its north ${north}`);
  return bbox as Bbox;
}

/** Checks only that a box is four or six finite numbers: for boxes in another CRS. Throws `InvalidRequestError`. */
export function checkBboxShape(bbox: readonly number[]): Bbox {
  checkCorners(bbox);
  return bbox as Bbox;
}

/** Reads `west,south,east,north` (or six numbers with heights). Throws `InvalidRequestError`. */
export function parseBbox(text: string): Bbox {
  // Number("") is 0, which would make a box out of ",,,".
  return checkBbox(text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part))));
}

function checkCorners(bbox: readonly number[]): [number, number, number, number] {
  if (!Array.isArray(bbox) || (bbox.length !== 4 && bbox.length !== 6)) {
    throw refuse(bbox, "is not four numbers west,south,east,north or six with heights");
  }
  if (!bbox.every((number) => Number.isFinite(number)))
    throw refuse(bbox, "holds something that is not a number");
  const [west, south, third, fourth, fifth, high] = bbox as [
    number,
    number,
    number,
    number,
    number?,
    number?,
  ];
  if (fifth === undefined || high === undefined) return [west, south, third, fourth];
  if (third > high) throw refuse(bbox, `has its lowest height ${third} above its highest ${high}`);
  return [west, south, fourth, fifth];
}

function refuse(bbox: unknown, problem: string): InvalidRequestError {
  return new InvalidRequestError(
    `bbox ${JSON.stringify(bbox)?.slice(0, 200)} ${problem}; ${example}.`,
  );
}

/**
 * The smallest `[west, south, east, north]`, in degrees, around a geometry; undefined for one without positions.
 *
 * West is greater than east where the data crosses the antimeridian: where parts are cut at it, as RFC 7946 section
 * 3.1.9 wants (one touches 180, another -180), or where longitudes go on beyond ±180.
 */
export function bboxOf(
  geometry: Geometry,
): [west: number, south: number, east: number, north: number] | undefined {
  const parts = partsOf(geometry)
    .filter((part) => part.length > 0)
    .map(extentOf);
  if (parts.length === 0) return undefined;
  const { west, south, east, north } = parts.reduce(merge);
  if (east - west >= 360) {
    const cut = cutBox(parts);
    return cut ? [cut.west, south, cut.east, north] : [-180, south, 180, north];
  }
  return [wrapLongitude(west), south, wrapLongitude(east), north];
}

interface Extent {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Outside the widest gap between parts of which some touch 180 and some -180; undefined where nothing is left out. */
function cutBox(parts: Extent[]): { west: number; east: number } | undefined {
  const sorted = [...parts].sort((a, b) => a.west - b.west);
  let reached = sorted[0]!.east;
  let gap = { from: 0, to: 0 };
  for (const { west, east } of sorted) {
    if (west - reached > gap.to - gap.from) gap = { from: reached, to: west };
    reached = Math.max(reached, east);
  }
  return gap.to > gap.from ? { west: gap.to, east: gap.from } : undefined;
}

function wrapLongitude(longitude: number): number {
  if (longitude > 180) return longitude - 360;
  return longitude < -180 ? longitude + 360 : longitude;
}

/** The positions of each point, line or outer ring. */
function partsOf(geometry: Geometry): Position[][] {
  switch (geometry.type) {
    case "Point":
      return [[geometry.coordinates]];
    case "MultiPoint":
      return geometry.coordinates.map((position) => [position]);
    case "LineString":
      return [geometry.coordinates];
    case "MultiLineString":
      return geometry.coordinates;
    case "Polygon":
      return geometry.coordinates.slice(0, 1);
    case "MultiPolygon":
      return geometry.coordinates.flatMap((rings) => rings.slice(0, 1));
    case "GeometryCollection":
      return geometry.geometries.flatMap(partsOf);
  }
}

function extentOf(positions: Position[]): Extent {
  let [west, south] = positions[0]!;
  let [east, north] = [west, south];
  for (const [longitude, latitude] of positions) {
    if (longitude < west) west = longitude;
    if (longitude > east) east = longitude;
    if (latitude < south) south = latitude;
    if (latitude > north) north = latitude;
  }
  return { west, south, east, north };
}

function merge(a: Extent, b: Extent): Extent {
  return {
    west: Math.min(a.west, b.west),
    south: Math.min(a.south, b.south),
    east: Math.max(a.east, b.east),
    north: Math.max(a.north, b.north),
  };
}
