import { dateForm, dayUs, instantForm, parseDateUs, parseTimestampUs } from "@emberline/geo";

/**
 * A moment on the UTC time line, in microseconds since 1970.
 *
 * A timestamp is one point (`from === to`). A date stands for its whole UTC day,
 * from midnight up to, but not including, the next midnight.
 */
export interface Instant {
  from: number;
  to: number;
}

export const longAgo: Instant = { from: Number.NEGATIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
export const farAhead: Instant = { from: Number.POSITIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** `YYYY-MM-DD` as its UTC day, or undefined for a date that does not exist. */
export function parseDate(text: string): Instant | undefined {
  const from = parseDateUs(text);
  return from === undefined ? undefined : { from, to: from + dayUs };
}

/** A timestamp in the lenient form found in data, or undefined. */
export function parseTimestamp(text: string): Instant | undefined {
  const from = parseTimestampUs(text);
  return from === undefined ? undefined : { from, to: from };
}

/** A property's date or timestamp. */
export function parseInstant(text: string): Instant | undefined {
  return text.length === 10 ? parseDate(text) : parseTimestamp(text);
}

/** Whether a string has the form of a date, even of one that does not exist. */
export function isDateForm(text: string): boolean {
  return dateForm.test(text);
}

/**
 * An RFC 3339 timestamp in the canonical form of trees: UTC, `Z`, no trailing
 * zeros; undefined for other forms. A day that does not exist is kept, and
 * `check` reports it.
 */
export function canonicalTimestamp(text: string): string | undefined {
  const match = instantForm.exec(text);
  if (match === null) return undefined;
  const fraction = (match[3] ?? "").replace(/0+$/, "");
  const tail = fraction === "" ? "Z" : `.${fraction}Z`;
  const zone = match[4]!.toUpperCase();
  if (zone === "Z") return `${match[1]}T${match[2]}${tail}`;
  const us = parseTimestampUs(`${match[1]}T${match[2]}${zone}`);
  if (us === undefined) return text.toUpperCase();
  return new Date(us / 1000).toISOString().replace(/\.\d+Z$/, tail);
}

/** Negative if `a` is wholly before `b`, positive if wholly after, 0 if they overlap. */
export function compareInstants(a: Instant, b: Instant): number {
  if (isBefore(a, b)) return -1;
  return isBefore(b, a) ? 1 : 0;
}

function isBefore(a: Instant, b: Instant): boolean {
  return a.to > a.from ? a.to <= b.from : a.from < b.from;
}
