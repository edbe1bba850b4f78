import { type Box, type Geometry, type Position, polygonsOf, wrapLongitude } from "@emberline/geo";
import geographiclib from "geographiclib-geodesic";

// Karney, Algorithms for geodesics, J. Geodesy 87 (2013); in metres and degrees.
const wgs84 = geographiclib.Geodesic.WGS84;

/**
 * The geodesic distance between two positions on the WGS 84 ellipsoid, in kilometres.
 *
 * @example
 * Math.round(distanceKm([0, 0], [1, 0])); // → 111
 */
export function distanceKm(from: Readonly<Position>, to: Readonly<Position>): number {
  return wgs84.Inverse(from[1], from[0], to[1], to[0], geographiclib.Geodesic.DISTANCE).s12! / 1000;
}

/**
 * The initial direction of the shortest path between two positions, in degrees clockwise from
 * north, from 0 to below 360; 0 if they are equal.
 *
 * @example
 * bearingDeg([0, 0], [1, 0]); // → 90
 */
export function bearingDeg(from: Readonly<Position>, to: Readonly<Position>): number {
  const { azi1, s12 } = wgs84.Inverse(from[1], from[0], to[1], to[0]);
  return s12 === 0 ? 0 : (azi1! + 360) % 360;
}

/**
 * Area on the WGS 84 ellipsoid in square kilometres, with geodesics as edges; holes are subtracted.
 * Parts of a geometry are added, overlaps twice; points and lines have no area. Rings must not
 * cross themselves: parts of opposite direction would be subtracted. An edge of more than 180° of
 * longitude is taken the short way round.
 *
 * @example
 * const coordinates = [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]];
 * Math.round(areaKm2({ type: "Polygon", coordinates })); // → 12309
 */
export function areaKm2(geometry: Geometry): number {
  return sum(polygonsOf(geometry).map(polygonKm2));
}

function polygonKm2(rings: Position[][]): number {
  const [outer = 0, ...holes] = rings.map(ringKm2);
  return outer - sum(holes);
}

function ringKm2(ring: Position[]): number {
  const polygon = wgs84.Polygon(false);
  // The last position repeats the first; the library closes the ring itself.
  for (let i = 0; i < ring.length - 1; i += 1) polygon.AddPoint(ring[i]![1], ring[i]![0]);
  return Math.abs(polygon.Compute(false, true).area!) / 1e6;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * The smallest `[west, south, east, north]`, in degrees, around a geodesic circle. With a pole
 * inside it has all longitudes; across the antimeridian west is greater than east.
 *
 * @example
 * bboxAround([0, 0], 111).map(Math.round); // → [-1, -1, 1, 1]
 */
export function bboxAround(center: Readonly<Position>, radiusKm: number): Box {
  const [longitude, latitude] = center;
  const overNorth = distanceKm(center, [longitude, 90]) <= radiusKm;
  const overSouth = distanceKm(center, [longitude, -90]) <= radiusKm;
  const north = overNorth ? 90 : outward(latitude, destination(center, 0, radiusKm).latitude);
  const south = overSouth ? -90 : outward(latitude, destination(center, 180, radiusKm).latitude);
  if (overNorth || overSouth) return [-180, south, 180, north];
  const reachDeg = longitudeReachDeg(latitude, radiusKm);
  if (reachDeg >= 180) return [-180, south, 180, north];
  return [wrapLongitude(longitude - reachDeg), south, wrapLongitude(longitude + reachDeg), north];
}

// About 0.1 mm: more than the error of rounding and the search.
const marginDeg = 1e-9;

function outward(from: number, to: number): number {
  return Math.max(-90, Math.min(90, to > from ? to + marginDeg : to - marginDeg));
}

/**
 * How many degrees east and west a circle without a pole reaches. Longitude rises and then falls
 * with the azimuth, so a golden-section search finds the maximum.
 */
function longitudeReachDeg(latitude: number, radiusKm: number): number {
  const reach = (azimuthDeg: number): number =>
    destination([0, latitude], azimuthDeg, radiusKm).longitude;
  const ratio = (Math.sqrt(5) - 1) / 2;
  let low = 0;
  let high = 180;
  // Near the maximum, the reach changes with the square of the azimuth, so this is precise enough.
  while (high - low > 1e-5) {
    const left = high - ratio * (high - low);
    const right = low + ratio * (high - low);
    if (reach(left) < reach(right)) low = left;
    else high = right;
  }
  return reach((low + high) / 2) + marginDeg;
}

function destination(
  from: Readonly<Position>,
  azimuthDeg: number,
  distanceKilometres: number,
): { longitude: number; latitude: number } {
  const { lat2, lon2 } = wgs84.Direct(from[1], from[0], azimuthDeg, distanceKilometres * 1000);
  return { longitude: lon2!, latitude: lat2! };
}
