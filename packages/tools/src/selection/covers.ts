import { flatBox, type Geometry, type LonLat } from "@emberline/geo";
import { type Bearing, bearingTo } from "../geometry/bearing.ts";
import { meetsBox } from "../geometry/box.ts";
import { widenBox } from "../geometry/widen-box.ts";
import { type Area, circleAround } from "./area.ts";

/** Whether a position lies in an area, edges included. */
export function covers(area: Area, [lon, lat]: LonLat): boolean {
  return placeIn(area, { type: "Point", coordinates: [lon, lat] }).isInside;
}

/**
 * Distance and bearing of a geometry; only a circle has a centre to measure from. What cannot be
 * decided counts as inside, so that nothing is omitted.
 */
export function placeIn(
  area: Area,
  geometry: Geometry,
): { readonly isInside: boolean; readonly bearing: Bearing | null } {
  if (area.kind === "box") return { isInside: meetsBox(geometry, area.bbox), bearing: null };
  if (area.kind === "region")
    return { isInside: area.region.intersects(geometry) !== false, bearing: null };
  const bearing = bearingTo(area.center, geometry);
  return { isInside: bearing.distanceKm <= area.radiusKm, bearing };
}

/** An area around everything within a distance (km) of an area; a box unless it is a circle. */
export function areaAround(area: Area, km: number): Area {
  if (area.kind === "circle") return circleAround(area.center, area.radiusKm + km);
  return { kind: "box", bbox: widenBox(flatBox(area.bbox), km) };
}
