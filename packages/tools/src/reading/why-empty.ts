import type { FeatureQuery } from "@emberline/core";
import { boxesOverlap, flatBox, parseTimeMs } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { featuresOf } from "../collection/simulation-features.ts";
import type { Fire } from "../fires/fire.ts";
import type { Selection } from "../selection/selection.ts";
import { matchFeature } from "./match.ts";

/**
 * Why nothing matched: outside the collection's extent, no observations at that time, everything
 * excluded by the filter, or truly none; and what that does not prove. Asks the service at most
 * twice, for a few features each.
 */
export async function emptyNotices(selection: Selection, context: ToolContext): Promise<string[]> {
  const reasons = outsideExtent(selection);
  if (reasons.length === 0) reasons.push(...(await probe(selection, context)));
  return [...reasons, caution];
}

/** The same, judged by the extent alone, without asking the service. */
export function emptyNoticesOfExtent(selection: Selection): string[] {
  const reasons = outsideExtent(selection);
  return [...(reasons.length > 0 ? reasons : ["Nothing in the data matches."]), caution];
}

const caution = "This does not prove that the place was observed or is safe.";

function outsideExtent({ collection, area, interval }: Selection): string[] {
  const reasons: string[] = [];
  const [oldest, newest] = collection.interval ?? [null, null];
  const isAfter = (a: string, b: string) => parseTimeMs(a)! > parseTimeMs(b)!;
  if (interval?.start && newest && isAfter(interval.start, newest)) {
    reasons.push(`The time lies after the newest observation (${newest}): there is no data yet.`);
  }
  if (interval?.end && oldest && isAfter(oldest, interval.end)) {
    reasons.push(`The time lies before the oldest observation (${oldest}).`);
  }
  if (area && collection.bbox && !boxesOverlap(flatBox(area.bbox), flatBox(collection.bbox))) {
    reasons.push(
      `The area lies outside the collection's extent ([${flatBox(collection.bbox).join(", ")}]).`,
    );
  }
  return reasons;
}

/** When the fire was mapped, since it was not mapped in the requested time. */
function ofFire({ firstMs, lastMs }: Fire): string {
  if (firstMs === null || lastMs === null) return "No perimeter of the fire matches.";
  const dayOf = (epochMs: number) => new Date(epochMs).toISOString().slice(0, 10);
  return `No perimeter of the fire is of that time: it was mapped from ${dayOf(firstMs)} to ${dayOf(lastMs)}.`;
}

/** At most this many features are read to find what the filter excluded. */
const unfilteredSample = 100;

async function probe(selection: Selection, { client, signal }: ToolContext): Promise<string[]> {
  const { collection, area, interval, filter, fire, query } = selection;
  const { datetime, bbox } = query;
  const page = (wider: FeatureQuery, limit: number) =>
    featuresOf(client, collection.id).page(collection.id, {
      ...wider,
      limit,
      onInvalid: "skip",
      signal,
    });
  if (fire?.isOwn && !filter) return [ofFire(fire.fire)];
  if (interval && (area || filter)) {
    const { features, next } = await page({ datetime }, 1);
    if (features.length === 0 && next === null) {
      return ["The collection has no observations anywhere in that time: data may be missing."];
    }
  }
  if (!filter) return ["Nothing in the data matches."];
  const unfiltered = await page(
    { ...(bbox && { bbox }), ...(datetime !== undefined && { datetime }) },
    unfilteredSample,
  );
  const { features, next, numberMatched } = unfiltered;
  const unfilteredSelection = { ...selection, filter: null };
  const hits = features.filter(
    (feature) => typeof matchFeature(feature, unfilteredSelection) !== "string",
  ).length;
  if (next === null) {
    return [
      hits > 0
        ? `The filter excluded everything: ${hits} match without it.`
        : "Nothing matches, with or without the filter.",
    ];
  }
  if (hits === 0) return ["Nothing in the data matches with that filter."];
  const about =
    numberMatched === undefined
      ? `at least ${hits} match`
      : area || interval
        ? `the service counts ${numberMatched}, including those without location or time and all in the area's box`
        : `${numberMatched} match`;
  return [`The filter excluded everything: without it ${about}.`];
}
