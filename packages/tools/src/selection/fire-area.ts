import type { Box, Geometry } from "@emberline/geo";
import { boxesOverlap, positionsOf } from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import { boxOf, type Fire } from "../fires/fire.ts";
import { Outline } from "../geometry/outline.ts";
import { reachOf } from "../geometry/reach.ts";
import { widenBox } from "../geometry/widen-box.ts";
import type { Area } from "./area.ts";
import { prepareRegion } from "./region.ts";

/** The area of a fire's newest perimeter, or everything within a distance (km) of its edge. */
export async function fireArea(
  fire: Fire,
  radiusKm: number | undefined,
  pause: Pause,
): Promise<Area> {
  const { outline, id } = fire.perimeter;
  const label = `${fire.collection.id}/${id}`;
  const inside = await prepareRegion(label, outline.geometry, boxOf(fire), pause);
  if (radiusKm === undefined) return { kind: "region", bbox: inside.bbox, region: inside };
  const bbox = widenBox(inside.bbox, radiusKm);
  const isNear = (geometry: Geometry) => isWithin(outline, geometry, radiusKm, bbox);
  const region = {
    label,
    bbox,
    intersects: (geometry: Geometry) => {
      if (geometry.type === "Point") return isNear(geometry);
      const meets = inside.intersects(geometry);
      // Where that is left open, an edge may still be near.
      return meets || isNear(geometry) || isNearOf(geometry, outline, radiusKm) || meets;
    },
  };
  return { kind: "region", bbox, region, radiusKm };
}

/** Whether a position of the geometry lies within a distance (km) of the outline. */
function isWithin(outline: Outline, geometry: Geometry, km: number, bbox: Box): boolean {
  return positionsOf(geometry).some(
    ([lon, lat]) =>
      boxesOverlap(bbox, [lon, lat, lon, lat]) &&
      outline.distanceKm(reachOf([lon, lat], km)) !== null,
  );
}

/** The reverse, since two outlines are nearest at a vertex of one of them. */
function isNearOf(geometry: Geometry, outline: Outline, km: number): boolean {
  const other = new Outline(geometry);
  return (
    other.bbox !== undefined && isWithin(other, outline.geometry, km, widenBox(other.bbox, km))
  );
}
