import type { Detection, Detections } from "./map-request.ts";
import { isInside, type View } from "./view.ts";

/** At most this many detections are drawn: more would hide each other and draw slowly. */
export const mostDetections = 5000;

interface DrawnDetection<Each extends Detection = Detection> {
  readonly x: number;
  readonly y: number;
  readonly detection: Each;
}

export interface Thinned<Each extends Detection = Detection> {
  readonly drawn: readonly DrawnDetection<Each>[];
  /** A sentence on the omitted detections; null if all are drawn. */
  readonly note: string | null;
}

/**
 * The detections in the frame; if there are too many, only the strongest, then
 * newest, in each square of pixels. Keeps at most one per pixel in memory.
 */
export function thin<Each extends Detection>(
  detections: Detections<Each>,
  view: View,
): Thinned<Each> {
  const all: DrawnDetection<Each>[] = [];
  for (const drawn of inFrame(detections, view)) {
    if (all.push(drawn) > mostDetections) return thinned(detections, view);
  }
  return { drawn: all, note: null };
}

function* inFrame<Each extends Detection>(
  detections: Iterable<Each>,
  { projection, frame }: View,
): Iterable<DrawnDetection<Each>> {
  for (const detection of detections) {
    const point = projection([...detection.position]);
    if (point && isInside(point, frame)) yield { x: point[0], y: point[1], detection };
  }
}

function thinned<Each extends Detection>(detections: Detections<Each>, view: View): Thinned<Each> {
  // Squares consist of whole pixels, so the strongest per pixel suffice to find theirs.
  const perPixel = strongestPerCell(inFrame(detections, view), 1);
  for (let cellPx = 1; ; cellPx += Math.ceil(cellPx / 3)) {
    const drawn = cellPx === 1 ? perPixel : strongestPerCell(perPixel, cellPx);
    if (drawn.length <= mostDetections) {
      const counts = `${grouped(drawn.length)} of ${grouped(detections.length)} detections are drawn`;
      const square = cellPx === 1 ? "pixel" : `${cellPx} × ${cellPx} pixels`;
      return { drawn, note: `${counts}: in every ${square} the strongest.` };
    }
  }
}

function grouped(count: number): string {
  return count.toLocaleString("en");
}

function strongestPerCell<Each extends Detection>(
  all: Iterable<DrawnDetection<Each>>,
  cellPx: number,
): DrawnDetection<Each>[] {
  const cells = new Map<number, DrawnDetection<Each>>();
  for (const each of all) {
    const key = Math.floor(each.x / cellPx) * 100_000 + Math.floor(each.y / cellPx);
    const known = cells.get(key);
    if (!known || isStronger(each.detection, known.detection)) cells.set(key, each);
  }
  return [...cells.values()];
}

function isStronger(a: Detection, b: Detection): boolean {
  const more = (a.frpMw ?? -1) - (b.frpMw ?? -1);
  return more > 0 || (more === 0 && (a.timeMs ?? 0) > (b.timeMs ?? 0));
}
