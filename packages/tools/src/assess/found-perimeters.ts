import { boxesOverlap } from "@emberline/geo";
import { eachInTurns, type Pause } from "@emberline/turns";
import type { Bearing } from "../geometry/bearing.ts";
import { reachOf } from "../geometry/reach.ts";
import type { Assessment } from "./assess.ts";
import type { FireCounts } from "./situation.ts";
import type { Snapshot } from "./snapshots.ts";

export interface FoundPerimeter {
  readonly snapshot: Snapshot;
  readonly counts: FireCounts | undefined;
  readonly bearing: Bearing;
}

/**
 * The newest perimeter of each fire that is within the radius or explains detections, nearest
 * first.
 */
export async function findPerimeters(
  { fires, situation, question }: Assessment,
  pause: Pause,
): Promise<FoundPerimeter[]> {
  const { center, radiusKm } = question.area;
  const reach = reachOf(center, radiusKm);
  const found: FoundPerimeter[] = [];
  await eachInTurns(fires.newestUntil(question.interval.end), pause, (snapshot) => {
    const { outline } = snapshot;
    const counts = situation.byFire.get(snapshot.fire);
    if (!counts && !(outline.bbox && boxesOverlap(reach.box, outline.bbox))) return;
    const bearing = outline.bearingFrom(center);
    if (counts || bearing.distanceKm <= radiusKm) found.push({ snapshot, counts, bearing });
  });
  return found.sort((a, b) => a.bearing.distanceKm - b.bearing.distanceKm);
}
