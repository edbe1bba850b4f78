import { type Box, type Geometry, type Position, polygonsOf, wrapLongitude } from "@emberline/geo";
import geographiclib from "geographiclib-geodesic";

// Karney, Algorithms for geodesics, J. Geodesy 87 (2013), on the WGS 84 ellipsoid; metres and degrees inside.
const wgs84 = geographiclib.Geodesic.WGS84;

/** Length in kilometres of the shortest way over the WGS 84 ellipsoid between two positions, longitude first. */
export function distanceKm(from: Readonly<Position>, to: Readonly<Position>): number {
  return wgs84.Inverse(from[1], from[0], to[1], to[0], geographiclib.Geodesic.DISTANCE).s12! / 1000;
}

/**
 * The direction in which the shortest way from one position to another starts, in degrees clockwise from north,
 * from 0 to below 360; 0 where both are one.
 */
export function bearingDeg(from: Readonly<Position>, to: Readonly<Position>): number {
  const { azi1, s12 } = wgs84.Inverse(from[1], from[0], to[1], to[0]);
  return s12 === 0 ? 0 : (azi1! + 360) % 360;
}

/**
 * Area in square kilometres on the WGS 84 ellipsoid, with geodesics as edges, holes subtracted. Parts of a
 * MultiPolygon or GeometryCollection are added up, overlaps twice; points and lines count nothing. Rings must not
 * cross themselves: what one encloses the other way round would be subtracted.
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
 * The smallest `[west, south, east, north]`, in degrees, that encloses the geodesic circle around a position. Over a
 * pole it takes in all longitudes; across the antimeridian its west is greater than its east.
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

// A billionth of a degree, a tenth of a millimetre: more than what rounding and the search below can lose.
const marginDeg = 1e-9;

function outward(from: number, to: number): number {
  return Math.max(-90, Math.min(90, to > from ? to + marginDeg : to - marginDeg));
}

/**
 * How many degrees east (and as many west) a circle reaches that holds no pole. East of the meridian the longitude
 * reached rises and then falls with the azimuth, so a golden-section search finds the greatest.
 */
function longitudeReachDeg(latitude: number, radiusKm: number): number {
  const reach = (azimuthDeg: number): number =>
    destination([0, latitude], azimuthDeg, radiusKm).longitude;
  const ratio = (Math.sqrt(5) - 1) / 2;
  let low = 0;
  let high = 180;
  // Near its maximum the reach changes with the square of the azimuth, so a thousandth of a degree is plenty.
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
