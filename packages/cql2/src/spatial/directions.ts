import { turn } from "./turn.ts";

/**
 * Compares the directions from a place to two others, counterclockwise from east: negative,
 * positive, or 0 if they are equal. Exact.
 */
export function compareDirections(
  x: number,
  y: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): number {
  const below = Number(isBelow(x, y, ax, ay)) - Number(isBelow(x, y, bx, by));
  return below || -turn(x, y, ax, ay, bx, by);
}

/** Whether a direction points south or due west, in the second half of the circle. */
export function isBelow(x: number, y: number, toX: number, toY: number): boolean {
  return toY < y || (toY === y && toX < x);
}
