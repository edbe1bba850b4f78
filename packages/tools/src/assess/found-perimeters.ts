import { boxesOverlap, flatBox } from "@emberline/geo";
import { eachInTurns, type Pause } from "@emberline/turns";
import type { Bearing } from "../geometry/nearest.ts";
import { testInTurns } from "../geometry/shapes.ts";
import { placeIn } from "../selection/area.ts";
import type { Assessment } from "./assess.ts";
import type { FireCounts } from "./situation.ts";
import { newestFirst, type Snapshot } from "./snapshots.ts";

export interface FoundPerimeter {
  readonly snapshot: Snapshot;
  readonly counts: FireCounts | undefined;
  /** From the centre of a circle; null in other areas. */
  readonly bearing: Bearing | null;
}

/**
 * The newest perimeter of each fire that meets the area or explains detections: nearest to the
 * centre first, without a centre newest first.
 */
export async function findPerimeters(
  { fires, situation, question }: Assessment,
  pause: Pause,
): Promise<FoundPerimeter[]> {
  const { area } = question;
  const box = flatBox(area.bbox);
  const found: FoundPerimeter[] = [];
  await eachInTurns(fires.newest, pause, async (snapshot) => {
    const { outline } = snapshot;
    const counts = situation.byFire.get(snapshot.fire);
    if (!counts && !(outline.bbox && boxesOverlap(box, outline.bbox))) return;
    const bearing = area.kind === "circle" ? outline.bearingFrom(area.center) : null;
    // Read once: every reading unpacks another object, and forms are kept by object.
    const { geometry } = outline;
    const isInside =
      area.kind === "circle"
        ? bearing!.distanceKm <= area.radiusKm
        : (await testInTurns(() => placeIn(area, geometry), pause)).isInside;
    if (counts || isInside) found.push({ snapshot, counts, bearing });
  });
  return found.sort((a, b) => compareBearings(a, b) || newestFirst(a.snapshot, b.snapshot));
}

/** Nearest to the centre first; 0 without a centre. */
export function compareBearings(
  a: { readonly bearing: Bearing | null },
  b: { readonly bearing: Bearing | null },
): number {
  return a.bearing && b.bearing ? a.bearing.distanceKm - b.bearing.distanceKm : 0;
}
