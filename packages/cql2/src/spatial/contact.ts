import type { Edges } from "./edges.ts";
import { turn } from "./turn.ts";

/** The contact of two edges: none, a crossing inside both, or ends of one on the other. */
export const contactNone = 0;
export const contactCrossing = 16;
/** The first or second end of one edge lies on the other edge. */
export const contactFromA = 1;
export const contactToA = 2;
export const contactFromB = 4;
export const contactToB = 8;

/** `contactNone`, `contactCrossing`, or the sum of the ends that touch; exact. */
export function contactOf(a: Edges, edgeA: number, b: Edges, edgeB: number): number {
  const p = 2 * a.ends[2 * edgeA]!;
  const q = 2 * a.ends[2 * edgeA + 1]!;
  const r = 2 * b.ends[2 * edgeB]!;
  const s = 2 * b.ends[2 * edgeB + 1]!;
  const px = a.xy[p]!;
  const py = a.xy[p + 1]!;
  const qx = a.xy[q]!;
  const qy = a.xy[q + 1]!;
  const rx = b.xy[r]!;
  const ry = b.xy[r + 1]!;
  const sx = b.xy[s]!;
  const sy = b.xy[s + 1]!;
  const sideR = turn(px, py, qx, qy, rx, ry);
  const sideS = turn(px, py, qx, qy, sx, sy);
  if ((sideR > 0 && sideS > 0) || (sideR < 0 && sideS < 0)) return contactNone;
  const sideP = turn(rx, ry, sx, sy, px, py);
  const sideQ = turn(rx, ry, sx, sy, qx, qy);
  if ((sideP > 0 && sideQ > 0) || (sideP < 0 && sideQ < 0)) return contactNone;
  if (sideP !== 0 && sideQ !== 0 && sideR !== 0 && sideS !== 0) return contactCrossing;
  return (
    (sideP === 0 && isInBox(px, py, rx, ry, sx, sy) ? contactFromA : 0) |
    (sideQ === 0 && isInBox(qx, qy, rx, ry, sx, sy) ? contactToA : 0) |
    (sideR === 0 && isInBox(rx, ry, px, py, qx, qy) ? contactFromB : 0) |
    (sideS === 0 && isInBox(sx, sy, px, py, qx, qy) ? contactToB : 0)
  );
}

/** Whether a place lies in the box of an edge; if collinear, whether it lies on the edge. */
function isInBox(x: number, y: number, ax: number, ay: number, bx: number, by: number): boolean {
  return (
    (ax < bx ? ax <= x && x <= bx : bx <= x && x <= ax) &&
    (ay < by ? ay <= y && y <= by : by <= y && y <= ay)
  );
}
