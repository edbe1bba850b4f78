import { dayMs } from "./calendar.ts";

/** At most this many ranges are listed. */
const maxRanges = 12;

interface DayRanges {
  /** `"2019-08-01/2019-09-30"`, or one day, in UTC. */
  readonly ranges: readonly string[];
  /** The longest gap, in days without data, that a range may include. */
  readonly longestGap: number;
}

/**
 * Days as ranges; if there are too many, those with the shortest gaps between them are joined.
 *
 * @param days counted from 1970-01-01
 */
export function dayRanges(days: Iterable<number>): DayRanges {
  const sorted = [...days].sort((a, b) => a - b);
  const gaps = sorted
    .slice(1)
    .map((day, i) => day - sorted[i]! - 1)
    .filter((gap) => gap > 0)
    .sort((a, b) => b - a);
  const longestGap = gaps[maxRanges - 1] ?? 0;
  const ranges: [first: number, last: number][] = [];
  for (const day of sorted) {
    const current = ranges.at(-1);
    if (current && day - current[1] - 1 <= longestGap) current[1] = day;
    else ranges.push([day, day]);
  }
  return { ranges: ranges.map(rangeText), longestGap };
}

function rangeText([first, last]: readonly [number, number]): string {
  return first === last ? dayText(first) : `${dayText(first)}/${dayText(last)}`;
}

/** @param day counted from 1970-01-01, in UTC */
export function dayText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
