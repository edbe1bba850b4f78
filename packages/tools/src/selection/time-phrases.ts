import { Temporal } from "temporal-polyfill";
import { quoted } from "../values/text.ts";
import { beforeEnd, datesSpan, type Span, type TimeContext, wordSpan } from "./date-words.ts";
import { type PartOfDay, type PhraseParts, readParts } from "./phrase-parts.ts";
import { spanText } from "./phrase-text.ts";
import { fireSeasonYear, namesSeason, seasonStarts } from "./seasons.ts";
import { unclearTime, wrongTime } from "./time-errors.ts";

export { inEnglish } from "./phrase-languages.ts";

/** Whole days, months or years. */
interface Period {
  readonly first: Temporal.PlainDate;
  readonly length: { readonly days: number } | { readonly months: number };
}

type Modifier = "last" | "this" | "next" | undefined;

/** Hours from the start of the day; a night ends on the next morning, as in NWS forecasts. */
const hoursOf: Readonly<Record<PartOfDay, readonly [number, number]>> = {
  morning: [6, 12],
  afternoon: [12, 18],
  evening: [18, 24],
  night: [18, 30],
};

const partNames: readonly (readonly [PartOfDay, string])[] = [
  ["morning", "morning|mañana|manhã|matin|morgen|vormittag|mattina|mattino"],
  ["afternoon", "afternoon|tarde|après-midi|nachmittag|pomeriggio"],
  ["evening", "evening|soir|soirée|abend|sera"],
  ["night", "night|noche|noite|nuit|nacht|notte"],
];
const anyPart = partNames.map(([, names]) => names).join("|");
const partAlone = new RegExp(`^(last|this) (${anyPart})$`);
const partOfDay = new RegExp(
  `^(?:the )?(${anyPart}) (?:(?:of|on|del?|do|da|du|des|vom|di) )?(?:the )?(.+)$`,
);
const dayWithPart = new RegExp(
  `^(.+?),? (?:(?:in|at|por|en|dans) )?(?:(?:the|la|de la|à|da|di|de|am|au|le) )?(${anyPart})$`,
);

/**
 * The span of a phrase such as "last Friday"; null for other text.
 *
 * @throws {ToolError} when it may be several times, or a date is impossible (`invalid_input`)
 */
export function readPhrase(text: string, context: TimeContext): Span | null {
  const { words = text } = context;
  try {
    const spans = readings(text, context);
    if (spans.length > 1) {
      const why = namesSeason(text) ? "northern hemisphere, or southern" : undefined;
      const meant = spans.map((span) => words.replace(text, spanText(span, context)));
      throw unclearTime(context, meant, why);
    }
    return spans[0] ?? null;
  } catch (error) {
    if (error instanceof WrongWeekday) throw wrongTime(context, error.message);
    if (error instanceof RangeError)
      throw wrongTime(context, `${quoted(text, 40)} is not a valid date`);
    throw error;
  }
}

class WrongWeekday extends RangeError {}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/**
 * Every reading of a phrase such as "last Friday", "the weekend of 21 June", "first half of June" or
 * "yesterday evening", with the frame words in English; none for other text.
 *
 * @throws {RangeError} when a date is impossible
 */
function readings(text: string, context: TimeContext): Span[] {
  const lower = text.toLowerCase().replace(/[.,!?]+$/, "");
  const today = todayOf(context);
  const word = wordSpan(lower, context);
  if (word) return [word];
  const starts = seasonStarts(lower, today, context.hemisphere);
  if (starts.length > 0)
    return starts.map((first) => datesSpan(first, { months: 3 }, context.dateZone));
  const year = fireSeasonYear(lower, today);
  if (year !== undefined)
    throw unclearTime(
      context,
      [String(year)],
      "fire seasons have no fixed dates: give months, or the year",
    );
  const [, modifier, alone] = partAlone.exec(lower) ?? [];
  if (alone !== undefined)
    return [
      spanOfPart(today.subtract({ days: modifier === "last" ? 1 : 0 }), partOf(alone), context),
    ];
  const dates = periods(lower, today);
  if (dates.length > 0) {
    const isWeekday = readParts(lower, today).some(isWeekdayAlone);
    return dates.map(({ first, length }) => ({
      ...datesSpan(first, length, context.dateZone),
      isWeekday,
    }));
  }
  const [, before, rest] = partOfDay.exec(lower) ?? [];
  const [, day, after] = dayWithPart.exec(lower) ?? [];
  for (const [part, dayText] of [
    [before, rest],
    [after, day],
  ]) {
    if (part === undefined) continue;
    const days = periods(dayText!, today).filter(isDay);
    if (days.length > 0) return days.map(({ first }) => spanOfPart(first, partOf(part), context));
  }
  return readParts(lower, today).flatMap((parts) => spanOfParts(parts, today, context) ?? []);
}

function todayOf({ now, zone }: TimeContext): Temporal.PlainDate {
  return now.toZonedDateTimeISO(zone).toPlainDate();
}

function partOf(name: string): PartOfDay {
  return partNames.find(([, names]) => names.split("|").includes(name))![0];
}

function isDay({ length }: Period): boolean {
  return "days" in length && length.days === 1;
}

function spanOfPart(date: Temporal.PlainDate, part: PartOfDay, { zone }: TimeContext): Span {
  const [from, to] = hoursOf[part].map((hour) =>
    date.toPlainDateTime().add({ hours: hour }).toZonedDateTime(zone).toInstant(),
  );
  return { from: from!, to: to!, halfOpen: true };
}

/** Clock times, parts of days and ranges. */
function spanOfParts(
  { end, ...parts }: PhraseParts,
  today: Temporal.PlainDate,
  context: TimeContext,
): Span | undefined {
  if (end) {
    const [first, last] = [parts, end].map((each) => spanOfParts(each, today, context));
    if (!first || !last) return undefined;
    const isWeekday = isWeekdayAlone(parts);
    return { ...last, from: beforeEnd({ ...first, isWeekday }, last.to, context) };
  }
  const { hour, minute = 0, part, ...day } = parts;
  const period = Object.keys(day).length > 0 ? dated(day, today) : daysFrom(today, 1);
  if (hour === undefined && part === undefined)
    return datesSpan(period.first, period.length, context.dateZone);
  if (!isDay(period)) return undefined;
  if (hour === undefined) return spanOfPart(period.first, part!, context);
  const at = period.first.toZonedDateTime({ timeZone: context.zone, plainTime: { hour, minute } });
  return { from: at.toInstant(), to: at.toInstant(), halfOpen: false };
}

const modified = /^(last|this|next) (.+)$/;
const weekend = /^(?:(last|this|next) )?weekend(?: of (.+))?$/;
const weekOf = /^week (of|from|starting|beginning)(?: on)? (.+)$/;
const quarterOf = /^q([1-4]),? (?:of )?(\d{4})$/;
const yearOf = /^(.+?) (?:of )?(last|this) year$/;
const third = /^(early|mid|late|(?:beginning|start|middle|end) of)(?: |-)(?:the )?(.+)$/;
const count = "(first|second|third|fourth|1st|2nd|3rd|4th|last)";
const nth = new RegExp(`^${count} (half|week|(\\d{1,2}) days?) of (?:the )?(.+)$`);

/** Readings as whole days, months or years. */
function periods(text: string, today: Temporal.PlainDate): Period[] {
  const bare = text.replace(/^(?:the|all of|whole) /, "");
  const [, which, around] = weekend.exec(bare) ?? [];
  if (around !== undefined)
    return periods(around, today)
      .filter(isDay)
      .map(({ first }) => weekendOf(first));
  if (weekend.test(bare)) return [weekendBy(which as Modifier, today)];
  const [, from, day] = weekOf.exec(bare) ?? [];
  if (day !== undefined)
    return periods(day, today)
      .filter(isDay)
      .map(({ first }) => daysFrom(from === "of" ? mondayOf(first) : first, 7));
  const [, quarter, quarterYear] = quarterOf.exec(bare) ?? [];
  if (quarter !== undefined) {
    const first = new Temporal.PlainDate(Number(quarterYear), 3 * Number(quarter) - 2, 1);
    return [{ first, length: { months: 3 } }];
  }
  const [, part, whole] = third.exec(bare) ?? [];
  if (whole !== undefined) return periods(whole, today).flatMap((each) => thirdOf(each, part!));
  const [, ordinal, unit, days, of] = nth.exec(bare) ?? [];
  if (of !== undefined)
    return periods(of, today).flatMap((each) => nthOf(each, ordinal!, unit!, days));
  const [, dayOfYear, year] = yearOf.exec(bare) ?? [];
  if (dayOfYear !== undefined)
    return readParts(dayOfYear, today)
      .filter(({ month, ...more }) => month !== undefined && more.year === undefined)
      .map((parts) => dated({ ...parts, year: today.year - (year === "last" ? 1 : 0) }, today));
  const [, modifier, rest = bare] = modified.exec(bare) ?? [];
  return readParts(rest, today)
    .filter((parts) => isDate(parts) && (modifier === undefined || isOpen(parts)))
    .map((parts) => dated(parts, today, modifier as Modifier));
}

function isDate({ hour, part, end, ...day }: PhraseParts): boolean {
  return hour === undefined && part === undefined && !end && Object.keys(day).length > 0;
}

function isWeekdayAlone({ weekday, ...others }: PhraseParts): boolean {
  return weekday !== undefined && Object.keys(others).length === 0;
}

/** A weekday or month, of which there are several. */
function isOpen({ year, day }: PhraseParts): boolean {
  return year === undefined && day === undefined;
}

function daysFrom(first: Temporal.PlainDate, days: number): Period {
  return { first, length: { days } };
}

/** ISO 8601: weeks begin on Monday. */
function mondayOf(date: Temporal.PlainDate): Temporal.PlainDate {
  return date.subtract({ days: date.dayOfWeek - 1 });
}

function weekendOf(date: Temporal.PlainDate): Period {
  return daysFrom(mondayOf(date).add({ days: 5 }), 2);
}

/** Until Saturday, "this weekend" is the one that was: observations are of the past. */
function weekendBy(which: Modifier, today: Temporal.PlainDate): Period {
  const weeks = which === "next" ? 1 : which === "last" || today.dayOfWeek < 6 ? -1 : 0;
  return weekendOf(today.add({ weeks }));
}

/** Without a year or month, the newest that has begun; observations are of the past. */
function dated(parts: PhraseParts, today: Temporal.PlainDate, modifier?: Modifier): Period {
  const { year, month, day, weekday } = parts;
  if (month === undefined && year === undefined && day === undefined)
    return daysFrom(weekdayBy(weekday!, today, modifier), 1);
  const period = (dateYear: number, dateMonth = month): Period => ({
    first: Temporal.PlainDate.from(
      { year: dateYear, month: dateMonth ?? 1, day: day ?? 1 },
      { overflow: "reject" },
    ),
    length: day !== undefined ? { days: 1 } : { months: month === undefined ? 12 : 1 },
  });
  const isMeant = ({ first }: Period) =>
    day === undefined || weekday === undefined || first.dayOfWeek % 7 === weekday;
  if (month === undefined && day !== undefined) {
    const isPast = day <= today.day;
    const { year: dateYear, month: dateMonth } = today.subtract({ months: isPast ? 0 : 1 });
    return period(dateYear, dateMonth);
  }
  if (year !== undefined) {
    const found = period(year);
    if (isMeant(found)) return found;
    throw new WrongWeekday(`${found.first} is a ${weekdays[found.first.dayOfWeek % 7]}`);
  }
  const limit = modifier === "last" ? today.with({ day: 1 }).subtract({ days: 1 }) : today;
  if (modifier === "this") return period(today.year);
  const shift = modifier === "next" ? 1 : -1;
  for (let back = today.year; Math.abs(back - today.year) < 12; back += shift) {
    // 29 February is not in every year.
    if (month === 2 && day === 29 && !isLeap(back)) continue;
    const found = period(back);
    const isPast = Temporal.PlainDate.compare(found.first, limit) <= 0;
    if (isPast === (modifier !== "next") && isMeant(found)) return found;
  }
  throw new WrongWeekday("the date is not on that weekday in any of the last years");
}

function isLeap(year: number): boolean {
  return new Temporal.PlainDate(year, 1, 1).inLeapYear;
}

function weekdayBy(weekday: number, today: Temporal.PlainDate, modifier: Modifier) {
  if (modifier === "this") return mondayOf(today).add({ days: (weekday + 6) % 7 });
  const back = (today.dayOfWeek - weekday + 7) % 7;
  if (modifier === "next") return today.add({ days: 7 - back });
  return today.subtract({ days: modifier === "last" && back === 0 ? 7 : back });
}

/** Thirds as in climatology: of a month 1–10, 11–20 and the rest; of a year 4 months. */
function thirdOf({ first, length }: Period, words: string): Period[] {
  if (!("months" in length)) return [];
  const index = /^(?:mid|middle)/.test(words) ? 1 : /^(?:late|end)/.test(words) ? 2 : 0;
  if (length.months === 12)
    return [{ first: first.add({ months: 4 * index }), length: { months: 4 } }];
  const days = index === 2 ? first.daysInMonth - 20 : 10;
  return [daysFrom(first.add({ days: 10 * index }), days)];
}

const ordinals = ["first", "second", "third", "fourth"];

/** A half, a week from the first day on, or some days of a month; halves of years too. */
function nthOf({ first, length }: Period, ordinal: string, unit: string, days?: string): Period[] {
  if (!("months" in length)) return [];
  const isLast = ordinal === "last";
  const index = isLast
    ? 1
    : /^\d/.test(ordinal)
      ? Number(ordinal[0]) - 1
      : ordinals.indexOf(ordinal);
  if (unit === "half") {
    if (index > 1) return [];
    if (length.months === 12)
      return [{ first: first.add({ months: 6 * index }), length: { months: 6 } }];
    return [daysFrom(first.add({ days: 15 * index }), index === 0 ? 15 : first.daysInMonth - 15)];
  }
  if (length.months === 12) return [];
  const many = days === undefined ? 7 : Number(days);
  if (days !== undefined && (index > 0 !== isLast || many > first.daysInMonth)) return [];
  return [
    daysFrom(
      isLast ? first.add({ months: 1 }).subtract({ days: many }) : first.add({ days: 7 * index }),
      many,
    ),
  ];
}
