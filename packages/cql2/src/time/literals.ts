import type {
  DateLiteral,
  IntervalEnd,
  IntervalLiteral,
  TimestampLiteral,
} from "../values/tree.ts";
import {
  compareInstants,
  farAhead,
  type Instant,
  isDateForm,
  longAgo,
  parseDate,
  parseInstant,
  parseTimestamp,
} from "./instant.ts";
import type { Span } from "./relations.ts";

/** The instant of a literal, or undefined for a day or time that does not exist. */
export function instantOf(literal: DateLiteral | TimestampLiteral): Instant | undefined {
  return "date" in literal ? parseDate(literal.date) : parseTimestamp(literal.timestamp);
}

/** A plain text that is a date, or a time with a zone, as that instant. */
export function instantOfText(text: string): Instant | undefined {
  if (isDateForm(text)) return parseDate(text);
  return /^\d{4}-\d{2}-\d{2}T.+(Z|[+-]\d{2}:\d{2})$/i.test(text) ? parseTimestamp(text) : undefined;
}

/** An end of an interval written as text; `..` is open. */
export function instantOfEnd(end: string, which: "start" | "end"): Instant | undefined {
  if (end === "..") return which === "start" ? longAgo : farAhead;
  return parseInstant(end);
}

/** From `start` to `end`, or undefined if that runs backwards. */
export function spanOf(start: Instant, end: Instant): Span | undefined {
  return compareInstants(start, end) > 0 ? undefined : { start, end };
}

/** Why a date, time or interval literal is invalid, or undefined. */
export function temporalProblem(
  literal: DateLiteral | TimestampLiteral | IntervalLiteral,
): string | undefined {
  if (!("interval" in literal)) {
    if (instantOf(literal) !== undefined) return undefined;
    return `${"date" in literal ? literal.date : literal.timestamp} does not exist in the calendar`;
  }
  const [start, end] = literal.interval;
  const missing = literal.interval.find((one) => typeof one === "string" && !exists(one));
  if (missing !== undefined) return `${missing} does not exist in the calendar`;
  if (typeof start !== "string" || typeof end !== "string") return undefined;
  const span = spanOf(instantOfEnd(start, "start")!, instantOfEnd(end, "end")!);
  return span === undefined ? `the interval runs backwards, from ${start} to ${end}` : undefined;
}

function exists(end: IntervalEnd & string): boolean {
  return instantOfEnd(end, "start") !== undefined;
}
