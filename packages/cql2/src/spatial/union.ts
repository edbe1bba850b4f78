import { type Geometry, polygonsOf } from "@emberline/geo";
import { type JstsPolygon, toJsts, toPolygonPositions, unionOf } from "./jsts.ts";
import { repairGeometry } from "./repair.ts";

/**
 * The area that polygons cover together, each part of it once: a MultiPolygon
 * in longitude and latitude. Invalid polygons are repaired first; points and
 * lines have no area and are left out.
 *
 * @example
 * ```js
 * const square = (west) => [[west, 0], [west + 2, 0], [west + 2, 2], [west, 2], [west, 0]];
 * const both = unionGeometries([0, 1].map((west) => ({ type: "Polygon", coordinates: [square(west)] })));
 * both.coordinates.length; // → 1
 * ```
 */
export function unionGeometries(geometries: readonly Geometry[]): Geometry {
  const polygons = geometries.flatMap((geometry) => polygonsOf(repairGeometry(geometry)));
  const united = unionOf(
    toJsts({
      type: "GeometryCollection",
      geometries: polygons.map((coordinates) => ({ type: "Polygon", coordinates })),
    }),
  );
  const parts = Array.from({ length: united.getNumGeometries() }, (_, i) => united.getGeometryN(i));
  const coordinates = parts
    .filter((part) => part.getDimension() === 2 && !part.isEmpty())
    .map((part) => toPolygonPositions(part as JstsPolygon));
  return { type: "MultiPolygon", coordinates };
}
