import { Temporal } from "temporal-polyfill";
import { invalidInput } from "./errors.ts";
import { quoted } from "./text.ts";

/** A closed UTC interval as the service takes it; `null` is an open end. Both ends are RFC 3339 texts. */
export interface Interval {
  readonly start: string | null;
  readonly end: string | null;
}

/** The first instant of a span of time and the first one after it. An instant has both the same. */
interface Span {
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
  /** Words and dates make half-open spans: `to` is no longer part of it. */
  readonly halfOpen: boolean;
}

const expected =
  'Give an RFC 3339 instant or interval ("2025-06-20T00:00:00Z/.."), a date, month or year ("2025-06-20", "2025-06"), a duration ("PT24H/now"), or words: "last 24h", "last 7 days", "today", "yesterday", "since 2025-06-20".';

/**
 * Resolves what a person means by a time to a closed UTC interval.
 * Dates and words stand for whole UTC days: since the service's intervals are
 * closed, their end is trimmed by a millisecond.
 *
 * @param nowMs the clock, milliseconds since the epoch
 * @throws ToolError `invalid_input` for anything that is no time, an impossible date, a reversed interval
 */
export function resolveTime(text: string, nowMs: number): Interval {
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs);
  const words = text.trim().replace(/\s+/g, " ");
  const bounded = /^(since|after|from|until|before|till) (.+)$/i.exec(words);
  if (bounded) {
    const span = spanOf(bounded[2]!, now, text);
    return /^(since|after|from)$/i.test(bounded[1]!)
      ? close(span.from, null, false)
      : close(null, span.from, true);
  }
  if (words.includes("/")) return slashInterval(words, now, text);
  const span = spanOf(words, now, text);
  return close(span.from, span.to, span.halfOpen);
}

function slashInterval(words: string, now: Temporal.Instant, original: string): Interval {
  const parts = words.split("/").map((part) => part.trim());
  if (parts.length !== 2) throw wrong(original, "an interval has exactly one slash");
  const [first, second] = parts as [string, string];
  const isOpen = (part: string) => part === ".." || part === "";
  if (isOpen(first) && isOpen(second)) return { start: null, end: null };
  if (isDuration(first)) {
    if (isOpen(second) || isDuration(second))
      throw wrong(original, "a duration needs an instant or date at the other end");
    const end = spanOf(second, now, original);
    return close(shift(end.to, first, -1, original), end.to, end.halfOpen);
  }
  if (isDuration(second)) {
    if (isOpen(first))
      throw wrong(original, "a duration needs an instant or date at the other end");
    const start = spanOf(first, now, original);
    return close(start.from, shift(start.from, second, 1, original), start.halfOpen);
  }
  const start = isOpen(first) ? null : spanOf(first, now, original);
  const end = isOpen(second) ? null : spanOf(second, now, original);
  if (start && end && Temporal.Instant.compare(start.from, end.to) > 0) {
    throw wrong(original, "it ends before it starts: write the earlier time first");
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

function wordSpan(words: string, now: Temporal.Instant): Span | undefined {
  const today = now.toZonedDateTimeISO("UTC").startOfDay();
  if (words === "today") return daySpan(today);
  if (words === "yesterday") return daySpan(today.subtract({ days: 1 }));
  if (words === "now") return { from: now, to: now, halfOpen: false };
  const match =
    /^(?:the )?(?:last|past) ?(\d{1,5})? ?(minute|min|hour|hr|h|day|d|week|w|month|year|y)s?$/.exec(
      words,
    );
  if (!match) return undefined;
  const unit = unitNames[match[2]!]!;
  const from = now
    .toZonedDateTimeISO("UTC")
    .subtract({ [unit]: Number(match[1] ?? 1) })
    .toInstant();
  return { from, to: now, halfOpen: false };
}

function daySpan(day: Temporal.ZonedDateTime): Span {
  return { from: day.toInstant(), to: day.add({ days: 1 }).toInstant(), halfOpen: true };
}

function spanOf(text: string, now: Temporal.Instant, original: string): Span {
  const word = wordSpan(text.toLowerCase(), now);
  if (word) return word;
  const parts = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(text);
  try {
    if (parts) {
      const [, year, month, day] = parts;
      const date = Temporal.PlainDate.from(`${year}-${month ?? "01"}-${day ?? "01"}`, {
        overflow: "reject",
      });
      const next = date.add(day ? { days: 1 } : month ? { months: 1 } : { years: 1 });
      const startOf = (each: Temporal.PlainDate) => each.toZonedDateTime("UTC").toInstant();
      return { from: startOf(date), to: startOf(next), halfOpen: true };
    }
    // A time without an offset is read as UTC; the echo shows it.
    const zoned = /(?:z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`;
    if (!/^\d{4}-\d{2}-\d{2}[t ]\d{2}:\d{2}/i.test(zoned)) throw wrong(original);
    const instant = Temporal.Instant.from(zoned);
    return { from: instant, to: instant, halfOpen: false };
  } catch (error) {
    if (error instanceof RangeError)
      throw wrong(original, `there is no such date or time as ${quoted(text, 40)}`);
    throw error;
  }
}

function isDuration(text: string): boolean {
  return /^P/i.test(text);
}

function shift(
  instant: Temporal.Instant,
  duration: string,
  sign: 1 | -1,
  original: string,
): Temporal.Instant {
  try {
    const amount = Temporal.Duration.from(duration);
    if (amount.sign < 0) throw new RangeError("negative");
    const zoned = instant.toZonedDateTimeISO("UTC");
    return (sign === 1 ? zoned.add(amount) : zoned.subtract(amount)).toInstant();
  } catch (error) {
    if (error instanceof RangeError)
      throw wrong(original, `${quoted(duration, 40)} is no ISO 8601 duration such as PT24H or P7D`);
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
  return instant === null
    ? null
    : new Date(instant.epochMilliseconds).toISOString().replace(".000Z", "Z");
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
