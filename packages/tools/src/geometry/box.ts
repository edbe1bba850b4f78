import { type Bbox, bboxOf, type Geometry } from "@emberline/core";

/** West, south, east, north of a box of 4 or 6 numbers. */
export function cornersOf(bbox: Bbox): [number, number, number, number] {
  const half = bbox.length / 2;
  return [bbox[0], bbox[1], bbox[half]!, bbox[half + 1]!];
}

/** Whether a geometry shares a point with a box, edges included; heights do not count. */
export function meetsBox(geometry: Geometry, bbox: Bbox): boolean {
  if (geometry.type === "Point") {
    const [lon, lat] = geometry.coordinates;
    return boxesOverlap([lon, lat, lon, lat], bbox);
  }
  const own = bboxOf(geometry);
  return own !== undefined && boxesOverlap(own, bbox);
}

/** Whether two boxes share a position; either may cross the antimeridian. */
export function boxesOverlap(a: Bbox, b: Bbox): boolean {
  const [westA, southA, eastA, northA] = cornersOf(a);
  const [westB, southB, eastB, northB] = cornersOf(b);
  if (northA < southB || northB < southA) return false;
  // A box across the antimeridian is two.
  const spans = (west: number, east: number) =>
    west <= east
      ? [[west, east]]
      : [
          [west, 180],
          [-180, east],
        ];
  return spans(westA, eastA).some(([w, e]) =>
    spans(westB, eastB).some(([w2, e2]) => w! <= e2! && w2! <= e!),
  );
}
