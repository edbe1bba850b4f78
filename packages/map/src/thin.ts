import type { Detection } from "./map-request.ts";
import { isInside, type View } from "./view.ts";

/** More detections than this only hide each other, and take longer to draw. */
export const mostDetections = 5000;

export interface DrawnDetection {
  readonly x: number;
  readonly y: number;
  readonly detection: Detection;
}

export interface Thinned {
  readonly drawn: readonly DrawnDetection[];
  /** Of detections in one square of this many pixels only the strongest is drawn; null where all are. */
  readonly cellPx: number | null;
}

/** The detections that the frame shows; of too many, in each square of pixels the strongest, then the newest. */
export function thin(detections: readonly Detection[], { projection, frame }: View): Thinned {
  const all: DrawnDetection[] = [];
  for (const detection of detections) {
    const point = projection([...detection.position]);
    if (point && isInside(point, frame)) all.push({ x: point[0], y: point[1], detection });
  }
  if (all.length <= mostDetections) return { drawn: all, cellPx: null };
  for (let cellPx = 1; ; cellPx += Math.ceil(cellPx / 3)) {
    const drawn = strongestPerCell(all, cellPx);
    if (drawn.length <= mostDetections) return { drawn, cellPx };
  }
}

function strongestPerCell(all: readonly DrawnDetection[], cellPx: number): DrawnDetection[] {
  const cells = new Map<number, DrawnDetection>();
  for (const each of all) {
    const key = Math.floor(each.x / cellPx) * 100_000 + Math.floor(each.y / cellPx);
    const known = cells.get(key);
    if (!known || isStronger(each.detection, known.detection)) cells.set(key, each);
  }
  return [...cells.values()];
}

/** Whether `a` stands for both where only one can be drawn: the stronger, then the newer. */
export function isStronger(a: Detection, b: Detection): boolean {
  const more = (a.frpMw ?? -1) - (b.frpMw ?? -1);
  return more > 0 || (more === 0 && (a.timeMs ?? 0) > (b.timeMs ?? 0));
}
