import { distanceKm } from "@emberline/core";
import type { LonLat } from "@emberline/geo";
import type { Gazetteer } from "./gazetteer.ts";

/**
 * The smallest radius of curvature on WGS 84, in km: a (1 - e²), the meridian's at the equator. On
 * a sphere with it, no distance is longer than on the ellipsoid.
 */
const leastRadiusKm = 6335.43;
const radians = Math.PI / 180;

export interface Near {
  /** Of the place in the gazetteer. */
  readonly index: number;
  readonly distanceKm: number;
}

/**
 * The places nearest to a position `[lon, lat]` on the ellipsoid, nearest first. A full scan, which
 * rules out most places by latitude alone, is faster than building an index.
 */
export function nearestPlaces(gazetteer: Gazetteer, [lon, lat]: LonLat, count: number): Near[] {
  const { lons, lats } = gazetteer.positions();
  const nearest: Near[] = [];
  let withinKm = Number.POSITIVE_INFINITY;
  let bandDegrees = 180;
  for (let index = 0; index < gazetteer.size; index++) {
    const [otherLon, otherLat] = [lons[index]!, lats[index]!];
    if (Math.abs(otherLat - lat) > bandDegrees) continue;
    if (leastKm(lon, lat, otherLon, otherLat) > withinKm) continue;
    const exactKm = distanceKm([lon, lat], [otherLon, otherLat]);
    if (exactKm >= withinKm) continue;
    nearest.push({ index, distanceKm: exactKm });
    nearest.sort((a, b) => a.distanceKm - b.distanceKm);
    if (nearest.length > count) nearest.pop();
    if (nearest.length < count) continue;
    withinKm = nearest[count - 1]!.distanceKm;
    bandDegrees = withinKm / (leastRadiusKm * radians);
  }
  return nearest;
}

/** Haversine distance on that sphere: a lower bound. */
function leastKm(lon: number, lat: number, otherLon: number, otherLat: number): number {
  const squared =
    Math.sin(((otherLat - lat) * radians) / 2) ** 2 +
    Math.cos(lat * radians) *
      Math.cos(otherLat * radians) *
      Math.sin(((otherLon - lon) * radians) / 2) ** 2;
  return 2 * leastRadiusKm * Math.asin(Math.sqrt(Math.min(squared, 1)));
}
