import { moveBy } from "../time/duration.ts";
import { canonicalTimestamp, isDateForm, parseDate } from "../time/instant.ts";
import type { Expression } from "../values/tree.ts";
import type { Cursor } from "./cursor.ts";
import type { Reader } from "./reader.ts";

/** A bare instant or period, like `2024-08-01T00:00:00Z/P7D`, if present. */
export function readEcqlPeriod(cursor: Cursor): Expression | undefined {
  if (cursor.token.kind !== "moment") return undefined;
  const from = cursor.index;
  const [first, second] = cursor.next().text.split("/") as [string, string | undefined];
  if (second === undefined) {
    const moment = momentOf(cursor, first, from);
    return isDateForm(moment) ? { date: moment } : { timestamp: moment };
  }
  if (/^P/i.test(first)) {
    const end = momentOf(cursor, second, from);
    return { interval: [moved(cursor, dayBeside(end, 1), first, -1, from), end] };
  }
  const start = momentOf(cursor, first, from);
  const end = /^P/i.test(second)
    ? dayBeside(moved(cursor, start, second, 1, from), -1)
    : momentOf(cursor, second, from);
  return { interval: [start, end] };
}

/** The day after or before a date, which is during a period that it ends or starts. */
function dayBeside(moment: string, sign: 1 | -1): string {
  return parseDate(moment) === undefined ? moment : moveBy(moment, "P1D", sign)!;
}

/** ECQL's instants may lack a zone, which is UTC here, or the colon within it. */
function momentOf(cursor: Cursor, text: string, from: number): string {
  if (isDateForm(text)) return text;
  const zone = /(Z|[+-]\d{2}:?\d{2})$/i.exec(text)?.[0] ?? "";
  const withColon = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone || "Z";
  const timestamp = canonicalTimestamp(text.slice(0, text.length - zone.length) + withColon);
  return timestamp ?? cursor.failAt(from, `${text} is not a time`);
}

function moved(
  cursor: Cursor,
  moment: string,
  duration: string,
  sign: 1 | -1,
  from: number,
): string {
  const result = moveBy(moment, duration, sign);
  return result ?? cursor.failAt(from, `${moment} and ${duration} do not form a period`);
}

/** `BEFORE OR DURING p` is before the end of p; `DURING OR AFTER p` is after its start. */
export function readOpenEnded(
  reader: Reader,
  left: Expression,
  start: number,
  before: boolean,
): Expression {
  const { cursor } = reader;
  const right = cursor.index;
  const period = reader.operand();
  if (typeof period !== "object" || !("interval" in period)) {
    return cursor.failAt(right, "Expected a period, like 2024-08-01T00:00:00Z/P7D");
  }
  const end = period.interval[before ? 1 : 0];
  const moment =
    typeof end !== "string"
      ? end
      : isDateForm(end)
        ? { date: dayBeside(end, before ? 1 : -1) }
        : { timestamp: end };
  return reader.operation(before ? "t_before" : "t_after", [left, moment], [start, right]);
}
