import { type Geometry, polygonsOf } from "@emberline/geo";
import { type Mended, mend } from "./mend.ts";
import { overlay } from "./overlay.ts";
import { finish, type Steps } from "./steps.ts";

/** Snapshots of a fire cross each other several times per vertex. */
const maxUnionCrossings = 2_000_000;

/**
 * The area that polygons cover together, as a MultiPolygon in longitude and latitude without
 * overlaps. Invalid polygons are repaired first; points and lines are dropped.
 *
 * @example
 * ```js
 * const square = (west) => [[west, 0], [west + 2, 0], [west + 2, 2], [west, 2], [west, 0]];
 * const polygon = (west) => ({ type: "Polygon", coordinates: [square(west)] });
 * const both = unionGeometries([0, 1].map(polygon));
 * both.coordinates.length; // → 1
 * ```
 */
export function unionGeometries(geometries: readonly Geometry[]): Geometry {
  return finish(unionSteps(geometries));
}

/**
 * Like `unionGeometries`, in steps.
 *
 * @example
 * ```js
 * finish(unionSteps([{ type: "Point", coordinates: [9, 45] }])).coordinates; // → []
 * ```
 */
export function* unionSteps(geometries: readonly Geometry[]): Steps<Geometry> {
  const areas: Mended["areas"][] = [];
  for (const geometry of geometries) {
    areas.push((yield* mend(polygonsOf(geometry))).areas);
    yield;
  }
  const { areas: coordinates } = yield* overlay(areas.flat(), [], maxUnionCrossings);
  return { type: "MultiPolygon", coordinates };
}
