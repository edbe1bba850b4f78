import type { Temporal } from "temporal-polyfill";
import type { Hemisphere } from "./hemisphere.ts";

/** Part of a date as people write it; what they left out is absent. */
interface DatePart {
  readonly year?: number;
  readonly month?: number;
  readonly day?: number;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const monthWord =
  /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?\.?$/;

/**
 * The parts of a date such as "July 2024", "17 July 2026", "2026/7/17" or "17.07.2026"; null for
 * other text. Of "05/06/2026" nobody knows which is the month: `readDates` has both readings.
 */
export function readDate(text: string): DatePart | null {
  const readings = readDates(text);
  return readings.length === 1 ? readings[0]! : null;
}

/** Every reading of a date: none for other text, two where day and month may be swapped. */
export function readDates(text: string): readonly DatePart[] {
  const yearFirst = /^(\d{4})(?:([-/.])(\d{1,2})(?:\2(\d{1,2}))?)?$/.exec(text);
  if (yearFirst) return [partOf(yearFirst[1], yearFirst[3], yearFirst[4])];
  const compact = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(text);
  if (compact) return [partOf(compact[1], compact[2], compact[3])];
  const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text);
  if (yearLast) return yearLastReadings(yearLast);
  const words = inWords(text);
  return words ? [words] : [];
}

function partOf(year?: string, month?: string, day?: string): DatePart {
  return {
    ...(year !== undefined && { year: Number(year) }),
    ...(month !== undefined && { month: Number(month) }),
    ...(day !== undefined && { day: Number(day) }),
  };
}

/** Dots are of countries that write the day first; slashes are of both kinds. */
function yearLastReadings([, first, mark, second, year]: RegExpExecArray): readonly DatePart[] {
  const dayFirst = partOf(year, second, first);
  const monthFirst = partOf(year, first, second);
  if (mark === "." || Number(first) > 12 || first === second) return [dayFirst];
  return Number(second) > 12 ? [monthFirst] : [monthFirst, dayFirst];
}

function inWords(text: string): DatePart | null {
  const words = text.toLowerCase().split(/[\s,-]+/);
  let part: DatePart = {};
  for (const word of words) {
    if (word === "" || word === "of" || word === "the") continue;
    const month = monthWord.exec(word)?.[1];
    const day = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word)?.[1];
    if (month !== undefined && part.month === undefined)
      part = { ...part, month: months.indexOf(month) + 1 };
    else if (day !== undefined && part.day === undefined) part = { ...part, day: Number(day) };
    else if (/^\d{4}$/.test(word) && part.year === undefined)
      part = { ...part, year: Number(word) };
    else return null;
  }
  return Object.keys(part).length > 0 ? part : null;
}

/** The date as ISO 8601; null without a year, or with a day but no month. */
export function isoOf({ year, month, day }: DatePart): string | null {
  if (year === undefined || (day !== undefined && month === undefined)) return null;
  const digits = (value: number) => String(value).padStart(2, "0");
  const parts = [month, day].flatMap((each) => (each === undefined ? [] : [digits(each)]));
  return [String(year).padStart(4, "0"), ...parts].join("-");
}

const rangeForms = [
  /^(?:between|from) (.+?) (?:and|to|until|till|through|-) (.+)$/i,
  /^(.+?) (?:to|until|till|through|thru|-) (.+)$/i,
  /^([^/]+?)\.\.([^/]+)$/,
  /^(\d{4}-[\d-]+), ?(\d{4}-[\d-]+)$/,
  // "July 1-17, 2026": a hyphen joins two dates only next to a month in words.
  /^([^/]*[a-z][^/]*?|\d{1,2}(?:st|nd|rd|th)?)-([^/-]+)$/i,
];

/**
 * The two ends of a range such as "July 1-17, 2026" or "between 2026-07-01 and 2026-07-17", as
 * far as they are dates with all that the other end tells of them; null for other text.
 */
export function readRange(text: string): readonly [string, string] | null {
  if (readDates(text).length > 0) return null;
  for (const form of rangeForms) {
    const [, first, second] = form.exec(text) ?? [];
    if (first === undefined || second === undefined) continue;
    const [from, to] = [readDate(first), readDate(second)];
    if (!from || !to) {
      if (form === rangeForms.at(-1)) continue;
      return [first, second];
    }
    const filled = [
      { ...yearAndMonth(to, from), ...from },
      { ...yearAndMonth(from, to), ...to },
    ];
    return filled.map((part) => isoOf(part) ?? wordsOf(part)) as [string, string];
  }
  return null;
}

/** What one end of a range tells of the other: the year, and the month of a bare day. */
function yearAndMonth({ year, month }: DatePart, other: DatePart): DatePart {
  return {
    ...(year !== undefined && { year }),
    ...(month !== undefined && other.day !== undefined && other.month === undefined && { month }),
  };
}

function wordsOf({ year, month, day }: DatePart): string {
  const name = month === undefined ? undefined : months[month - 1];
  return [day, name, year].filter((each) => each !== undefined).join(" ");
}

const numberWords = "one two three four five six seven eight nine ten eleven twelve".split(" ");

/** Numbers up to twelve as digits: "last two days" is "last 2 days". */
export function withDigits(text: string): string {
  const pattern = new RegExp(String.raw`\b(${numberWords.join("|")})\b`, "gi");
  const digits = text.replace(pattern, (word) =>
    String(numberWords.indexOf(word.toLowerCase()) + 1),
  );
  return digits.replace(/\ban? (?=(?:hour|day|week|month|year)\b)/gi, "1 ");
}

/** A span from its first instant to the first one after it; both are equal for an instant. */
export interface Span {
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
  /** Words and dates give half-open spans, which exclude `to`. */
  readonly halfOpen: boolean;
  /** A weekday without a date. */
  readonly isWeekday?: boolean;
}

/** The text to parse, with the clock and zones. */
export interface TimeContext {
  readonly text: string;
  /** The argument that the text is of. */
  readonly parameter: string;
  readonly now: Temporal.Instant;
  readonly zone: string;
  readonly dateZone: string;
  /** Where seasons are asked for; undefined where it may be either. */
  readonly hemisphere: Hemisphere | undefined;
  /** The words with their frame in English, of which the text is a part. */
  readonly words?: string;
  /** Reads a phrase, once the strict forms have read nothing. */
  readonly readPhrase?: (text: string, context: TimeContext) => Span | null;
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
const calendarSpan = /^(this|last|previous) (week|month|year)$/;
const lastSpan = new RegExp(`^(?:the )?(?:last|past|previous) ?${amount.replace(")", ")?")}$`);
const bareSpan = new RegExp(`^${amount}$`);
const agoSpan = new RegExp(`^${amount} ago$`);

/** The span of words such as "yesterday", "last 7 days", "2 days ago", "last month". */
export function wordSpan(words: string, { now, zone, dateZone }: TimeContext): Span | undefined {
  const local = now.toZonedDateTimeISO(zone);
  const today = local.toPlainDate();
  if (words === "today") return datesSpan(today, { days: 1 }, dateZone);
  if (words === "yesterday") return datesSpan(today.subtract({ days: 1 }), { days: 1 }, dateZone);
  if (words === "now") return { from: now, to: now, halfOpen: false };
  const [, which, unit] = calendarSpan.exec(words) ?? [];
  if (unit) {
    // ISO 8601: weeks begin on Monday.
    const first =
      unit === "week"
        ? today.subtract({ days: today.dayOfWeek - 1 })
        : today.with({ day: 1, ...(unit === "year" && { month: 1 }) });
    const length = { [`${unit}s`]: 1 };
    return datesSpan(which === "this" ? first : first.subtract(length), length, dateZone);
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

/** The start of a range: of a weekday, the last before its end. */
export function beforeEnd(
  { from, isWeekday }: Span,
  end: Temporal.Instant,
  { dateZone }: Pick<TimeContext, "dateZone">,
): Temporal.Instant {
  if (!isWeekday || from.epochMilliseconds < end.epochMilliseconds) return from;
  return from.toZonedDateTimeISO(dateZone).subtract({ days: 7 }).toInstant();
}
