/*
 * Times as microseconds since 1970-01-01T00:00:00Z, which a double holds exactly up to the year
 * 2255. Finer fractions of a second are truncated.
 */

/** Microseconds of a day. */
export const dayUs = 86_400_000_000;

/**
 * The form of an RFC 3339 date-time (section 5.6), whether or not such a time exists. Its groups
 * are the date, the time, the digits of a fraction, and the zone.
 */
export const instantForm = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/i;

/** The form of an RFC 3339 full-date, whether or not such a day exists. */
export const dateForm = /^\d{4}-\d\d-\d\d$/;

/**
 * An RFC 3339 date-time (section 5.6), with seconds and a time zone; undefined for anything else,
 * including a day or time that does not exist. A leap second becomes the second after it, since
 * epoch time has none.
 */
export function parseInstantUs(text: string): number | undefined {
  return instantForm.test(text) ? parseTimestampUs(text) : undefined;
}

/**
 * A time in the lenient form found in data: RFC 3339, but `T` may be a space, and seconds, zone
 * (then UTC) and the colon within the zone may be missing. Undefined for anything else.
 */
export function parseTimestampUs(text: string): number | undefined {
  const separator = text[10];
  if (separator !== "T" && separator !== " " && separator !== "t") return undefined;
  const midnight = midnightUs(text);
  const hour = digits(text, 11, 2);
  const minute = digits(text, 14, 2);
  if (midnight === undefined || text[13] !== ":" || !(hour <= 23 && minute <= 59)) return undefined;
  let at = 16;
  let second = 0;
  let fraction = 0;
  if (text[16] === ":") {
    second = digits(text, 17, 2);
    at = 19;
    if (text[19] === ".") {
      at = endOfDigits(text, 20);
      if (at === 20) return undefined;
      fraction = Number(text.slice(20, Math.min(at, 26)).padEnd(6, "0"));
    }
  }
  const offset = offsetMinutes(text, at);
  if (!(second <= 60) || Number.isNaN(offset)) return undefined;
  const us = midnight + ((hour * 60 + minute - offset) * 60 + second) * 1_000_000;
  // RFC 3339 section 5.7: only the last minute of a day in UTC may have a leap second.
  return second === 60 && us % dayUs !== 0 ? undefined : us + fraction;
}

/** An RFC 3339 full-date (`2024-08-01`) as its midnight in UTC; undefined for anything else. */
export function parseDateUs(text: string): number | undefined {
  return text.length === 10 ? midnightUs(text) : undefined;
}

/**
 * A date (its midnight in UTC) or a time in the lenient form, in milliseconds since 1970; undefined
 * for anything else.
 */
export function parseTimeMs(text: string): number | undefined {
  const us = parseDateUs(text) ?? parseTimestampUs(text);
  return us === undefined ? undefined : us / 1000;
}

/** Milliseconds since 1970 as RFC 3339 in UTC; zero milliseconds are omitted. */
export function printInstant(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(".000Z", "Z");
}

function midnightUs(text: string): number | undefined {
  if (text[4] !== "-" || text[7] !== "-") return undefined;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 2);
  const day = digits(text, 8, 2);
  const exists =
    year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return exists ? dayNumber(year, month, day) * dayUs : undefined;
}

/** Offset of a zone from UTC in minutes: `Z`, `+hh:mm`, `+hhmm`, `+hh` or nothing; else NaN. */
function offsetMinutes(text: string, at: number): number {
  const length = text.length - at;
  if (length === 0 || (length === 1 && (text[at] === "Z" || text[at] === "z"))) return 0;
  const sign = text[at] === "+" ? 1 : text[at] === "-" ? -1 : Number.NaN;
  const hours = digits(text, at + 1, 2);
  const isWhole = length === 3 || length === 5 || (length === 6 && text[at + 3] === ":");
  const minutes = length === 3 ? 0 : digits(text, text.length - 2, 2);
  return isWhole && hours <= 23 && minutes <= 59 ? sign * (hours * 60 + minutes) : Number.NaN;
}

/** The number in `count` digits, or NaN; ten times faster than a regular expression. */
function digits(text: string, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

function endOfDigits(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) at++;
  return at;
}

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/**
 * Days from 1970-01-01 in the proleptic Gregorian calendar, by Howard Hinnant's days_from_civil:
 * March starts the year, so that leap days end it.
 */
function dayNumber(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  return era * 146_097 + yearOfEra * 365 + leapDays + dayOfYear - 719_468;
}
