import type { FeedInterval } from "../values/feed.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The UTC day of an epoch time, such as `2026-07-16`. */
export function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

export function dayBefore(day: string, days: number): string {
  return dayOf(Date.parse(day) - days * dayMs);
}

/** The UTC days that overlap the last `days` times 24 hours, newest first. */
export function lastDays(now: number, days: number): string[] {
  const today = dayOf(now);
  const count = Math.floor((Date.parse(today) - Date.parse(dayOf(now - days * dayMs))) / dayMs);
  return Array.from({ length: count + 1 }, (_, i) => dayBefore(today, i));
}

/**
 * Whether a day has to be read, given when its last complete reading began. Today and yesterday
 * always, so that 00 UTC is no gap. Detections arrive within hours, but after an outage of a
 * satellite's downlink only days later: a day is read again every 6 hours while it is the day
 * before yesterday, daily for a week, and once more when the week is over.
 */
export function isDue(day: string, readAt: number | undefined, now: number): boolean {
  if (readAt === undefined) return true;
  const ended = Date.parse(day) + dayMs;
  const age = now - ended;
  if (age < dayMs) return true;
  if (age < 2 * dayMs) return now - readAt >= 6 * hourMs;
  if (age < 7 * dayMs) return now - readAt >= dayMs;
  return readAt < ended + 7 * dayMs;
}

/** Consecutive days of a list that is sorted from the newest, as first day and length. */
export function rangesOf(days: readonly string[], maxLength: number): DayRange[] {
  const ranges: { first: string; length: number }[] = [];
  for (const day of days) {
    const last = ranges.at(-1);
    if (last && last.length < maxLength && dayBefore(last.first, 1) === day) {
      last.first = day;
      last.length++;
    } else {
      ranges.push({ first: day, length: 1 });
    }
  }
  return ranges;
}

export interface DayRange {
  readonly first: string;
  readonly length: number;
}

export function daysOf({ first, length }: DayRange): string[] {
  return Array.from({ length }, (_, i) => dayBefore(first, -i));
}

/** From the first millisecond of a range to its last. */
export function rangeInterval({ first, length }: DayRange): FeedInterval {
  const start = Date.parse(first);
  return { start, end: start + length * dayMs - 1 };
}
