import { type Box, boxesOverlap } from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import { BoxIndex } from "../geometry/box.ts";
import { testInTurns } from "../geometry/shapes.ts";
import { prepareRegion } from "../selection/region.ts";
import { dayMs } from "../values/calendar.ts";
import { maxAgeDays, type Snapshot } from "./snapshots.ts";

/** By the fire of an estimate: the newest outlines of the same fire as an agency mapped it. */
export type MappedFires = ReadonlyMap<string, readonly Snapshot[]>;

/**
 * Fires that satellites outline and an agency maps under another id: those whose newest outlines
 * meet, and are of about the same time.
 *
 * @param perimeters the newest of each fire
 */
export async function findMappedFires(
  perimeters: readonly Snapshot[],
  pause: Pause,
): Promise<MappedFires> {
  const found = new Map<string, readonly Snapshot[]>();
  const newest = perimeters.flatMap((snapshot) => {
    const { bbox } = snapshot.outline;
    return bbox ? [{ snapshot, bbox }] : [];
  });
  const mapped = new BoxIndex(
    newest.filter(({ snapshot }) => !snapshot.isEstimate),
    ({ bbox }) => bbox,
  );
  for (const { snapshot, bbox } of newest) {
    if (!snapshot.isEstimate) continue;
    const near = mapped
      .meeting(bbox)
      .filter((each) => boxesOverlap(each.bbox, bbox))
      .map((each) => each.snapshot)
      .filter((each) => Math.abs(each.timeMs - snapshot.timeMs) <= maxAgeDays * dayMs);
    const same = near.length === 0 ? [] : await meeting(snapshot, bbox, near, pause);
    if (same.length > 0) found.set(snapshot.fire, same);
  }
  return found;
}

/** Those of the others whose outline shares a point with the snapshot's. */
async function meeting(
  { id, outline }: Snapshot,
  bbox: Box,
  others: readonly Snapshot[],
  pause: Pause,
): Promise<Snapshot[]> {
  const region = await prepareRegion(id ?? "", outline.geometry, bbox, pause);
  const found: Snapshot[] = [];
  for (const other of others) {
    // Read once: every reading unpacks another object, and forms are kept by object.
    const { geometry } = other.outline;
    if (await testInTurns(() => region.intersects(geometry), pause)) found.push(other);
  }
  return found;
}
