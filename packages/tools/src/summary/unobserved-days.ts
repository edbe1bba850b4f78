import { printInstant } from "@emberline/geo";
import type { Rows } from "../answer/layout.ts";
import type { ToolContext } from "../call/context.ts";
import { noObservations } from "../describe/why-empty.ts";
import { toDatetime } from "../selection/interval.ts";
import { type Selection, windowOf } from "../selection/selection.ts";
import { dayMs } from "../values/calendar.ts";

/** A request for each; of more days, nothing is said. */
const maxDays = 12;

/** That UTC days with a count of zero have no observations at all, so that they are no zeros. */
export async function unobservedDays(
  { columns, rows }: Rows,
  selection: Selection,
  context: ToolContext,
): Promise<string[]> {
  const [day, count] = [columns.indexOf("day"), columns.indexOf("count")];
  const empty = rows.filter((row) => row[count] === 0).map((row) => String(row[day]));
  if (day < 0 || empty.length > maxDays) return [];
  const found: string[] = [];
  for (const each of empty.sort()) {
    const startMs = Date.parse(each);
    const interval = { start: printInstant(startMs), end: printInstant(startMs + dayMs - 1) };
    const query = { ...selection.query, datetime: toDatetime(interval) };
    const ofDay = { ...selection, interval, window: windowOf(interval), query };
    if ((await noObservations(ofDay, context)).length > 0) found.push(each);
  }
  return found.length > 0
    ? [
        `The collection has no observations anywhere on these days, whose 0 is no count: ${found.join(", ")}.`,
      ]
    : [];
}
