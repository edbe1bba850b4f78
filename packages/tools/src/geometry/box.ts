import {
  type Bbox,
  type Box,
  bboxOf,
  boxContains,
  boxesOverlap,
  cutBox,
  extentOf,
  flatBox,
  type Geometry,
  intersectsBox,
} from "@emberline/geo";

/** Whether a geometry shares a point with a box, edges included; heights do not count. */
export function meetsBox(geometry: Geometry, bbox: Bbox): boolean {
  const box = flatBox(bbox);
  if (geometry.type === "Point") {
    const [lon, lat] = geometry.coordinates;
    return boxContains(box, [lon, lat]);
  }
  const own = bboxOf(geometry);
  if (own === undefined || !boxesOverlap(own, box)) return false;
  return partsNear(box, geometry).some((part) => intersectsBox(geometry, part));
}

/** The parts of a box, shifted to the geometry's longitudes, which may exceed ±180. */
function partsNear(box: Box, geometry: Geometry): Box[] {
  const [west, , east] = extentOf(geometry)!;
  const turns = west < -180 || east > 180 ? [0, 360, -360] : [0];
  return turns.flatMap((turn) =>
    cutBox(box).map(([w, south, e, north]): Box => [w + turn, south, e + turn, north]),
  );
}
