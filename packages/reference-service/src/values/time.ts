import { dayUs, parseDateUs, parseTimestampUs } from "@emberline/geo";

/** A closed interval of epoch milliseconds (UTC); open ends are infinite. */
export interface EpochInterval {
  start: number;
  end: number;
}

/**
 * Reads a time in the lenient form, or a date, as the closed interval of epoch milliseconds it
 * covers: an instant for a time, its UTC day to the last microsecond for a date. Times without a
 * zone are UTC. Undefined for anything else, including impossible dates.
 */
export function parseTime(text: string): EpochInterval | undefined {
  const day = parseDateUs(text);
  if (day !== undefined) return { start: day / 1000, end: (day + dayUs - 1) / 1000 };
  const us = parseTimestampUs(text);
  return us === undefined ? undefined : { start: us / 1000, end: us / 1000 };
}
