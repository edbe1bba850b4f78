import { type Client, isEmberlineError } from "@emberline/core";
import { parseTimeMs } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { dayMs } from "../values/calendar.ts";
import { dayRanges, dayText } from "../values/day-ranges.ts";
import { named } from "../values/text.ts";
import type { CollectionInfo } from "./collection-info.ts";
import type { Span } from "./coverage.ts";

/** UTC days, counted from 1970-01-01. */
export type Days = ReadonlySet<number>;

interface Known {
  readonly atMs: number;
  readonly days: Days;
}

const known = new WeakMap<Client, Map<string, Known>>();

/** Older data may arrive, too. */
const maxAgeMs = 600_000;

/**
 * The days of which a collection holds any detection, in its whole area: a day of which it holds
 * none is not known to be one without. Null where nothing tells: the service does not count by day,
 * declares itself of which time it is complete, or has features that do not come every day.
 */
export async function daysHeld(
  { id, interval, isAggregated, isByDate, roles, coverage }: CollectionInfo,
  { client, now, softDeadline, signal, pause, onSelection }: ToolContext,
): Promise<Days | null> {
  const { aggregates } = client;
  const isDaily = roles.strength !== undefined && !isByDate;
  if (!aggregates || !isAggregated || !isDaily || coverage?.spans || onSelection) return null;
  const ofClient = known.get(client) ?? new Map<string, Known>();
  known.set(client, ofClient);
  const newest = dayOf(parseTimeMs(interval?.[1] ?? "") ?? Number.NaN);
  const last = ofClient.get(id);
  const isOfNewest = Number.isNaN(newest) || last?.days.has(newest);
  if (last && isOfNewest && Math.abs(now() - last.atMs) < maxAgeMs) return last.days;
  try {
    const options = { signal: softDeadline, pause };
    if (!(await aggregates.isOffered(id, options))) return null;
    const asked = { groupBy: ["day"], utcOffset: "0", ...options };
    const { groups, timeProperty } = await aggregates.get(id, asked);
    if (!groups || timeProperty === undefined) return null;
    const days = new Set(groups.map(({ key: [day] }) => Date.parse(String(day)) / dayMs));
    days.delete(Number.NaN);
    ofClient.set(id, { atMs: now(), days });
    return days;
  } catch (error) {
    if (signal.aborted || !isEmberlineError(error)) throw error;
    return null;
  }
}

/** More ranges say less than their number. */
const maxListed = 5;

/**
 * That a collection holds nothing of some days of a time, as a sentence; null if it does of each.
 *
 * @param asked null for all that there is
 */
export function unheldNotice(
  { id }: Pick<CollectionInfo, "id">,
  held: Days | null,
  asked: Span | null,
  nowMs: number,
): string | null {
  if (!held?.size || !asked) return null;
  const sorted = [...held].sort((a, b) => a - b);
  const today = dayOf(nowMs);
  const first = Number.isFinite(asked.startMs) ? dayOf(asked.startMs) : sorted[0]!;
  const newest = sorted.at(-1)!;
  // What is seen today or was yesterday may be on its way, where days keep coming.
  const expected = newest < today - 2 ? today : Math.max(newest, today - 2);
  const last = Math.min(dayOf(asked.endMs), expected);
  const total = last - first + 1;
  const has = sorted.filter((day) => day >= first && day <= last);
  if (total <= 0 || has.length === total) return null;
  const span = first === last ? dayText(first) : `${dayText(first)} to ${dayText(last)}`;
  if (has.length === 0)
    return `${named(id)} has no observations anywhere in that time (${span}); describe_collection lists the days that have data.`;
  const present = dayRanges(has).ranges;
  const absent = dayRanges(daysIn(first, last).filter((day) => !held.has(day))).ranges;
  const listed = present.length <= absent.length ? present.join(", ") : `not ${absent.join(", ")}`;
  const days =
    Math.min(present.length, absent.length) > maxListed ? "describe_collection has them" : listed;
  return `${named(id)} holds ${has.length} of the ${total} UTC days from ${span} (${days}): nothing is known of the others.`;
}

/** Whether a collection holds anything of the days that a time touches; true if it is not known. */
export function isHeld(held: Days | null, { startMs, endMs }: Span): boolean {
  return !held || [...held].some((day) => day >= dayOf(startMs) && day <= dayOf(endMs));
}

function dayOf(epochMs: number): number {
  return Math.floor(epochMs / dayMs);
}

function daysIn(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
