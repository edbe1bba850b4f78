import {
  type Box,
  boxWidthDeg,
  extentOf,
  flatBox,
  type Geometry,
  leastKmPerDegree,
  wrapLongitude,
} from "@emberline/geo";
import { metresPerUnit } from "../evaluate/spatial.ts";
import { isProperty, operators } from "../values/operators.ts";
import type { BboxLiteral, BooleanExpression } from "../values/tree.ts";
import { implied } from "./interval.ts";

function boxOfNode(node: unknown): Box | undefined {
  if (typeof node !== "object" || node === null) return undefined;
  if ("bbox" in node) return flatBox((node as BboxLiteral).bbox);
  return "type" in node ? extentOf(node as Geometry) : undefined;
}

function grow(box: Box, metres: number): Box {
  const [west, south, east, north] = box;
  const up = metres / 1000 / leastKmPerDegree;
  const [low, high] = [Math.max(-90, south - up), Math.min(90, north + up)];
  const farthest = Math.max(Math.abs(low), Math.abs(high));
  const sideways = up / Math.cos((farthest * Math.PI) / 180);
  if (farthest >= 90 || boxWidthDeg(box) + 2 * sideways >= 360) {
    return [-180, low, 180, high];
  }
  return [wrapLongitude(west - sideways), low, wrapLongitude(east + sideways), high];
}

function smaller(a: Box, b: Box): Box {
  const size = (box: Box): number => boxWidthDeg(box) * (box[3] - box[1]);
  return size(b) < size(a) ? b : a;
}

/**
 * Axis-aligned boxes that intersect in pairs have a point in common (Helly), so
 * a feature that intersects both intersects their intersection, if it exists.
 * This fails across the antimeridian, where one of the boxes is used alone.
 */
function both(a: Box, b: Box): Box {
  const common: Box = [
    Math.max(a[0], b[0]),
    Math.max(a[1], b[1]),
    Math.min(a[2], b[2]),
    Math.min(a[3], b[3]),
  ];
  const crossing = a[0] > a[2] || b[0] > b[2];
  const empty = common[0] > common[2] || common[1] > common[3];
  return crossing || empty ? smaller(a, b) : common;
}

function coversLongitudes(outer: Box, inner: Box): boolean {
  const offset = (((inner[0] - outer[0]) % 360) + 360) % 360;
  return offset + boxWidthDeg(inner) <= boxWidthDeg(outer);
}

/** The narrowest box around two boxes; it may cross the antimeridian. */
function either(a: Box, b: Box): Box {
  const [south, north] = [Math.min(a[1], b[1]), Math.max(a[3], b[3])];
  let best: Box = [-180, south, 180, north];
  for (const west of [a[0], b[0]]) {
    for (const east of [a[2], b[2]]) {
      const box: Box = [west, south, east, north];
      const covers = coversLongitudes(box, a) && coversLongitudes(box, b);
      if (covers && boxWidthDeg(box) < boxWidthDeg(best)) best = box;
    }
  }
  return best;
}

/**
 * A box `[west, south, east, north]` that the box of every selected feature
 * intersects, so that a store can use its index; west greater than east crosses the
 * antimeridian. Undefined if the filter sets no bounds.
 *
 * @example
 * ```js
 * impliedBbox(parse("frp > 50 AND S_WITHIN(geometry, BBOX(8, 44, 10, 46))")); // → [8, 44, 10, 46]
 * impliedBbox(parse("frp > 50")); // → undefined
 * ```
 */
export function impliedBbox(
  tree: BooleanExpression,
): [west: number, south: number, east: number, north: number] | undefined {
  const box = implied<Box>(tree, {
    ofPredicate(op, args) {
      const isDistance = op === "dwithin" && args.length === 4;
      if (!isDistance && (operators.get(op)?.kind !== "spatial" || op === "s_disjoint")) {
        return undefined;
      }
      const literal = isProperty(args[0]) ? args[1] : isProperty(args[1]) ? args[0] : undefined;
      const found = boxOfNode(literal);
      if (found === undefined || !isDistance) return found;
      const metres = metresPerUnit[String(args[3])];
      return metres === undefined ? undefined : grow(found, Number(args[2]) * metres);
    },
    both,
    either,
  });
  return box === undefined ? undefined : [...box];
}
