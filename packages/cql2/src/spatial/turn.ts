import { orient2d } from "robust-predicates";

/**
 * Positive if the path from a via b to c turns left, negative if it turns right, 0 if the three are
 * collinear: the exact sign, with north up.
 */
export function turn(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): number {
  // The library's y axis points down.
  return -orient2d(ax, ay, bx, by, cx, cy);
}
