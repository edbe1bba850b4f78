import { printInstant } from "@emberline/geo";
import { Temporal } from "temporal-polyfill";
import { checkZone } from "../call/presentation.ts";
import { invalidInput, ToolError } from "../call/tool-error.ts";
import { dayMs } from "../values/calendar.ts";
import { offer, quoted } from "../values/text.ts";
import {
  beforeEnd,
  datesSpan,
  isoOf,
  readDate,
  readDates,
  readRange,
  type Span,
  type TimeContext,
  withDigits,
  wordSpan,
} from "./date-words.ts";
import type { Hemisphere } from "./hemisphere.ts";
import { readingText } from "./phrase-text.ts";
import { unclearTime, wrongTime } from "./time-errors.ts";

/** A closed UTC interval as the service expects it: RFC 3339 texts, null for an open end. */
export interface Interval {
  readonly start: string | null;
  readonly end: string | null;
  /** How words that name no date were read: `"last Friday" is Fri 2025-06-13 (UTC).` */
  readonly reading?: string;
  /** The same words by another clock, with their reading; only if they depend on it. */
  readonly readAt?: (nowMs: number) => Interval | null;
}

export interface Zones {
  /** IANA zone of words, dates, and times without an offset. */
  readonly zone: string;
  /** The zone in which dates begin; default `zone`. */
  readonly dateZone?: string;
  /** The argument that the text is of, for messages; default `time`. */
  readonly parameter?: string;
  /** Of the area, which decides when a season is. */
  readonly hemisphere?: Hemisphere | undefined;
}

/**
 * Resolves a time in words or RFC 3339 to a closed UTC interval. Words and dates mean whole days of
 * the zone; since the service's intervals are closed, their end is trimmed by a millisecond.
 *
 * @param nowMs the clock, milliseconds since the epoch
 * @throws {ToolError} when a time is invalid, a date impossible or an interval reversed
 *   (`invalid_input`)
 */
export async function resolveTime(
  text: string,
  nowMs: number,
  zones: Zones = { zone: "UTC" },
): Promise<Interval> {
  const { zone, dateZone = zone, parameter = "time", hemisphere } = zones;
  checkZone(zone);
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs);
  const context = { now, zone, dateZone, text, parameter, hemisphere };
  const words = withDigits(
    text
      .trim()
      .normalize()
      .replace(/\s+/g, " ")
      .replace(/[\u2010-\u2015\u2212]/g, "-")
      .replace(/^(?:in|on|over|during|within|for) /i, ""),
  );
  const strict = toInterval(words, context);
  const read = strict ? readerOf(words, context) : await phraseReader(words, context);
  const interval = strict ?? read(nowMs);
  const readAt = (otherMs: number) => {
    try {
      return read(otherMs);
    } catch (error) {
      if (error instanceof ToolError) return null;
      throw error;
    }
  };
  // A year that nobody named is by the clock, too.
  const past = readAt(nowMs - 400 * dayMs);
  const isFixed = past?.start === interval.start && past.end === interval.end;
  return isFixed ? interval : { ...interval, readAt };
}

type Reader = (nowMs: number) => Interval;

/** Reads words by a clock, and says how. */
function readerOf(words: string, context: TimeContext): Reader {
  return (nowMs) => {
    const now = Temporal.Instant.fromEpochMilliseconds(nowMs);
    const interval = toInterval(words, { ...context, now });
    if (!interval) throw wrongTime(context);
    return { ...interval, reading: readingText(interval, context) };
  };
}

/** Longer texts are no times, and cost the library more. */
const maxPhraseLength = 80;

/** What the strict forms do not read, by a library, which is loaded for it. */
async function phraseReader(words: string, context: TimeContext): Promise<Reader> {
  if (words.length > maxPhraseLength || /\d{5}/.test(words)) throw wrongTime(context);
  const { inEnglish, readPhrase } = await import("./time-phrases.ts");
  const english = inEnglish(words);
  return readerOf(english, { ...context, words: english, readPhrase });
}

function toInterval(words: string, context: TimeContext): Interval | null {
  // What burns "now" is what was seen of late: no instant has all of it.
  if (/^now$/i.test(words)) return toInterval("last 24h", context);
  const hours = hoursOf(words);
  if (hours.length > 0) throw unclearTime(context, hours);
  const phrase = context.readPhrase?.(words, context);
  if (phrase) return close(phrase.from, phrase.to, phrase.halfOpen);
  const range = readRange(words);
  if (range) return slashInterval(range.join("/"), context);
  const bounded = /^(since|from|after|until|till|before) (.+)$/i.exec(words);
  if (bounded) {
    const span = spanOf(bounded[2]!, context);
    return span && boundedInterval(bounded[1]!.toLowerCase(), span);
  }
  if (words.includes("/") && readDates(words).length === 0) return slashInterval(words, context);
  const span = spanOf(words, context);
  if (span && /\d ?(?:h|min)\S* ago$/i.test(words) && !/^(?:since|until)$/.test(context.parameter))
    throw unclearTime(context, [`since ${words}`]);
  return span && close(span.from, span.to, span.halfOpen);
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

const clockTime = /^\d{1,2}(?:[:.h]\d{2})*(?: ?[ap]\.?m\.?)?Z?$/i;

function slashInterval(words: string, context: TimeContext): Interval | null {
  const parts = words.split("/").map((part) => part.trim());
  if (parts.length !== 2) {
    if (!context.readPhrase) return null;
    throw wrongTime(context, "an interval has exactly one slash");
  }
  const [first, second] = parts as [string, string];
  const isOpen = (part: string) => part === ".." || part === "";
  if (isOpen(first) && isOpen(second)) return { start: null, end: null };
  if (isDuration(first) || isDuration(second)) {
    const other = isDuration(first) ? second : first;
    if (isOpen(other) || isDuration(other))
      throw wrongTime(context, "a duration needs an instant or date at the other end");
    const span = spanOf(other, context);
    if (!span) return null;
    return isDuration(first)
      ? close(shift(span.to, first, -1, context), span.to, span.halfOpen)
      : close(span.from, shift(span.from, second, 1, context), span.halfOpen);
  }
  // "10h" alone are the last ten hours.
  if (/^\d{1,2} ?h$/i.test(first) && /^\d{1,2} ?h$/i.test(second))
    throw wrongTime(context, 'it has no date: "2025-06-20T10:00/2025-06-20T12:00" has');
  const asked = isOpen(first) ? null : spanOf(first, context);
  if (!asked && !isOpen(first)) return null;
  if (clockTime.test(second) && !clockTime.test(first))
    throw wrongTime(context, 'its end has no date: "2025-06-20T14:00Z/2025-06-20T18:00Z" has');
  const end = isOpen(second) ? null : spanOf(second, context);
  if (!end && !isOpen(second)) return null;
  const start = asked && end ? { ...asked, from: beforeEnd(asked, end.to, context) } : asked;
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

/** Null for what the strict forms do not read, and the phrases, if the context has them. */
function spanOf(text: string, context: TimeContext): Span | null {
  const word = wordSpan(text.toLowerCase(), context) ?? context.readPhrase?.(text, context);
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
      return null;
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

/** How long a time is, in milliseconds; whole days lack the last one. */
export function lengthOf(startMs: number, endMs: number): number {
  return endMs - startMs + (endMs % 1000 === 999 ? 1 : 0);
}

/** The interval that a cursor pins; 0 if the words do not depend on the clock. */
export function pinnedInterval(interval: Interval | null): [string | null, string | null] | 0 {
  return interval?.readAt ? [interval.start, interval.end] : 0;
}
