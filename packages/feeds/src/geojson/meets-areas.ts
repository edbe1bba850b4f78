import { type Bbox, bboxOf, boxesOverlap, flatBox, type Geometry } from "@emberline/geo";

/** Whether the box of a geometry meets one of the areas; without areas, always. */
export function meetsAreas(geometry: Geometry, areas: readonly Bbox[]): boolean {
  if (areas.length === 0) return true;
  const box = bboxOf(geometry);
  return box !== undefined && areas.some((area) => boxesOverlap(flatBox(area), box));
}
