import { printInstant } from "@emberline/geo";
import { Temporal } from "temporal-polyfill";
import { candidatesFrom, invalidInput } from "../call/tool-error.ts";
import { offer, quoted } from "../values/text.ts";
import {
  datesSpan,
  guessTimes,
  isoOf,
  isRelative,
  readDate,
  readDates,
  readRange,
  type Span,
  type TimeContext,
  withDigits,
  wordSpan,
} from "./date-words.ts";

/** A closed UTC interval as the service expects it: RFC 3339 texts, null for an open end. */
export interface Interval {
  readonly start: string | null;
  readonly end: string | null;
  /** The words depend on the clock, such as "last 24h". */
  readonly isRelative?: boolean;
}

interface Zones {
  /** IANA zone of words, dates, and times without an offset. */
  readonly zone: string;
  /** The zone in which dates begin; default `zone`. */
  readonly dateZone?: string;
  /** The argument that the text is of, for messages; default `time`. */
  readonly parameter?: string;
}

/**
 * Resolves a time in words or RFC 3339 to a closed UTC interval. Words and dates mean whole days of
 * the zone; since the service's intervals are closed, their end is trimmed by a millisecond.
 *
 * @param nowMs the clock, milliseconds since the epoch
 * @throws {ToolError} when a time is invalid, a date impossible or an interval reversed
 *   (`invalid_input`)
 */
export function resolveTime(text: string, nowMs: number, zones: Zones = { zone: "UTC" }): Interval {
  const { zone, dateZone = zone, parameter = "time" } = zones;
  checkZone(zone);
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs);
  const context = { now, zone, dateZone, text, parameter };
  const words = withDigits(
    text
      .trim()
      .replace(/\s+/g, " ")
      .replace(/[\u2010-\u2015\u2212]/g, "-")
      .replace(/^(?:in|on|during|for) /i, ""),
  );
  const interval = toInterval(words, context);
  return isRelative(words) ? { ...interval, isRelative: true } : interval;
}

function toInterval(words: string, context: TimeContext): Interval {
  const hours = hoursOf(words);
  if (hours.length > 0) throw unclearTime(context, hours);
  const range = readRange(words);
  if (range) return slashInterval(range.join("/"), context);
  const bounded = /^(since|from|after|until|till|before) (.+)$/i.exec(words);
  if (bounded) return boundedInterval(bounded[1]!.toLowerCase(), spanOf(bounded[2]!, context));
  if (words.includes("/") && readDates(words).length === 0) return slashInterval(words, context);
  const span = spanOf(words, context);
  return close(span.from, span.to, span.halfOpen);
}

/** @throws {ToolError} when the IANA time zone is unknown (`invalid_input`) */
export function checkZone(zone: string): void {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
  } catch (cause) {
    if (cause instanceof RangeError) {
      throw invalidInput(
        `time_zone ${quoted(zone, 60)} is not an IANA time zone: give one such as "Europe/Lisbon" or "America/Los_Angeles".`,
        "time_zone",
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
  if (parts.length !== 2) throw wrongTime(context, "an interval has exactly one slash");
  const [first, second] = parts as [string, string];
  const isOpen = (part: string) => part === ".." || part === "";
  if (isOpen(first) && isOpen(second)) return { start: null, end: null };
  if (isDuration(first) || isDuration(second)) {
    const other = isDuration(first) ? second : first;
    if (isOpen(other) || isDuration(other))
      throw wrongTime(context, "a duration needs an instant or date at the other end");
    const span = spanOf(other, context);
    return isDuration(first)
      ? close(shift(span.to, first, -1, context), span.to, span.halfOpen)
      : close(span.from, shift(span.from, second, 1, context), span.halfOpen);
  }
  const start = isOpen(first) ? null : spanOf(first, context);
  const end = isOpen(second) ? null : spanOf(second, context);
  if (start && end && Temporal.Instant.compare(start.from, end.to) > (end.halfOpen ? -1 : 0)) {
    const swapped = { [context.parameter]: `${second}/${first}` };
    throw invalidInput(
      `${context.parameter} ${quoted(context.text, 60)} ends before it starts: write the earlier time first. ${offer(swapped)}`,
    );
  }
  return close(start?.from ?? null, end?.to ?? null, end?.halfOpen ?? false);
}

/** What "2025-06-10 08:00-12:00" may be: hours of a day, or a time with its offset. */
function hoursOf(words: string): string[] {
  const time = String.raw`(\d{2}:\d{2})`;
  const form = new RegExp(
    `^(\\d{4}-\\d{2}-\\d{2}) (?:from |between )?${time}( ?(?:-|to|until|and) ?)${time}$`,
    "i",
  );
  const [, date, from = "", joint, to = ""] = form.exec(words) ?? [];
  if (from >= to) return [];
  const offset = joint?.endsWith("-") ? [`${date}T${from}:00-${to}`] : [];
  return [`${date}T${from}/${date}T${to}`, ...offset];
}

/** A date and time of day, and what follows them. */
const instantForm = /^(\d{4}-\d{2}-\d{2}[t ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?) ?(.*)$/is;

function spanOf(text: string, context: TimeContext): Span {
  const word = wordSpan(text.toLowerCase(), context);
  if (word) return word;
  const date = readDate(text);
  const parts = date && /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(isoOf(date) ?? "");
  try {
    if (parts) {
      const [, year, month, day] = parts;
      const first = Temporal.PlainDate.from(`${year}-${month ?? "01"}-${day ?? "01"}`, {
        overflow: "reject",
      });
      return datesSpan(
        first,
        day ? { days: 1 } : month ? { months: 1 } : { years: 1 },
        context.dateZone,
      );
    }
    const [, local, offset] = instantForm.exec(text) ?? [];
    if (local === undefined) {
      const guesses = guessTimes(text, context.now.epochMilliseconds);
      if (guesses.length === 0) throw wrongTime(context);
      throw unclearTime(
        context,
        guesses.map((guess) => context.text.replace(text, guess)),
      );
    }
    if (!/^(?:|z|[+-]\d{2}(?::?\d{2})?)$/i.test(offset!)) {
      throw wrongTime(
        context,
        `${quoted(offset!, 40)} is not an offset from UTC such as Z, -07:00 or +02`,
      );
    }
    // Without an offset it is a time of the zone, and `PlainDateTime` would ignore one.
    const instant =
      offset === ""
        ? Temporal.PlainDateTime.from(local).toZonedDateTime(context.zone).toInstant()
        : Temporal.Instant.from(local + offset);
    return { from: instant, to: instant, halfOpen: false };
  } catch (error) {
    if (error instanceof RangeError)
      throw wrongTime(context, `${quoted(text, 40)} is not a valid date or time`);
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
  context: TimeContext,
): Temporal.Instant {
  try {
    const amount = Temporal.Duration.from(duration);
    if (amount.sign < 0) throw new RangeError("negative");
    const zoned = instant.toZonedDateTimeISO(context.zone);
    return (sign === 1 ? zoned.add(amount) : zoned.subtract(amount)).toInstant();
  } catch (error) {
    if (error instanceof RangeError)
      throw wrongTime(
        context,
        `${quoted(duration, 40)} is not an ISO 8601 duration such as PT24H or P7D`,
      );
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

const expected =
  'Give an RFC 3339 instant or interval ("2025-06-20T00:00:00Z/.."), a date, month or year ("2025-06-20", "2025-06"), a duration ("PT24H/now"), or words: "last 24h", "last 7 days", "today", "yesterday", "July 2025", "since 2025-06-20".';

/** The error for a time that cannot be read, with what would be right. */
function wrongTime({ text, parameter }: TimeContext, why?: string) {
  return invalidInput(
    `${parameter} ${quoted(text, 60)} is not understood${why ? `: ${why}` : ""}. ${expected}`,
    parameter,
  );
}

/** The error for a time that may be each of these. */
function unclearTime({ text, parameter }: TimeContext, meant: readonly string[]) {
  const offered = meant.map((value) => ({ [parameter]: value }));
  return invalidInput(
    `${parameter} ${quoted(text, 60)} is not clear: write it in full. ${offer(offered)}`,
    { argument: parameter, candidates: candidatesFrom(meant) },
  );
}
