import { boxesOverlap, flatBox, parseTimeMs } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import type { Fire } from "../fires/fire.ts";
import { newestInstant } from "../selection/data-end.ts";
import { hasFireSnapshots } from "../selection/fire-scope.ts";
import type { Selection } from "../selection/selection.ts";
import { boundNotices, nearValues } from "./near-values.ts";
import { opposites } from "./opposites.ts";

/**
 * Why nothing matched, and what would match instead: the time or area has no data, a value that no
 * feature has, or what the filter matches elsewhere and at other times. Asks the service a few
 * times, for a page each.
 */
export async function emptyNotices(selection: Selection, context: ToolContext): Promise<string[]> {
  if (context.onSelection || isAfterData(selection)) return [];
  const outside = outsideExtent(selection);
  if (outside.length > 0) return outside;
  const { fire, filter } = selection;
  if (fire?.isOwn && !filter) return [ofFire(fire.fire)];
  const values = filter ? await nearValues(selection, context) : [];
  if (values.length > 0) return values;
  const bounds = filter ? await boundNotices(selection, context) : [];
  const { notices: others, isObserved } = await opposites(selection, context);
  const notices = [...bounds, ...others];
  return isObserved && mayBeTakenForSafe(selection) ? [...notices, caution] : notices;
}

/** The same, judged by the extent alone, without asking the service. */
export function emptyNoticesOfExtent(selection: Selection): string[] {
  if (isAfterData(selection)) return [];
  const reasons = outsideExtent(selection);
  if (reasons.length > 0) return reasons;
  const nothing = "Nothing in the data matches.";
  return mayBeTakenForSafe(selection) ? [nothing, caution] : [nothing];
}

const caution = "This does not prove that the place was observed or is safe.";

/** Whether the question was if anything burns, rather than for a fire or a kind of feature. */
function mayBeTakenForSafe({ collection, filter, fire }: Selection): boolean {
  const isOfFires = collection.roles.strength !== undefined || hasFireSnapshots(collection);
  return isOfFires && filter === null && fire === null;
}

/** Then the notice about the end of the data says why nothing matches. */
function isAfterData({ collection, window }: Selection): boolean {
  const newest = newestInstant(collection.interval?.[1], collection.isByDate);
  const newestMs = parseTimeMs(newest ?? "");
  return window !== null && newestMs !== undefined && window.startMs > newestMs;
}

function outsideExtent({ collection, area, interval }: Selection): string[] {
  const reasons: string[] = [];
  const oldest = collection.interval?.[0];
  if (interval?.end && oldest && parseTimeMs(oldest)! > parseTimeMs(interval.end)!) {
    reasons.push(`The time lies before the oldest observation (${oldest}).`);
  }
  if (area && collection.bbox && !boxesOverlap(flatBox(area.bbox), flatBox(collection.bbox))) {
    reasons.push(
      `The area lies outside the collection's extent ([${flatBox(collection.bbox).join(", ")}]).`,
    );
  }
  return reasons;
}

/** When the fire was mapped, since it was not in the time asked. */
function ofFire({ firstMs, lastMs }: Fire): string {
  if (firstMs === null || lastMs === null) return "No perimeter of the fire matches.";
  const dayOf = (epochMs: number) => new Date(epochMs).toISOString().slice(0, 10);
  return `No perimeter of the fire is of that time: it was mapped from ${dayOf(firstMs)} to ${dayOf(lastMs)}.`;
}
