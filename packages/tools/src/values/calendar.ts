import { printInstant } from "@emberline/geo";
import { Temporal } from "temporal-polyfill";

const quarterHourMs = 900_000;

/**
 * Makes the function that names the day or hour of an instant in a time zone: `2025-06-20`,
 * `2025-06-20T13`. All current offsets are multiples of 15 minutes, so one look-up serves each
 * quarter of an hour.
 */
export function calendarOf(zone: string, unit: "day" | "hour"): (epochMs: number) => string {
  const known = new Map<number, string>();
  const length = unit === "day" ? 10 : 13;
  return (epochMs) => {
    const quarter = Math.floor(epochMs / quarterHourMs);
    const name = known.get(quarter) ?? nameOf(quarter * quarterHourMs, zone).slice(0, length);
    known.set(quarter, name);
    return name;
  };
}

function nameOf(epochMs: number, zone: string): string {
  if (zone === "UTC") return new Date(epochMs).toISOString();
  return Temporal.Instant.fromEpochMilliseconds(epochMs)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString();
}

export const dayMs = 86_400_000;

/** The first and last millisecond of a day, such as `2025-06-20`, in a zone. */
export function daySpan(day: string, zone: string): { startMs: number; endMs: number } {
  const date = Temporal.PlainDate.from(day);
  const startOf = (each: Temporal.PlainDate) => each.toZonedDateTime(zone).epochMilliseconds;
  return { startMs: startOf(date), endMs: startOf(date.add({ days: 1 })) - 1 };
}

const minuteMs = 60_000;

/** More changes than a century of any zone has. */
const maxChanges = 250;

/**
 * The offsets of a zone from UTC during a time, in minutes, with the instants between them:
 * `-480,2025-03-09T10:00:00Z,-420`. Null if an offset is not a whole minute, or there are too many.
 */
export function utcOffsets(zone: string, startMs: number, endMs: number): string | null {
  let at = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(zone);
  const parts = [minutesOf(at)];
  while (parts.length <= 2 * maxChanges) {
    const next = at.getTimeZoneTransition("next");
    if (!next || next.epochMilliseconds > endMs) return parts.includes(null) ? null : parts.join();
    parts.push(printInstant(next.epochMilliseconds), minutesOf(next));
    at = next;
  }
  return null;
}

function minutesOf({ offsetNanoseconds }: Temporal.ZonedDateTime): string | null {
  const minutes = offsetNanoseconds / 1e6 / minuteMs;
  return Number.isInteger(minutes) ? String(minutes) : null;
}
