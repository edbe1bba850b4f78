import type { Feature } from "@emberline/core";
import { boxCenter, boxesOverlap, flatBox, parseTimeMs } from "@emberline/geo";
import { eachInTurns } from "@emberline/turns";
import type { ToolContext } from "../call/context.ts";
import { honoursFilter } from "../collection/check-properties.ts";
import { isHeld, unheldNotice } from "../collection/days-held.ts";
import type { Fire } from "../collection/fire.ts";
import { featuresOf } from "../collection/simulation-features.ts";
import { bearingTo } from "../geometry/nearest.ts";
import { matchFeature } from "../reading/match.ts";
import { type Area, areaAround } from "../selection/area.ts";
import { notKnownIn } from "../selection/covered-place.ts";
import { newestInstant } from "../selection/data-end.ts";
import { hasFireSnapshots } from "../selection/fire-scope.ts";
import type { Selection } from "../selection/selection.ts";
import { timeOf } from "../values/roles.ts";
import { cleanText } from "../values/text.ts";
import { boundNotices, nearValues } from "./near-values.ts";

/**
 * Why nothing matched, and what would match instead: the time or area has no data, a value that no
 * feature has, or what the filter matches elsewhere and at other times. Asks the service a few
 * times, for a page each.
 */
export async function emptyNotices(selection: Selection, context: ToolContext): Promise<string[]> {
  if (context.onSelection || isAfterData(selection)) return [];
  const outside = outsideExtent(selection);
  const { collection, area, fire, filter } = selection;
  const unknown = await notKnownIn(collection, area, context);
  if (outside.length > 0) return [...outside, ...unknown];
  if (fire?.isOwn && !filter) return [ofFire(fire.fire)];
  const values = filter ? await nearValues(selection, context) : [];
  if (values.length > 0) return values;
  const bounds = filter ? await boundNotices(selection, context) : [];
  const { notices: others, isObserved } = await opposites(selection, context);
  const notices = [...bounds, ...others, ...unknown];
  return isObserved && mayBeTakenForSafe(selection) ? [...notices, caution] : notices;
}

/** The same in brief, with few questions to the service. */
export async function emptyNoticesInBrief(
  selection: Selection,
  context: ToolContext,
): Promise<string[]> {
  if (isAfterData(selection)) return [];
  const outside = outsideExtent(selection);
  const why = outside.length > 0 ? outside : await noObservations(selection, context);
  const { collection, area } = selection;
  const reasons = [...why, ...(await notKnownIn(collection, area, context))];
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

interface Opposites {
  readonly notices: string[];
  /** Whether the collection has data of the time asked. */
  readonly isObserved: boolean;
}

/** What matches with less asked: without the filter, elsewhere, or at other times. */
async function opposites(selection: Selection, context: ToolContext): Promise<Opposites> {
  const { area, interval, filter, fire } = selection;
  const own = fire?.isOwn === true;
  const unobserved = own ? [] : await noObservations(selection, context);
  if (unobserved.length > 0) return { notices: unobserved, isObserved: false };
  const notices: (string | null)[] = [];
  if (filter) {
    const without = await find({ filter: null }, selection, context);
    notices.push(
      without.count > 0
        ? `The filter excluded everything: ${without.countText} without it.`
        : "Nothing matches, with or without the filter.",
    );
    if ((area || interval) && !own) {
      const alone = await find({ area: null, interval: null }, selection, context);
      if (alone.count > 0) {
        const where = [nearestText(alone, area), interval && newestText(alone)];
        notices.push(
          `The filter alone: ${[alone.countText, ...where].filter(Boolean).join(", ")}.`,
        );
      }
    }
  } else if (area && interval) {
    const before = await find({ interval: null }, selection, context);
    const elsewhere = await nearestAround(area, selection, context);
    notices.push(
      before.count > 0
        ? `Nothing then; at other times: ${[before.countText, newestText(before)].filter(Boolean).join(", ")}.`
        : "Nothing at any time in the data.",
      elsewhere,
    );
  } else if (area) {
    notices.push("Nothing in the data matches.", await nearestAround(area, selection, context));
  } else notices.push("Nothing in the data matches.");
  return { notices: notices.filter((each) => each !== null), isObserved: true };
}

/** That the collection has nothing at all in the time, if so. */
export async function noObservations(
  selection: Selection,
  context: ToolContext,
): Promise<string[]> {
  const { collection, interval, window, heldDays } = selection;
  if (!interval || !window || context.onSelection) return [];
  if (!isHeld(heldDays, window))
    return [unheldNotice(collection, heldDays, window, context.now()) ?? unobserved];
  const less = { area: null, filter: null };
  const { count, isWhole, isDated } = await find(less, { ...selection, fire: null }, context, 1);
  return count === 0 && isWhole && isDated ? [unobserved] : [];
}

const unobserved =
  "The collection has no observations anywhere in that time; describe_collection lists the days that have data.";

interface Found {
  readonly hits: readonly Feature[];
  readonly count: number;
  readonly countText: string;
  /** All that match were read. */
  readonly isWhole: boolean;
  /** Every feature and its time could be read. */
  readonly isDated: boolean;
  readonly selection: Selection;
}

/** Outlines may take hundreds of kB each. */
const pageSizes = { points: 1000, outlines: 100 };

/** What matches when parts of the selection are left out, as far as one page has it. */
async function find(
  less: { readonly area?: null; readonly interval?: null; readonly filter?: null },
  selection: Selection,
  context: ToolContext,
  limit = pageSizes[selection.collection.roles.strength === undefined ? "outlines" : "points"],
): Promise<Found> {
  const { collection, query, fire } = selection;
  const own = fire?.isOwn ? fire.fire.query.filter : undefined;
  const relaxed: Selection = {
    ...selection,
    ...less,
    ...(less.interval === null && { window: null }),
    ...(less.area === null && !fire?.isOwn && { fire: null }),
  };
  const sent = less.filter === null ? own : query.filter;
  const bbox = less.area === null && !fire?.isOwn ? undefined : query.bbox;
  const page = await featuresOf(context.client, collection.id).page(collection.id, {
    ...(bbox && { bbox }),
    ...(less.interval !== null && query.datetime !== undefined && { datetime: query.datetime }),
    ...(sent && { filter: sent }),
    limit,
    onInvalid: "skip",
    signal: context.signal,
    pause: context.pause,
  });
  const hits: Feature[] = [];
  let isDated = page.skipped === 0;
  await eachInTurns(page.features, context.pause, async (feature) => {
    const verdict = await matchFeature(feature, relaxed, context.pause);
    if (typeof verdict !== "string") hits.push(feature);
    isDated &&= verdict !== "unread_time";
  });
  const isWhole = page.next === null;
  const isBare = relaxed.area === null && relaxed.interval === null && !fire?.isOwn;
  const isCounted =
    !isWhole &&
    isBare &&
    page.numberMatched !== undefined &&
    (await honoursFilter(relaxed.filter, collection, context));
  const count = isCounted ? page.numberMatched! : hits.length;
  const least = isWhole || isCounted ? "" : "at least ";
  const countText = `${least}${count} ${count === 1 ? "matches" : "match"}`;
  // A full page without a hit tells nothing of the others.
  return { hits, count, countText, isWhole, isDated, selection: relaxed };
}

function newestText({ hits, isWhole, selection }: Found): string | null {
  const times = hits.flatMap(
    ({ properties }) => timeOf(properties, selection.collection.roles) ?? [],
  );
  if (!isWhole || times.length === 0) return null;
  const newest = times.reduce((a, b) => (parseTimeMs(b)! > parseTimeMs(a)! ? b : a));
  return `the newest of ${cleanText(newest, 40)}`;
}

function nearestText({ hits, isWhole }: Found, area: Area | null): string | null {
  const km = area && isWhole ? nearestKm(hits, area) : null;
  return km === null ? null : `the nearest ${distanceText(km, area!)}`;
}

function nearestKm(features: readonly Feature[], area: Area): number | null {
  const center = centerOf(area);
  let nearest: number | null = null;
  for (const { geometry } of features) {
    if (!geometry) continue;
    const { distanceKm } = bearingTo(center, geometry);
    if (nearest === null || distanceKm < nearest) nearest = distanceKm;
  }
  return nearest;
}

function centerOf(area: Area) {
  return area.kind === "circle" ? area.center : boxCenter(flatBox(area.bbox));
}

function distanceText(km: number, { kind }: Area): string {
  return `${Math.round(km)} km ${kind === "circle" ? "away" : "from the middle of the area"}`;
}

/** How far around an area is looked, in km. */
const searchKm = [20, 100, 500, 2000];

/** The nearest outside of the area in the time asked; null if none or too many are near. */
async function nearestAround(
  area: Area,
  selection: Selection,
  context: ToolContext,
): Promise<string | null> {
  for (const km of searchKm) {
    const around = areaAround(area, km);
    const query = { ...selection.query, bbox: around.bbox };
    const wider = { ...selection, area: around, fire: null, query };
    const found = await find({}, wider, context);
    if (!found.isWhole) return null;
    const nearest = nearestKm(found.hits, area);
    // The box does not cover the whole circle of a farther feature, which may hold a nearer one.
    if (nearest !== null && nearest <= km) return `The nearest is ${distanceText(nearest, area)}.`;
  }
  return null;
}
