import type { MapFeature } from "../features/features.ts";
import type { Drawn } from "./paint-features.ts";

/** How far a pointer may miss a symbol; a finger covers more. */
const reachPx = { mouse: 5, pen: 8, touch: 14 } as const;

/** The feature at a pixel: the nearest symbol, else the uppermost outline around it. */
export function featureAt(
  { marks, outlines }: Drawn,
  [x, y]: readonly [number, number],
  pointer: string,
  isInside: (path: Path2D) => boolean,
): MapFeature | null {
  const reach = reachPx[pointer as keyof typeof reachPx] ?? reachPx.mouse;
  let best: MapFeature | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const mark of marks) {
    const distance = Math.hypot(mark.x - x, mark.y - y) - mark.radiusPx;
    // The later one was drawn on top.
    if (distance <= reach && distance <= least) [best, least] = [mark.feature, distance];
  }
  return best ?? outlines.findLast(({ path }) => isInside(path))?.feature ?? null;
}
