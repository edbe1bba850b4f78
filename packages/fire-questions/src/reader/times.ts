import type { Language } from "../values/question.ts";
import { isSetAside } from "./text.ts";

/** Names of months in the order of the languages en, es, fr, id, pt; English may be cut to three. */
const months = [
  "january jan enero janvier januari janeiro",
  "february feb febrero février februari fevereiro",
  "march mar marzo mars maret março",
  "april apr abril avril",
  "may mayo mai mei maio",
  "june jun junio juin juni junho",
  "july jul julio juillet juli julho",
  "august aug agosto août agustus",
  "september sep sept septiembre setiembre septembre setembro",
  "october oct octubre octobre oktober outubro",
  "november nov noviembre novembre novembro",
  "december dec diciembre décembre desember dezembro",
].map((names) => names.split(" "));

const month = `(?<month>${months
  .flat()
  .sort((one, other) => other.length - one.length)
  .join("|")})(?![\\p{L}])\\.?`;
const start = String.raw`(?<![\p{L}\p{N}])`;
const ordinal = "(?:st|nd|rd|th|er|º|°)?";
const dayFirst = String.raw`(?<day>\d{1,2})${ordinal} (?:of |de |du )?${month}`;
const monthFirst = String.raw`${month} (?<day>\d{1,2})${ordinal}(?!\d)`;
const year = String.raw`(?:,? (?:de |of |del )?(?<year>\d{4}))(?!\d)`;
/** Indonesian writes `pukul 10.25`. */
const clock = String.raw`(?<hour>\d{1,2})(?::| ?h ?|(?<=[Pp]ukul \d{1,2})\.)(?<minute>\d{2})(?::\d{2}(?:\.\d+)?)?(?!\d)`;

const isoTime = String.raw`(?: (?<hour>\d{2}):(?<minute>\d{2})(?::\d{2}(?:\.\d+)?)? ?(?<zone>Z|UTC|GMT|[+-]\d{2}:?\d{2})(?!\d))?`;
const dates = [
  String.raw`${start}(?<year>\d{4})[-/](?<monthNumber>\d{2})[-/](?<day>\d{2})(?!\d)${isoTime}`,
  `${start}${dayFirst}${year}`,
  `${start}${monthFirst}${year}`,
  String.raw`${start}(?<first>\d{1,2})[/.](?<second>\d{1,2})[/.](?<year>\d{4})(?!\d)`,
].map((pattern) => new RegExp(pattern, "giu"));

/** What belongs to a time but names no day of one year: never a number of things. */
const parts = [
  String.raw`${start}\d{1,2}${ordinal} ?(?:[-–]|to|and|y|et|dan|e|a|au|al|hasta|sampai|hingga)(?= ?~)`,
  `${start}${dayFirst}`,
  `${start}${monthFirst}`,
  String.raw`${start}${month},? (?:de |of )?\d{4}(?!\d)`,
  `${start}${clock}`,
  String.raw`${start}\d{4} (?:UTC|GMT|Z)(?![\p{L}])`,
  String.raw`${start}\d+(?:st|nd|rd|th|er|ère|e|º|ª)(?![\p{L}\p{N}])`,
].map((pattern) => new RegExp(pattern, "giu"));

interface Found {
  /** `2023-08-01`, or `2023-08-01T10:25Z`. */
  readonly value: string;
  readonly isAside: boolean;
}

/** The text with its dates replaced by `~`, and these dates. */
function takeDates(text: string, language: Language): { rest: string; found: Found[] } {
  const found: Found[] = [];
  let rest = text.replace(/(?<=\d)T(?=\d{2}:)/gu, " ");
  for (const pattern of dates) {
    rest = rest.replace(pattern, (...args) => {
      const groups: Record<string, string | undefined> = args.at(-1);
      const [offset, whole] = [Number(args.at(-3)), String(args.at(-2))];
      const value = dateOf(groups, language);
      if (value === "unclear") found.push({ value, isAside: false });
      else if (value) found.push({ value, isAside: isSetAside(whole.slice(0, offset)) });
      return "~";
    });
  }
  return { rest, found };
}

function dateOf(groups: Readonly<Record<string, string | undefined>>, language: Language) {
  let [day, number] = [Number(groups.day), Number(groups.monthNumber)];
  if (groups.month !== undefined) number = monthNumber(groups.month);
  if (groups.first !== undefined) {
    const [first, second] = [Number(groups.first), Number(groups.second)];
    // English has both orders: only a day above 12 tells which one it is.
    if (language === "en" && first <= 12 && second <= 12 && first !== second) return "unclear";
    [day, number] = language === "en" && second > 12 ? [second, first] : [first, second];
  }
  const time = new Date(0);
  time.setUTCFullYear(Number(groups.year), number - 1, day);
  if (time.getUTCMonth() !== number - 1 || time.getUTCDate() !== day) return undefined;
  if (groups.zone === undefined) return time.toISOString().slice(0, 10);
  const offset = /([+-]\d{2}):?(\d{2})/u.exec(groups.zone);
  const sign = offset?.[1]?.startsWith("-") ? -1 : 1;
  const minutes = offset ? Number(offset[1]) * 60 + sign * Number(offset[2]) : 0;
  time.setUTCMinutes(Number(groups.hour) * 60 + Number(groups.minute) - minutes);
  return `${time.toISOString().slice(0, 16)}Z`;
}

function monthNumber(name: string): number {
  return 1 + months.findIndex((names) => names.includes(name.toLowerCase()));
}

/** The times of day of a text in UTC, as `10:25`; those of other zones are left out. */
function clocksIn(text: string): string[] {
  const times = [
    ...text.matchAll(
      new RegExp(
        String.raw`${start}${clock}(?: ?(?<half>[ap])\.?m\.?(?![\p{L}]))?(?: ?\(?(?<zone>[A-Z]{1,5}|[+-]\d{2}:?\d{2}|local)(?![\p{L}]))?`,
        "gu",
      ),
    ),
    ...text.matchAll(
      /(?<![\p{L}\p{N}])(?<hour>\d{2})(?<minute>\d{2}) (?<zone>UTC|GMT|Z)(?!\p{L})/gu,
    ),
  ];
  return times.flatMap(({ groups }) => {
    const { hour, minute, half, zone } = groups!;
    if (zone !== undefined && !/^(?:UTC|GMT|Z)$/u.test(zone)) return [];
    const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === "p" ? 12 : 0);
    return hours < 24 && Number(minute) < 60 ? [`${String(hours).padStart(2, "0")}:${minute}`] : [];
  });
}

/** The days or minutes that a text names: one is an answer, several are not. */
export function timesIn(
  text: string,
  { to, day: asked }: { readonly to: "day" | "minute"; readonly day?: string },
  language: Language,
): string[] {
  const { rest, found } = takeDates(text, language);
  const named = [...new Set(found.filter(({ isAside }) => !isAside).map(({ value }) => value))];
  const days = [...new Set(named.map((value) => value.slice(0, "2023-08-01".length)))];
  if (to === "day") return days;
  const full = named.filter((value) => value.includes("T"));
  if (full.length > 0) return full;
  const clocks = [...new Set(clocksIn(rest))];
  const ofDays = days.length === 0 && asked !== undefined ? [asked] : days;
  return ofDays.flatMap((day) => clocks.map((time) => `${day}T${time}Z`));
}

/** The text without dates, times of day, and ordinals. */
export function withoutTimes(text: string, language: Language): string {
  const withoutDates = takeDates(text, language).rest;
  return parts.reduce((rest, part) => rest.replace(part, "~"), withoutDates);
}
