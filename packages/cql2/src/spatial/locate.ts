import type { EdgeTree } from "./edge-tree.ts";
import { turn } from "./turn.ts";

export type Location = "interior" | "boundary" | "exterior";

/**
 * Where a place lies with regard to the area bounded by closed paths: inside if a ray from it
 * crosses their edges an odd number of times. Exact.
 */
export function locateInArea(area: EdgeTree, x: number, y: number): Location {
  const { xy, ends } = area.edges;
  let inside = false;
  const onEdge = area.some([x, y, Infinity, y], (edge) => {
    const a = 2 * ends[2 * edge]!;
    const b = 2 * ends[2 * edge + 1]!;
    const rises = xy[a + 1]! <= xy[b + 1]!;
    const lower = rises ? a : b;
    const upper = rises ? b : a;
    const top = xy[upper + 1]!;
    if (top === y) {
      if (xy[lower + 1] !== y) return xy[upper] === x;
      return Math.min(xy[a]!, xy[b]!) <= x;
    }
    const side = turn(xy[lower]!, xy[lower + 1]!, xy[upper]!, top, x, y);
    if (side > 0) inside = !inside;
    return side === 0;
  });
  if (onEdge) return "boundary";
  return inside ? "interior" : "exterior";
}

/** Whether a place lies on one of some edges; exact. */
export function isOnEdge(tree: EdgeTree, x: number, y: number): boolean {
  const { xy, ends } = tree.edges;
  return tree.some([x, y, x, y], (edge) => {
    const a = 2 * ends[2 * edge]!;
    const b = 2 * ends[2 * edge + 1]!;
    return turn(xy[a]!, xy[a + 1]!, xy[b]!, xy[b + 1]!, x, y) === 0;
  });
}
