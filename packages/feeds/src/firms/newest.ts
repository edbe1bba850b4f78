import { parseTimeMs } from "@emberline/geo";
import { eachInTurns, type Pause } from "@emberline/turns";
import { acquisitionTime } from "./acquisition-time.ts";
import { cellAt, type FirmsCsv } from "./read-csv.ts";

/**
 * The newest acquisition in an answer, wherever it is; epoch milliseconds. Rows ahead of the clock
 * do not count.
 */
export async function newestIn(
  { table, days }: FirmsCsv,
  nowMs: number,
  pause: Pause,
): Promise<number | undefined> {
  const newest = [...days.keys()]
    .filter((day) => Date.parse(day) <= nowMs)
    .sort()
    .at(-1);
  if (newest === undefined) return undefined;
  const column = table.columns.indexOf("acq_time");
  let latest: number | undefined;
  await eachInTurns(days.get(newest)!, pause, (line) => {
    const ms = parseTimeMs(acquisitionTime(newest, cellAt(line, column)));
    if (ms !== undefined && ms <= nowMs && ms > (latest ?? 0)) latest = ms;
  });
  return latest;
}

/** The later of two times that may not be known. */
export function latestOf(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.max(a, b);
}
