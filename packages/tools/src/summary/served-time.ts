import { parseTimeMs } from "@emberline/geo";
import type { CollectionInfo } from "../collection/collection-info.ts";
import type { Days } from "../collection/days-held.ts";
import type { Interval } from "../selection/interval.ts";
import { calendarOf, utcOffsets } from "../values/calendar.ts";
import { isBelow, type ServedGrouping, servedBy } from "./group.ts";

export interface TimeOptions {
  readonly zone: string;
  readonly interval: Interval | null;
  /** The clock, in milliseconds since 1970. */
  readonly nowMs: number;
  /** Other days have no row of zero; null if they are not known. */
  readonly heldDays?: Days | null;
}

const forms = {
  day: /^\d{4}-\d\d-\d\d$/,
  hour: /^\d{4}-\d\d-\d\dT\d\d$/,
};

/** Days or hours as a service forms them; null where its offsets from UTC cannot be known here. */
export function servedCalendar(
  unit: "day" | "hour",
  info: CollectionInfo,
  options: TimeOptions,
): ServedGrouping | null {
  const span = spanOf(info, options);
  const utcOffset = offsetsIn(span, options);
  if (utcOffset === null) return null;
  const nameOf = calendarOf(options.zone, unit);
  const [first, last] = [span.startMs, span.endMs].map((ms) => (ms !== null ? nameOf(ms) : null));
  const isKey = (key: unknown): key is string =>
    typeof key === "string" &&
    forms[unit].test(key) &&
    key >= (first ?? key) &&
    key <= (last ?? key);
  return servedBy(unit, isKey, { utcOffset, needsTime: true });
}

/** Hours of the day as a service forms them; only during a time whose offsets are all known. */
export function servedHourOfDay(info: CollectionInfo, options: TimeOptions): ServedGrouping | null {
  const { interval, zone } = options;
  const isKnown = zone === "UTC" || (interval?.start != null && interval.end !== null);
  const utcOffset = isKnown ? offsetsIn(spanOf(info, options), options) : null;
  if (utcOffset === null) return null;
  return servedBy("hour-of-day", isBelow(24), { utcOffset, needsTime: true });
}

interface Span {
  readonly startMs: number | null;
  readonly endMs: number | null;
}

/** The time of the interval, else of the data; null where it is not known, or not limited. */
function spanOf(
  { interval: extent }: CollectionInfo,
  { interval, zone, nowMs }: TimeOptions,
): Span {
  const isUtc = zone === "UTC";
  const msOf = (time: string | null | undefined) => parseTimeMs(time ?? "") ?? null;
  const newest = msOf(extent?.[1]);
  return {
    startMs: msOf(interval?.start) ?? (isUtc ? null : msOf(extent?.[0])),
    endMs: msOf(interval?.end) ?? (isUtc ? null : Math.max(newest ?? nowMs, nowMs)),
  };
}

function offsetsIn({ startMs, endMs }: Span, { zone }: TimeOptions): string | null {
  if (zone === "UTC") return "0";
  return startMs === null || endMs === null ? null : utcOffsets(zone, startMs, endMs);
}
