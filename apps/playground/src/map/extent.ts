import type { Position } from "./geometry.ts";

/** The middle of the smallest span of longitudes that holds all positions, and of their latitudes. */
export function centerOf(positions: readonly Position[]): Position {
  const lons = positions.map(([lon]) => wrap(lon)).sort((a, b) => a - b);
  const lats = positions.map(([, lat]) => lat);
  const gaps = lons.map((lon, i) => (lons[i + 1] ?? lons[0]! + 360) - lon);
  const widest = gaps.reduce((best, gap, i) => (gap > gaps[best]! ? i : best), 0);
  const west = lons[(widest + 1) % lons.length]!;
  const widthDeg = 360 - gaps[widest]!;
  return [wrap(west + widthDeg / 2), (extreme(Math.min, lats) + extreme(Math.max, lats)) / 2];
}

/** Spreading many values into Math.min overflows the stack. */
export function extreme(pick: (a: number, b: number) => number, values: readonly number[]): number {
  return values.reduce((a, b) => pick(a, b));
}

/** The longitude that means the same and lies within half a turn of another. */
export function lonNear(lon: number, nearLon: number): number {
  if (Math.abs(nearLon - lon) <= 180) return lon;
  return lon + 360 * Math.round((nearLon - lon) / 360);
}

function wrap(lon: number): number {
  return ((((lon + 180) % 360) + 360) % 360) - 180;
}
