import { extreme, lonNear } from "../extent.ts";
import type { Position } from "../geometry.ts";

/** West, south, east, north around positions, with longitudes that may go on beyond ±180. */
export function boundsOf(
  positions: readonly Position[],
  nearLon: number,
): [number, number, number, number] {
  const lons = positions.map(([lon]) => lonNear(lon, nearLon));
  const lats = positions.map(([, lat]) => lat);
  return [
    extreme(Math.min, lons),
    extreme(Math.min, lats),
    extreme(Math.max, lons),
    extreme(Math.max, lats),
  ];
}
