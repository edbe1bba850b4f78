import { boxContains, flatBox, type LonLat, type Point } from "@emberline/geo";
import { bearingTo } from "../geometry/bearing.ts";
import type { Area } from "./area.ts";

/** Whether a position lies in an area, edges included. */
export function covers(area: Area, position: LonLat): boolean {
  if (area.kind === "box") return boxContains(flatBox(area.bbox), position);
  const point: Point = { type: "Point", coordinates: [...position] };
  if (area.kind === "circle") return bearingTo(area.center, point).distanceKm <= area.radiusKm;
  return area.region.intersects(point);
}
