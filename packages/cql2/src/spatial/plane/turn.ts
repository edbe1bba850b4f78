import { orient2d } from "robust-predicates";

/**
 * Positive where the way from a over b to c turns left, negative where it turns right, 0 where the
 * three lie on one line: the exact sign, with north up.
 */
export function turn(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): number {
  // The library has its y axis point down.
  return -orient2d(ax, ay, bx, by, cx, cy);
}
