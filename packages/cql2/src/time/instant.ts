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

const DAY_US = 86_400_000_000;

export const LONG_AGO: Instant = { from: Number.NEGATIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
export const FAR_AHEAD: Instant = { from: Number.POSITIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** Days from 1970-01-01 in the proleptic Gregorian calendar; March starts the year, so that leap days end it. */
function dayNumber(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  return era * 146_097 + yearOfEra * 365 + leapDays + dayOfYear - 719_468;
}

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** The number written in `count` digits from `at`, or NaN. Reading digits by hand is 10 × faster than a pattern. */
function digits(text: string, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

function midnightOf(text: string): number {
  if (text[4] !== "-" || text[7] !== "-") return Number.NaN;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 2);
  const day = digits(text, 8, 2);
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month))) {
    return Number.NaN;
  }
  return dayNumber(year, month, day) * DAY_US;
}

/** `YYYY-MM-DD` as its UTC day, or undefined for a date that does not exist. */
export function parseDate(text: string): Instant | undefined {
  if (text.length !== 10) return undefined;
  const from = midnightOf(text);
  return Number.isNaN(from) ? undefined : { from, to: from + DAY_US };
}

/** Microseconds that the zone at the end of a timestamp lies ahead of UTC; no zone is UTC. */
function zoneOffset(zone: string): number {
  if (zone === "" || zone === "Z" || zone === "z") return 0;
  const hours = digits(zone, 1, 2);
  const minutes = zone.length === 3 ? 0 : digits(zone, zone.length - 2, 2);
  const shape = zone.length === 3 || zone.length === 5 || (zone.length === 6 && zone[3] === ":");
  if (!shape || !(hours <= 23 && minutes <= 59)) return Number.NaN;
  const sign = zone[0] === "+" ? 1 : zone[0] === "-" ? -1 : Number.NaN;
  return sign * (hours * 60 + minutes) * 60_000_000;
}

/**
 * A timestamp as data has them: RFC 3339, where `T` may be a space and seconds
 * and zone may be missing (no zone is UTC). Undefined for what is no timestamp.
 */
export function parseTimestamp(text: string): Instant | undefined {
  const separator = text[10];
  if (separator !== "T" && separator !== " " && separator !== "t") return undefined;
  const midnight = midnightOf(text);
  const hour = digits(text, 11, 2);
  const minute = digits(text, 14, 2);
  if (Number.isNaN(midnight) || text[13] !== ":" || !(hour <= 23 && minute <= 59)) {
    return undefined;
  }
  let at = 16;
  let seconds = 0;
  if (text[16] === ":") {
    seconds = digits(text, 17, 2);
    if (!(seconds <= 59 || (seconds === 60 && minute === 59))) return undefined;
    at = 19;
    if (text[19] === ".") {
      at = 20;
      while (text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) at++;
      if (at === 20) return undefined;
      seconds += Number(text.slice(19, at));
    }
  }
  const offset = zoneOffset(text.slice(at));
  if (Number.isNaN(offset)) return undefined;
  const from =
    midnight + (hour * 60 + minute) * 60_000_000 + Math.round(seconds * 1_000_000) - offset;
  return { from, to: from };
}

/** A property's date or timestamp. */
export function parseInstant(text: string): Instant | undefined {
  return text.length === 10 ? parseDate(text) : parseTimestamp(text);
}

const RFC_3339 = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})$/i;
const FULL_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text has the form of a date, whatever its digits say. */
export function isDateForm(text: string): boolean {
  return FULL_DATE.test(text);
}

/**
 * An RFC 3339 timestamp in the one form that trees hold: UTC, `Z`, no trailing
 * zeros. Undefined where the form is another. A day that does not exist stays
 * as it is, for `check` to tell.
 */
export function canonicalTimestamp(text: string): string | undefined {
  const match = RFC_3339.exec(text);
  if (match === null) return undefined;
  const fraction = (match[3] ?? "").replace(/0+$/, "");
  const tail = fraction === "" ? "Z" : `.${fraction}Z`;
  const zone = match[4]!.toUpperCase();
  if (zone === "Z") return `${match[1]}T${match[2]}${tail}`;
  const instant = parseTimestamp(`${match[1]}T${match[2]}${zone}`);
  if (instant === undefined) return text.toUpperCase();
  return new Date(instant.from / 1000).toISOString().replace(/\.\d+Z$/, tail);
}

/** Negative where `a` is wholly before `b`, positive where wholly after, 0 where they share a moment. */
export function compareInstants(a: Instant, b: Instant): number {
  if (isBefore(a, b)) return -1;
  return isBefore(b, a) ? 1 : 0;
}

function isBefore(a: Instant, b: Instant): boolean {
  return a.to > a.from ? a.to <= b.from : a.from < b.from;
}
