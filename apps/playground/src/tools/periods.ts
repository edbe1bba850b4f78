import type { JsonObject } from "@emberline/map-app/answer/json";
import { isoDay, isoInstant } from "@emberline/map-app/answer/words";

const dayMs = 86_400_000;

/** How a tool takes times: one interval, or two periods to compare. */
export type TimeShape = "interval" | "pair";

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

/** Whole days since the newest data: words such as "last 24h" count from the clock and miss it. */
export function ageDays(newestMs: number, nowMs: number): number {
  return Math.max(0, Math.floor((nowMs - newestMs) / dayMs));
}

/** The last days of the data; in words if the data is as new as the clock. */
export function presetsFor(shape: TimeShape, newestMs: number, nowMs: number): Preset[] {
  const isOld = ageDays(newestMs, nowMs) > 0;
  return spans.map(({ label, words, days }) => {
    const [start, end] = [newestMs - days * dayMs, newestMs];
    if (shape === "pair") {
      const args = { before: exactSpan(start, days), after: exactSpan(end, days) };
      return { label: `Last ${label} and before`, args };
    }
    return { label: `Last ${label}`, args: { time: isOld ? spanUntil(end, days) : words } };
  });
}

/** The days of an interval, `start/end` or one day; null for none, and for words. */
export function daysIn(text: unknown): DayRange | null {
  const ends = String(text ?? "").split("/");
  const [start = "", end = start] = ends;
  const isDated = [start, end].every((each) => /^\d{4}-\d\d-\d\d($|T)/.test(each));
  return ends.length <= 2 && isDated ? [start.slice(0, 10), end.slice(0, 10)] : null;
}

/** In days, as people write them; a single one to the second. */
function spanUntil(endMs: number, days: number): string {
  if (days === 1) return exactSpan(endMs, days);
  return `${isoDay(endMs - days * dayMs)}/${isoDay(endMs)}`;
}

/** To the second: whole days of two periods would overlap. */
function exactSpan(endMs: number, days: number): string {
  return `${isoInstant(endMs - days * dayMs)}/${isoInstant(endMs)}`;
}
