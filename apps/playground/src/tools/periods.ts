import type { JsonObject } from "../common/json.ts";
import type { Days } from "../server/known-data.ts";

const dayMs = 86_400_000;

/** How a tool takes times: one interval, its two ends, or two periods to compare. */
export type TimeShape = "interval" | "ends" | "pair";

/** A choice of time, as the arguments for it. */
export interface Preset {
  readonly label: string;
  readonly args: JsonObject;
}

/** The first and the last day, `2026-07-13`. */
export type DayRange = readonly [first: string, last: string];

const spans = [
  { label: "24 h", words: "last 24h", days: 1 },
  { label: "7 days", words: "last 7 days", days: 7 },
  { label: "30 days", words: "last 30 days", days: 30 },
] as const;

export function shapeOf(names: ReadonlySet<string>): TimeShape {
  if (names.has("time")) return "interval";
  return names.has("after") ? "pair" : "ends";
}

/** Milliseconds since 1970 of the newest data; null without any. */
function newestMs({ counts, newest }: Days): number | null {
  const last = counts.at(-1);
  if (newest !== null) return Date.parse(newest);
  return last ? Date.parse(last.day) + dayMs - 1 : null;
}

/** Whole days since the newest data: words such as "last 24h" count from the clock and miss it. */
export function ageDays(days: Days, nowMs: number): number {
  const ms = newestMs(days);
  return ms === null ? 0 : Math.max(0, Math.floor((nowMs - ms) / dayMs));
}

/** The last days of the data; in words if the data is as new as the clock. */
export function presetsFor(shape: TimeShape, days: Days, nowMs: number): Preset[] {
  const endMs = newestMs(days);
  const first = days.counts[0];
  if (endMs === null || !first) return [];
  if (shape === "pair") {
    return spans.map(({ label, days }) => ({
      label: `Last ${label} and before`,
      args: { before: exactSpan(endMs - days * dayMs, days), after: exactSpan(endMs, days) },
    }));
  }
  const isOld = ageDays(days, nowMs) > 0;
  const last = spans.map(({ label, words, days }) => ({
    label: `Last ${label}`,
    args: isOld ? argumentsOf(shape, spanUntil(endMs, days)) : inWords(shape, words),
  }));
  const all = argumentsOf(shape, `${first.day}/${dayOf(endMs)}`);
  return [...last, { label: "All data", args: all }];
}

/** The arguments for an interval, `start/end` or one day. */
export function argumentsOf(shape: TimeShape, interval: string): JsonObject {
  const [since, until = since] = interval.split("/");
  switch (shape) {
    case "interval":
      return { time: interval };
    case "pair":
      return { after: interval };
    case "ends":
      return { since, until };
  }
}

function inWords(shape: TimeShape, words: string): JsonObject {
  return shape === "ends" ? { since: words, until: undefined } : { time: words };
}

/** The days that the arguments name; null for none, and for words. */
export function rangeOf(shape: TimeShape, args: JsonObject): DayRange | null {
  switch (shape) {
    case "interval":
      return daysIn(args.time);
    case "pair":
      return daysIn(args.after);
    case "ends":
      return daysIn(args.until === undefined ? args.since : `${args.since}/${args.until}`);
  }
}

function daysIn(text: unknown): DayRange | null {
  const ends = String(text ?? "").split("/");
  const [start = "", end = start] = ends;
  const isDated = [start, end].every((each) => /^\d{4}-\d\d-\d\d($|T)/.test(each));
  return ends.length <= 2 && isDated ? [start.slice(0, 10), end.slice(0, 10)] : null;
}

/** "13–20 Jul 2026". */
export function printDays([first, last]: DayRange): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
  return format.formatRange(new Date(first), new Date(last));
}

/** In days, as people write them; a single one to the second. */
function spanUntil(endMs: number, days: number): string {
  if (days === 1) return exactSpan(endMs, days);
  return `${dayOf(endMs - days * dayMs)}/${dayOf(endMs)}`;
}

/** To the second: whole days of two periods would overlap. */
function exactSpan(endMs: number, days: number): string {
  return `${instant(endMs - days * dayMs)}/${instant(endMs)}`;
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function instant(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}
