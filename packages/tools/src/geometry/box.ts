import {
  type Bbox,
  bboxOf,
  boxContains,
  boxesOverlap,
  flatBox,
  type Geometry,
} from "@emberline/geo";

/** Whether a geometry shares a point with a box, edges included; heights do not count. */
export function meetsBox(geometry: Geometry, bbox: Bbox): boolean {
  const box = flatBox(bbox);
  if (geometry.type === "Point") {
    const [lon, lat] = geometry.coordinates;
    return boxContains(box, [lon, lat]);
  }
  const own = bboxOf(geometry);
  return own !== undefined && boxesOverlap(own, box);
}
