import type { Bbox } from "@emberline/core";

type LonLat = readonly [lon: number, lat: number];

/** A position and how far around it to look: `km`, and a box in degrees that holds all of that and a little more. */
export interface Reach {
  readonly position: LonLat;
  readonly km: number;
  /** Half the width and half the height of the box, degrees; 180 where a pole is near. */
  readonly halfLon: number;
  readonly halfLat: number;
}

/** Less than a degree of latitude, and than a degree of longitude on the equator, measures anywhere on WGS 84. */
const leastKmPerDegree = 110.5;

export function reachOf(position: LonLat, km: number): Reach {
  const halfLat = km / leastKmPerDegree;
  const poleward = Math.abs(position[1]) + halfLat;
  const halfLon =
    poleward >= 89.9 ? 180 : Math.min(180, halfLat / Math.cos((poleward * Math.PI) / 180));
  return { position, km, halfLon, halfLat };
}

/** Whether anything in the box `[west, south, east, north]` may lie within reach; west > east crosses the antimeridian. */
export function mayReach({ position, halfLon, halfLat }: Reach, bbox: Bbox): boolean {
  const [west, south, east, north] = bbox as readonly number[] as [number, number, number, number];
  const [lon, lat] = position;
  if (lat + halfLat < south || lat - halfLat > north) return false;
  const width = east >= west ? east - west : east - west + 360;
  return modulo(lon + halfLon - west, 360) <= width + 2 * halfLon;
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
