import { wrapLongitude } from "./antimeridian.ts";
import type { LonLat } from "./geojson.ts";

/** Mean radius of the Earth: (2a + b) / 3 of GRS 80 (Moritz, Geodetic Reference System 1980). */
export const meanRadiusKm = 6371.0088;

/** Kilometres of one degree of a great circle, on the sphere of the mean radius. */
export const kmPerDegree = (meanRadiusKm * Math.PI) / 180;

/** Semi-major axis of the WGS 84 ellipsoid. */
export const semiMajorKm = 6378.137;

/** Flattening of the WGS 84 ellipsoid. */
export const flattening = 1 / 298.257223563;

/** Lower bound of a degree of latitude on WGS 84, which is shortest at the equator: 110.574 km. */
export const leastKmPerDegree = 110.5;

const eccentricitySquared = flattening * (2 - flattening);
const radians = Math.PI / 180;

/**
 * Kilometres between two nearby positions: in a plane true to scale at their mean latitude, by the
 * WGS 84 radii of curvature along meridian and parallel.
 */
export function planeDistanceKm([lonA, latA]: LonLat, [lonB, latB]: LonLat): number {
  const lat = ((latA + latB) / 2) * radians;
  const w = 1 - eccentricitySquared * Math.sin(lat) ** 2;
  const prime = semiMajorKm / Math.sqrt(w);
  const meridional = (prime * (1 - eccentricitySquared)) / w;
  const east = prime * Math.cos(lat) * wrapLongitude(lonB - lonA) * radians;
  const north = meridional * (latB - latA) * radians;
  return Math.hypot(east, north);
}
