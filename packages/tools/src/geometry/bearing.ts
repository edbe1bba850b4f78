import { bearingDeg } from "@emberline/core";
import type { Geometry, LonLat } from "@emberline/geo";
import { nearestOf } from "./nearest.ts";

/** Distance in km and bearing in degrees from north, from the centre of a circle to a geometry. */
export interface Bearing {
  readonly distanceKm: number;
  readonly bearingDeg: number;
}

/** Distance and bearing from the centre to the nearest part of the geometry. */
export function bearingTo(center: LonLat, geometry: Geometry): Bearing {
  const { distanceKm, position } = nearestOf(center, geometry);
  return { distanceKm, bearingDeg: distanceKm === 0 ? 0 : bearingDeg(center, position) };
}

const compassPoints = [
  "N",
  "NNE",
  "NE",
  "ENE",
  "E",
  "ESE",
  "SE",
  "SSE",
  "S",
  "SSW",
  "SW",
  "WSW",
  "W",
  "WNW",
  "NW",
  "NNW",
];

/** The compass point (of 16) of a bearing in degrees. */
export function compassPoint(degreesFromNorth: number): string {
  return compassPoints[Math.round((((degreesFromNorth % 360) + 360) % 360) / 22.5) % 16]!;
}
