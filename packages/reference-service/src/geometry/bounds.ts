import { forEachPosition, type Geometry } from "../geojson.ts";

/** `[west, south, east, north]` in degrees (CRS84). */
export type Bounds = [number, number, number, number];

/** The smallest box around a geometry; undefined for one without positions. */
export function boundsOf(geometry: Geometry): Bounds | undefined {
  const bounds: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  forEachPosition(geometry, ([x, y]) => {
    if (x! < bounds[0]) bounds[0] = x!;
    if (y! < bounds[1]) bounds[1] = y!;
    if (x! > bounds[2]) bounds[2] = x!;
    if (y! > bounds[3]) bounds[3] = y!;
  });
  return bounds[0] === Infinity ? undefined : bounds;
}
