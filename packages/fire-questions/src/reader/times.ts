import type { Language } from "../values/question.ts";
import { isSetAside, withoutBrackets } from "./text.ts";

/** Names of months, whole and cut, in the order of the languages en, es, fr, id, pt. */
const months = [
  "january jan enero ene janvier janv januari janeiro",
  "february feb febrero février févr februari fevereiro fev",
  "march mar marzo mars maret março",
  "april apr abril abr avril avr",
  "may mayo mai mei maio",
  "june jun junio juin juni junho",
  "july jul julio juillet juil juli julho",
  "august aug agosto ago août agustus agu",
  "september sep sept septiembre setiembre septembre setembro set",
  "october oct octubre octobre oktober okt outubro out",
  "november nov noviembre novembre novembro",
  "december dec diciembre dic décembre déc desember des dezembro dez",
].map((names) => names.split(" "));

const month = `(?<month>${months
  .flat()
  .sort((one, other) => other.length - one.length)
  .join("|")})(?![\\p{L}])(?<!out(?= of))\\.?`;
const start = String.raw`(?<![\p{L}\p{N}])`;
const ordinal = "(?:st|nd|rd|th|er|º|°)?";
const dayFirst = String.raw`(?<day>\d{1,2})${ordinal}[ -](?:of |de |du )?${month}`;
const monthFirst = String.raw`${month} (?<day>\d{1,2})${ordinal}(?!\d)`;
const year = String.raw`(?:,?[ -](?:de |of |del )?(?<year>\d{4}))(?!\d)`;
const dates = [
  String.raw`${start}(?<year>\d{4})[-/](?<monthNumber>\d{2})[-/](?<day>\d{2})(?!\d)`,
  `${start}${dayFirst}${year}`,
  `${start}${monthFirst}${year}`,
  String.raw`${start}(?<first>\d{1,2})[/.](?<second>\d{1,2})[/.](?<year>\d{4})(?!\d)`,
].map((pattern) => new RegExp(pattern, "giu"));

const zone = String.raw`(?:UTC|GMT)? ?[+-]\d{1,2}(?::?\d{2})?|[A-Z]{1,5}|local|\p{L}+ (?:standard |daylight )?time|hora|heure|waktu|horário`;
/** Indonesian writes `pukul 10.25`. */
const clock = [
  String.raw`${start}(?<hour>\d{1,2})(?::| ?h ?|(?<=pukul \d{1,2})\.|\.(?=\d{2} (?:UTC|GMT|[A-Z]{2,4}T|WIB|WITA)(?!\p{L})))`,
  String.raw`(?<minute>\d{2})(?::\d{2}(?:\.\d+)?)?(?!\d)`,
  String.raw`(?: ?(?<half>[ap])\.? ?m(?:\.|(?!\p{L})))?(?: ?(?:h|hrs|min)(?!\p{L}))?`,
  String.raw`(?:,? ?\(?(?:in )?(?<zone>${zone})(?![\p{L}])\)?)?`,
].join("");

/** While they are looked for, a moment stands in the text as a character of private use. */
const mark = "[\ue000-\uf8ff]";
const dateThenClock = new RegExp(
  `(?<date>${mark})[,(]? ?(?:[-–—] )?(?:(?:at|about|around|a|las?|à|às|vers|pukul|sekitar|jam) )*${clock}`,
  "giu",
);
const clockThenDate = new RegExp(
  `${clock},?(?: (?:on|of|the|el|del?|le|du|pada|tanggal|em|no|dia|do))*(?: \\p{L}+,)? ?(?<date>${mark})`,
  "giu",
);
const clockAlone = new RegExp(clock, "giu");
const military = /(?<![\p{L}\p{N}])(?<hour>\d{2})(?<minute>\d{2}) ?(?<zone>UTC|GMT|Z)(?!\p{L})/gu;

const until = "(?:[-–/]|to|and|through|until|y|o|et|dan|e|a|au|al|hasta|sampai|hingga|até)";
/** "From 1 to 5 August 2023" names a period, in which the answer is another day. */
const period = new RegExp(
  `(?:from|between|del?|du|entre|dari|antara) (?:the |el |le |tanggal )?(${mark}) ?${until} ?(?:the |el |le )?(${mark})`,
  "giu",
);
const severalDays = new RegExp(String.raw`${start}\d{1,2}${ordinal} ?${until} ?${mark}`, "iu");

/** What belongs to a time but names no day of one year: never a number of things. */
const parts = [
  String.raw`${start}\d{1,2}${ordinal} ?${until}(?= ?~)`,
  `${start}${dayFirst}`,
  `${start}${monthFirst}`,
  String.raw`${start}${month},? (?:de |of )?\d{4}(?!\d)`,
  String.raw`${start}\d+(?:st|nd|rd|th|er|ère|e|º|ª)(?![\p{L}\p{N}])`,
].map((pattern) => new RegExp(pattern, "giu"));

type Groups = Readonly<Record<string, string | undefined>>;

interface Moment {
  /** Milliseconds of its UTC midnight; NaN where day and month may be swapped. */
  readonly day?: number;
  /** Minutes after midnight in UTC; NaN in a zone that is not known. */
  readonly minute?: number;
}

/** The moments of a text, each a date, a time of day or both, and the text with their marks. */
function momentsIn(text: string, language: Language) {
  const moments: Moment[] = [];
  const markOf = (moment: Moment) => String.fromCodePoint(0xe000 + moments.push(moment) - 1);
  let rest = text.replace(/(?<=\d)T(?=\d{2}:)/gu, " ");
  const replace = (pattern: RegExp, by: (groups: Groups, whole: string) => string) => {
    rest = rest.replace(pattern, (whole, ...args) => by(args.at(-1), whole));
  };
  for (const pattern of dates)
    replace(pattern, (groups, whole) => {
      const day = dayOf(groups, language);
      return day === undefined ? whole : markOf({ day });
    });
  for (const pattern of [dateThenClock, clockThenDate])
    replace(pattern, (groups, whole) => {
      const index = groups.date!.codePointAt(0)! - 0xe000;
      const minute = minuteOf(groups);
      if (minute === undefined || moments[index]!.minute !== undefined) return whole;
      moments[index] = { ...moments[index], minute };
      return groups.date!;
    });
  for (const pattern of [clockAlone, military])
    replace(pattern, (groups, whole) => {
      const minute = minuteOf(groups);
      return minute === undefined ? whole : markOf({ minute });
    });
  return { moments, rest };
}

/** The UTC midnight of a date; undefined if the calendar has no such day. */
function dayOf(groups: Groups, language: Language): number | undefined {
  let [day, number] = [Number(groups.day), Number(groups.monthNumber)];
  if (groups.month !== undefined)
    number = 1 + months.findIndex((names) => names.includes(groups.month!.toLowerCase()));
  if (groups.first !== undefined) {
    const [first, second] = [Number(groups.first), Number(groups.second)];
    // English has both orders: only a day above 12 tells which one it is.
    if (language === "en" && first <= 12 && second <= 12 && first !== second) return NaN;
    [day, number] = language === "en" && second > 12 ? [second, first] : [first, second];
  }
  const time = new Date(0);
  time.setUTCFullYear(Number(groups.year), number - 1, day);
  return time.getUTCMonth() === number - 1 && time.getUTCDate() === day
    ? time.getTime()
    : undefined;
}

/** Minutes after midnight in UTC, also of a time without a zone; undefined after 23:59. */
function minuteOf({ hour, minute, half, zone = "UTC" }: Groups): number | undefined {
  const isAfternoon = half?.toLowerCase() === "p";
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
  if (hours > 23 || Number(minute) > 59) return undefined;
  const offset = /^(?:UTC|GMT)? ?(?:([+-])(\d{1,2})(?::?(\d{2}))?)?$/iu.exec(zone);
  if (!offset && zone.toUpperCase() !== "Z") return NaN;
  const [, sign, offsetHours = 0, offsetMinutes = 0] = offset ?? [];
  const ahead = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === "-" ? -1 : 1);
  return hours * 60 + Number(minute) - ahead;
}

/** A day and minutes after its midnight, each as of a `Moment`. */
type Stated = readonly [day: number, minute: number];

function statedIn(
  text: string,
  to: "day" | "minute",
  language: Language,
  asked?: string,
): Stated[] {
  const { moments, rest } = momentsIn(text, language);
  if (severalDays.test(rest)) return [[NaN, 0]];
  const ofPeriods = new Set([...rest.matchAll(period)].flatMap(([, from, to]) => [from, to]));
  const named = moments.filter((_, i) => {
    const each = String.fromCodePoint(0xe000 + i);
    const before = rest.slice(0, Math.max(0, rest.indexOf(each)));
    return rest.includes(each) && !ofPeriods.has(each) && !isSetAside(before);
  });
  const dated = named.filter(({ day }) => day !== undefined);
  if (to === "day") return dated.map(({ day, minute = 0 }) => [day!, minute]);
  const full = dated.filter(({ minute }) => minute !== undefined);
  if (full.length > 0) return full.map(({ day, minute }) => [day!, minute!]);
  const days = asked === undefined || dated.length > 0 ? dated : [{ day: Date.parse(asked) }];
  const alone = named.filter((each) => each.day === undefined);
  return days.flatMap(({ day }) => alone.map(({ minute }): Stated => [day!, minute!]));
}

/**
 * The days or minutes that a text names, `2023-08-01` or `2023-08-01T10:25Z`, one of which is an
 * answer and several are not. A time without a date is of the `asked` day. What is in brackets, or
 * in a zone that is not known, counts where nothing else does.
 */
export function timesIn(
  text: string,
  to: "day" | "minute",
  language: Language,
  asked?: string,
): string[] {
  const outside = statedIn(withoutBrackets(text), to, language, asked);
  const isSure = outside.length > 0 && outside.every(([, minute]) => !Number.isNaN(minute));
  const stated = isSure ? outside : statedIn(text, to, language, asked);
  const values = stated
    .filter(([, minute]) => !Number.isNaN(minute))
    .map(([day, minute]) => {
      if (Number.isNaN(day)) return "unclear";
      const iso = new Date(day + minute * 60_000).toISOString();
      return to === "day" ? iso.slice(0, 10) : `${iso.slice(0, 16)}Z`;
    });
  return [...new Set(values)];
}

/** The text without dates, times of day, and ordinals. */
export function withoutTimes(text: string, language: Language): string {
  const { rest } = momentsIn(text, language);
  const marked = rest.replace(new RegExp(mark, "gu"), "~");
  return parts.reduce((left, part) => left.replace(part, "~"), marked);
}
