import { timeMsOf } from "./json.ts";

const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 20 });

/** A number as it is, with separators: "144,637". */
export function plainNumber(value: number): string {
  return grouped.format(value);
}

/** A measured number, as exact as a sentence needs: whole from 10 on, else two digits. */
export function measured(value: number): string {
  if (value === 0 || Math.abs(value) >= 10) return grouped.format(Math.round(value));
  return grouped.format(Number(value.toPrecision(2)));
}

/** "1 detection", "1,170 detections". */
export function counted(count: number, [one, many]: Noun): string {
  return `${plainNumber(count)} ${count === 1 ? one : many}`;
}

/** A noun's singular and plural. */
export type Noun = readonly [one: string, many: string];

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "10 Sep 2019" in UTC. */
export function dayText(timeMs: number): string {
  const date = new Date(timeMs);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** "04:30" in UTC. */
export function clockText(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(11, 16);
}

/** "2019-09-10" in UTC, as arguments take it. */
export function isoDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** "2019-09-10T04:30:00Z" */
export function isoInstant(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Whether a text is a date without a time of day. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

/** A time of an answer for people: "10 Sep 2019, 04:30 UTC", or the date alone. */
export function timeText(value: unknown): string | null {
  const timeMs = timeMsOf(value);
  if (typeof value !== "string" || timeMs === null) return null;
  return isDate(value) ? dayText(timeMs) : `${dayText(timeMs)}, ${clockText(timeMs)} UTC`;
}

const dayMs = 86_400_000;

/**
 * A period of an answer, inclusive at both ends: "10 Sep 2019", "16 – 20 Jul 2026" or with times
 * of day; null without a known end.
 */
export function periodText(interval: unknown): string | null {
  if (!Array.isArray(interval)) return null;
  const [start, end] = interval.map(timeMsOf);
  if (start == null && end == null) return null;
  if (start == null) return `until ${timeText(interval[1])}`;
  if (end == null) return `since ${timeText(interval[0])}`;
  const areWholeDays = start % dayMs === 0 && (end + 1) % dayMs === 0;
  if (areWholeDays && end - start < dayMs) return dayText(start);
  if (areWholeDays) return `${dayText(start)} to ${dayText(end)}`;
  return `${dayText(start)}, ${clockText(start)} to ${dayText(end)}, ${clockText(end)} UTC`;
}

/** Whether a period lies within one day of UTC. */
export function isOneDay(interval: unknown): boolean {
  if (!Array.isArray(interval)) return false;
  const [start, end] = interval.map(timeMsOf);
  return start != null && end != null && Math.floor(start / dayMs) === Math.floor(end / dayMs);
}

/** "a", "a and b", "a, b and c". */
export function listed(texts: readonly string[]): string {
  if (texts.length < 2) return texts.join();
  return `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}

const daysOf = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  day: "numeric",
  month: "long",
  year: "numeric",
});

/** Days in words, such as "14–20 July 2026". */
export function daysInWords(from: string, to: string): string {
  return daysOf.formatRange(new Date(from), new Date(to)).replace(/(\d)\s–\s(?=\d+ )/u, "$1–");
}
