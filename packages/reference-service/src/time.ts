const PATTERN =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d):(\d\d)(\.\d+)?(?:([Zz])|([+-])(\d\d):(\d\d))?)?$/;

const DAY_MS = 86_400_000;

/** Less than any fraction a source writes, more than the spacing of epoch milliseconds as doubles. */
const LESS_THAN_A_TICK_MS = 0.001;

/** A closed interval of epoch milliseconds (UTC); open ends are infinite. */
export interface Interval {
  start: number;
  end: number;
}

/**
 * Reads an RFC 3339 date-time, or a date, as the closed interval of epoch milliseconds it stands
 * for: an instant for a date-time, its UTC day for a date. Times without a zone are UTC.
 * Undefined for anything else, impossible dates included.
 */
export function parseTime(text: string): Interval | undefined {
  const match = PATTERN.exec(text);
  if (!match) return undefined;
  const day = utcDay(Number(match[1]), Number(match[2]), Number(match[3]));
  if (day === undefined) return undefined;
  if (match[4] === undefined) return { start: day, end: day + DAY_MS - LESS_THAN_A_TICK_MS };

  const hours = Number(match[4]);
  const minutes = Number(match[5]);
  const seconds = Number(match[6]);
  // RFC 3339 writes a leap second as :60; POSIX time has none, so it falls on the next second.
  if (hours > 23 || minutes > 59 || seconds > (minutes === 59 ? 60 : 59)) return undefined;
  const offsetHours = Number(match[10] ?? 0);
  const offsetMinutes = Number(match[11] ?? 0);
  if (offsetHours > 23 || offsetMinutes > 59) return undefined;

  const offset = (match[9] === "-" ? -1 : 1) * (offsetHours * 60 + offsetMinutes);
  const fraction = match[7] === undefined ? 0 : Number(match[7]) * 1000;
  const at = day + ((hours * 60 + minutes - offset) * 60 + seconds) * 1000 + fraction;
  return { start: at, end: at };
}

/** True for a calendar date (`2023-06-09`) that exists. */
export function isDate(text: string): boolean {
  return text.length === 10 && parseTime(text) !== undefined;
}

/** True for an RFC 3339 date-time that exists; a missing zone is forgiven. */
export function isDateTime(text: string): boolean {
  return text.length > 10 && parseTime(text) !== undefined;
}

/** RFC 3339 in UTC, without empty milliseconds. */
export function formatInstant(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(".000Z", "Z");
}

function utcDay(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined;
}
