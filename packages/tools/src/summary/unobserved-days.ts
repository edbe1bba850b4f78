import { printInstant } from "@emberline/geo";
import type { Rows } from "../answer/layout.ts";
import type { ToolContext } from "../call/context.ts";
import { noObservations } from "../describe/why-empty.ts";
import { toDatetime } from "../selection/interval.ts";
import { type Selection, windowOf } from "../selection/selection.ts";
import { dayMs } from "../values/calendar.ts";
import { dayRanges } from "../values/day-ranges.ts";

/** After as many requests, nothing is said of the other days. */
const maxRequests = 12;

/**
 * That UTC days with a count of zero have no observations at all, so that they are no zeros, by
 * requests: of a service that does not count the days that it holds.
 */
export async function unobservedDays(
  { columns, rows }: Rows,
  selection: Selection,
  context: ToolContext,
): Promise<string[]> {
  const [day, count] = [columns.indexOf("day"), columns.indexOf("count")];
  if (day < 0 || selection.heldDays) return [];
  const empty = rows
    .filter((row) => row[count] === 0)
    .map((row) => Date.parse(String(row[day])) / dayMs)
    .sort((a, b) => a - b);
  const asked = runsOf(empty);
  const found: number[][] = [];
  for (let requests = 0; asked.length > 0 && requests < maxRequests; requests++) {
    const run = asked.shift()!;
    const [startMs, endMs] = [run[0]! * dayMs, (run.at(-1)! + 1) * dayMs - 1];
    const interval = { start: printInstant(startMs), end: printInstant(endMs) };
    const query = { ...selection.query, datetime: toDatetime(interval) };
    const during = { ...selection, interval, window: windowOf(interval), query };
    const half = Math.ceil(run.length / 2);
    if ((await noObservations(during, context)).length > 0) found.push(run);
    else if (half < run.length) asked.push(run.slice(0, half), run.slice(half));
  }
  return found.length > 0
    ? [
        `The collection has no observations anywhere on these days, whose 0 is no count: ${dayRanges(found.flat()).ranges.join(", ")}.`,
      ]
    : [];
}

/** Days that follow each other, together. */
function runsOf(days: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last?.at(-1) === day - 1) last.push(day);
    else runs.push([day]);
  }
  return runs;
}
