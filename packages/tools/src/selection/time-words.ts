import type { Temporal } from "temporal-polyfill";

/** A span from its first instant to the first one after it; both are equal for an instant. */
export interface Span {
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
  /** Words and dates give half-open spans, which exclude `to`. */
  readonly halfOpen: boolean;
}

/** The text to parse, with the clock and zones. */
export interface TimeContext {
  readonly text: string;
  /** The argument that the text is of. */
  readonly parameter: string;
  readonly now: Temporal.Instant;
  readonly zone: string;
  readonly dateZone: string;
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

const amount = String.raw`(\d{1,5}) ?(minute|min|hour|hr|h|day|d|week|w|month|year|y)s?`;
const lastSpan = new RegExp(`^(?:the )?(?:last|past|previous) ?${amount.replace(")", ")?")}$`);
const bareSpan = new RegExp(`^${amount}$`);
const agoSpan = new RegExp(`^${amount} ago$`);

/** Whether words depend on the clock. */
export function isRelative(words: string): boolean {
  const lower = words.toLowerCase();
  return (
    bareSpan.test(lower) || /\b(?:now|today|yesterday|last|past|previous|ago|this)\b/.test(lower)
  );
}

/** The span of words such as "yesterday", "last 7 days", "2 days ago", "this month". */
export function wordSpan(words: string, { now, zone, dateZone }: TimeContext): Span | undefined {
  const local = now.toZonedDateTimeISO(zone);
  const today = local.toPlainDate();
  if (words === "today") return datesSpan(today, { days: 1 }, dateZone);
  if (words === "yesterday") return datesSpan(today.subtract({ days: 1 }), { days: 1 }, dateZone);
  if (words === "now") return { from: now, to: now, halfOpen: false };
  const unit = /^this (week|month|year)$/.exec(words)?.[1];
  if (unit) {
    // ISO 8601: weeks begin on Monday.
    const first =
      unit === "week"
        ? today.subtract({ days: today.dayOfWeek - 1 })
        : today.with({ day: 1, ...(unit === "year" && { month: 1 }) });
    return datesSpan(first, { [`${unit}s`]: 1 }, dateZone);
  }
  const ago = agoSpan.exec(words);
  if (ago) {
    const then = local.subtract({ [unitNames[ago[2]!]!]: Number(ago[1]) });
    if (/^(?:h|min)/.test(ago[2]!))
      return { from: then.toInstant(), to: then.toInstant(), halfOpen: false };
    return datesSpan(then.toPlainDate(), { days: 1 }, dateZone);
  }
  const last = lastSpan.exec(words) ?? bareSpan.exec(words);
  if (!last) return undefined;
  const from = local.subtract({ [unitNames[last[2]!]!]: Number(last[1] ?? 1) }).toInstant();
  return { from, to: now, halfOpen: false };
}

export function datesSpan(
  first: Temporal.PlainDate,
  length: Temporal.DurationLike,
  dateZone: string,
): Span {
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(dateZone).toInstant();
  return { from: startOf(first), to: startOf(first.add(length)), halfOpen: true };
}
