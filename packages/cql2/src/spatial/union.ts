import { type Geometry, type Position, polygonsOf } from "@emberline/geo";
import { mend } from "./mend.ts";
import { overlay } from "./overlay.ts";
import { finish, type Steps } from "./steps.ts";

/** Versions of a fire cross each other some times for every vertex. */
const maxUnionCrossings = 2_000_000;

/**
 * The area that polygons cover together, each part of it once: a MultiPolygon
 * in longitude and latitude. Invalid polygons are repaired first; points and
 * lines have no area and are left out.
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
 * The same, in steps.
 *
 * @example
 * ```js
 * finish(unionSteps([{ type: "Point", coordinates: [9, 45] }])).coordinates; // → []
 * ```
 */
export function* unionSteps(geometries: readonly Geometry[]): Steps<Geometry> {
  const areas: Position[][][] = [];
  for (const geometry of geometries) {
    areas.push(...(yield* mend(polygonsOf(geometry))).areas);
    yield;
  }
  const { areas: coordinates } = yield* overlay(areas, [], maxUnionCrossings);
  return { type: "MultiPolygon", coordinates };
}
