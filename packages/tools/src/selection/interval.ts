import { printInstant } from "@emberline/geo";
import { Temporal } from "temporal-polyfill";
import { invalidInput } from "../call/tool-error.ts";
import { quoted } from "../values/text.ts";

/** A closed UTC interval as the service expects it: RFC 3339 texts, null for an open end. */
export interface Interval {
  readonly start: string | null;
  readonly end: string | null;
  /** The words depend on the clock, such as "last 24h". */
  readonly isRelative?: boolean;
}

/** A span from its first instant to the first one after it; both are equal for an instant. */
interface Span {
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
  /** Words and dates give half-open spans, which exclude `to`. */
  readonly halfOpen: boolean;
}

/** The text to parse, with the clock and zones. */
interface TimeContext {
  readonly text: string;
  readonly now: Temporal.Instant;
  readonly zone: string;
  readonly dateZone: string;
}

export interface Zones {
  /** IANA zone of words, dates, and times without an offset. */
  readonly zone: string;
  /** The zone in which dates begin; default `zone`. */
  readonly dateZone?: string;
}

const expected =
  'Give an RFC 3339 instant or interval ("2025-06-20T00:00:00Z/.."), a date, month or year ("2025-06-20", "2025-06"), a duration ("PT24H/now"), or words: "last 24h", "last 7 days", "today", "yesterday", "since 2025-06-20".';

/**
 * Resolves a time in words or RFC 3339 to a closed UTC interval. Words and dates mean whole days of
 * the zone; since the service's intervals are closed, their end is trimmed by a millisecond.
 *
 * @param nowMs the clock, milliseconds since the epoch
 * @throws {ToolError} when a time is invalid, a date impossible or an interval reversed
 *   (`invalid_input`)
 */
export function resolveTime(text: string, nowMs: number, zones: Zones = { zone: "UTC" }): Interval {
  const { zone, dateZone = zone } = zones;
  checkZone(zone);
  const context = { now: Temporal.Instant.fromEpochMilliseconds(nowMs), zone, dateZone, text };
  const words = text.trim().replace(/\s+/g, " ");
  const interval = toInterval(words, context);
  return relativeWords.test(words) ? { ...interval, isRelative: true } : interval;
}

/** Words that depend on the clock. */
const relativeWords = /\b(now|today|yesterday|last|past)\b/i;

function toInterval(words: string, context: TimeContext): Interval {
  const bounded = /^(since|from|after|until|till|before) (.+)$/i.exec(words);
  if (bounded) return boundedInterval(bounded[1]!.toLowerCase(), spanOf(bounded[2]!, context));
  if (words.includes("/")) return slashInterval(words, context);
  const span = spanOf(words, context);
  return close(span.from, span.to, span.halfOpen);
}

/** @throws {ToolError} when the IANA time zone is unknown (`invalid_input`) */
function checkZone(zone: string): void {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
  } catch (cause) {
    if (cause instanceof RangeError) {
      throw invalidInput(
        `time_zone ${quoted(zone, 60)} is not an IANA time zone: give one such as "Europe/Lisbon" or "America/Los_Angeles".`,
      );
    }
    throw cause;
  }
}

/** "since" and "until" include the named day, "after" and "before" exclude it. */
function boundedInterval(word: string, span: Span): Interval {
  switch (word) {
    case "since":
    case "from":
      return close(span.from, null, false);
    case "after":
      return close(span.to, null, false);
    case "before":
      return close(null, span.from, true);
    default:
      return close(null, span.to, span.halfOpen);
  }
}

function slashInterval(words: string, context: TimeContext): Interval {
  const parts = words.split("/").map((part) => part.trim());
  if (parts.length !== 2) throw wrong(context.text, "an interval has exactly one slash");
  const [first, second] = parts as [string, string];
  const isOpen = (part: string) => part === ".." || part === "";
  if (isOpen(first) && isOpen(second)) return { start: null, end: null };
  if (isDuration(first) || isDuration(second)) {
    const other = isDuration(first) ? second : first;
    if (isOpen(other) || isDuration(other))
      throw wrong(context.text, "a duration needs an instant or date at the other end");
    const span = spanOf(other, context);
    return isDuration(first)
      ? close(shift(span.to, first, -1, context), span.to, span.halfOpen)
      : close(span.from, shift(span.from, second, 1, context), span.halfOpen);
  }
  const start = isOpen(first) ? null : spanOf(first, context);
  const end = isOpen(second) ? null : spanOf(second, context);
  if (start && end && Temporal.Instant.compare(start.from, end.to) > 0) {
    throw wrong(context.text, "it ends before it starts: write the earlier time first");
  }
  return close(start?.from ?? null, end?.to ?? null, end?.halfOpen ?? false);
}

const unitNames: Record<string, "minutes" | "hours" | "days" | "weeks" | "months" | "years"> = {
  minute: "minutes",
  min: "minutes",
  hour: "hours",
  hr: "hours",
  h: "hours",
  day: "days",
  d: "days",
  week: "weeks",
  w: "weeks",
  month: "months",
  year: "years",
  y: "years",
};

function wordSpan(words: string, { now, zone, dateZone }: TimeContext): Span | undefined {
  const local = now.toZonedDateTimeISO(zone);
  if (words === "today") return datesSpan(local.toPlainDate(), { days: 1 }, dateZone);
  if (words === "yesterday")
    return datesSpan(local.toPlainDate().subtract({ days: 1 }), { days: 1 }, dateZone);
  if (words === "now") return { from: now, to: now, halfOpen: false };
  const match =
    /^(?:the )?(?:last|past) ?(\d{1,5})? ?(minute|min|hour|hr|h|day|d|week|w|month|year|y)s?$/.exec(
      words,
    );
  if (!match) return undefined;
  const unit = unitNames[match[2]!]!;
  const from = local.subtract({ [unit]: Number(match[1] ?? 1) }).toInstant();
  return { from, to: now, halfOpen: false };
}

function datesSpan(
  first: Temporal.PlainDate,
  length: Temporal.DurationLike,
  dateZone: string,
): Span {
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(dateZone).toInstant();
  return { from: startOf(first), to: startOf(first.add(length)), halfOpen: true };
}

function spanOf(text: string, context: TimeContext): Span {
  const word = wordSpan(text.toLowerCase(), context);
  if (word) return word;
  const parts = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(text);
  try {
    if (parts) {
      const [, year, month, day] = parts;
      const date = Temporal.PlainDate.from(`${year}-${month ?? "01"}-${day ?? "01"}`, {
        overflow: "reject",
      });
      return datesSpan(
        date,
        day ? { days: 1 } : month ? { months: 1 } : { years: 1 },
        context.dateZone,
      );
    }
    if (!/^\d{4}-\d{2}-\d{2}[t ]\d{2}:\d{2}/i.test(text)) throw wrong(context.text);
    const hasOffset = /(?:z|[+-]\d{2}:?\d{2})$/i.test(text);
    const instant = hasOffset
      ? Temporal.Instant.from(text)
      : Temporal.PlainDateTime.from(text).toZonedDateTime(context.zone).toInstant();
    return { from: instant, to: instant, halfOpen: false };
  } catch (error) {
    if (error instanceof RangeError)
      throw wrong(context.text, `${quoted(text, 40)} is not a valid date or time`);
    throw error;
  }
}

function isDuration(text: string): boolean {
  return /^P[\dT]/i.test(text);
}

function shift(
  instant: Temporal.Instant,
  duration: string,
  sign: 1 | -1,
  { zone, text }: TimeContext,
): Temporal.Instant {
  try {
    const amount = Temporal.Duration.from(duration);
    if (amount.sign < 0) throw new RangeError("negative");
    const zoned = instant.toZonedDateTimeISO(zone);
    return (sign === 1 ? zoned.add(amount) : zoned.subtract(amount)).toInstant();
  } catch (error) {
    if (error instanceof RangeError)
      throw wrong(text, `${quoted(duration, 40)} is not an ISO 8601 duration such as PT24H or P7D`);
    throw error;
  }
}

function close(
  from: Temporal.Instant | null,
  to: Temporal.Instant | null,
  halfOpen: boolean,
): Interval {
  const end = to && halfOpen ? to.subtract({ milliseconds: 1 }) : to;
  return { start: print(from), end: print(end) };
}

function print(instant: Temporal.Instant | null): string | null {
  return instant === null ? null : printInstant(instant.epochMilliseconds);
}

function wrong(text: string, why?: string) {
  return invalidInput(
    `time ${quoted(text, 60)} is not understood${why ? `: ${why}` : ""}. ${expected}`,
  );
}

/** The interval as the service's `datetime` parameter; undefined when both ends are open. */
export function toDatetime(interval: Interval): string | undefined {
  if (interval.start === null && interval.end === null) return undefined;
  if (interval.start === interval.end) return interval.start ?? undefined;
  return `${interval.start ?? ".."}/${interval.end ?? ".."}`;
}

/** The interval that a cursor pins; 0 if the words do not depend on the clock. */
export function pinnedInterval(interval: Interval | null): [string | null, string | null] | 0 {
  return interval?.isRelative ? [interval.start, interval.end] : 0;
}
