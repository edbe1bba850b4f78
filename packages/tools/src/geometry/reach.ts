import { type Box, type LonLat, leastKmPerDegree } from "@emberline/geo";

/** A position and how far around it to look. */
export interface Reach {
  readonly position: LonLat;
  readonly km: number;
  /** A box around the circle with a margin; longitudes may exceed ±180. */
  readonly box: Box;
}

export function reachOf(position: LonLat, km: number): Reach {
  const [lon, lat] = position;
  // The shortest degree of latitude is shorter than a degree of longitude on the equator.
  const halfLat = km / leastKmPerDegree;
  const poleward = Math.abs(lat) + halfLat;
  const halfLon =
    poleward >= 89.9 ? 180 : Math.min(180, halfLat / Math.cos((poleward * Math.PI) / 180));
  return { position, km, box: [lon - halfLon, lat - halfLat, lon + halfLon, lat + halfLat] };
}
