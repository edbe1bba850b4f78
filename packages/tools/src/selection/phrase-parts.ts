import * as de from "chrono-node/de";
import * as en from "chrono-node/en";
import * as es from "chrono-node/es";
import * as fr from "chrono-node/fr";
import * as it from "chrono-node/it";
import * as pt from "chrono-node/pt";
import type { Temporal } from "temporal-polyfill";
import { readDates } from "./date-words.ts";

export type PartOfDay = "morning" | "afternoon" | "evening" | "night";

/** What a phrase says of a time; what it leaves open is absent. */
export interface PhraseParts {
  readonly year?: number;
  readonly month?: number;
  readonly day?: number;
  /** 0 is Sunday. */
  readonly weekday?: number;
  readonly hour?: number;
  readonly minute?: number;
  readonly part?: PartOfDay;
  /** The last day or instant of a range. */
  readonly end?: PhraseParts;
}

const languages = [en.casual, es.casual, pt.casual, fr.casual, de.casual, it.casual];
type Result = ReturnType<(typeof en.casual)["parse"]>[number];
type Components = Result["start"];

/**
 * Every reading of a date, a weekday, a clock time or a word such as "ayer" in the languages of the
 * library; none where it leaves a word or a number unread. In words, the first language that reads
 * them counts; figures such as 3/4 are read in all.
 */
export function readParts(text: string, today: Temporal.PlainDate): readonly PhraseParts[] {
  const own = readDates(text).filter(
    ({ month, year }) =>
      month !== undefined || year !== undefined || /\dst|\dnd|\drd|\dth/.test(text),
  );
  if (own.length > 0) return own;
  // Noon by the clock of the machine, since the library computes days in its zone.
  const noon = new Date(today.year, today.month - 1, today.day, 12);
  const readings = languages.flatMap((language) => whole(language.parse(text, noon), text) ?? []);
  if (readings.length === 0) return monthParts(text, noon);
  const different = new Map(readings.map((parts) => [JSON.stringify(parts), parts]));
  return /\p{L}/u.test(text) ? [readings[0]!] : [...different.values()];
}

/** Months by themselves, which not every language of the library reads. */
function monthParts(text: string, noon: Date): PhraseParts[] {
  if (/^\d/.test(text)) return [];
  for (const dated of [`1 ${text}`, `1. ${text}`, `1 de ${text}`]) {
    for (const language of languages) {
      const { day, month, ...more } = whole(language.parse(dated, noon), dated) ?? {};
      if (day === 1 && month !== undefined) return [{ month, ...more }];
    }
  }
  return [];
}

function whole(results: readonly Result[], text: string): PhraseParts | undefined {
  const [result] = results;
  if (!result || results.length > 1 || result.text.trim().length !== text.length) return undefined;
  const start = partsOf(result.start, text);
  const end = result.end && partsOf(result.end, text);
  if (!start || end === undefined || !readsNumbers(text, [start, end ?? {}])) return undefined;
  return end ? { ...start, end } : start;
}

function partsOf(components: Components, text: string): PhraseParts | undefined {
  const has = (name: Parameters<Components["isCertain"]>[0]) => components.isCertain(name);
  const tags = components.tags();
  // "Last week" is no day; a zone is an argument of its own; "at 5" may be the afternoon.
  const isRelative = tags.has("result/relativeDate");
  const isHalfDay = has("hour") && !has("meridiem") && !/\d:\d\d|\dh/.test(text);
  const isNoon = !has("hour") && /(?<!\p{L})mitt(?:ag|ernacht)s?(?!\p{L})/iu.test(text);
  if (isRelative || isHalfDay || isNoon || has("timezoneOffset")) return undefined;
  const names = ["year", "month", "day", "weekday", "hour", "minute"] as const;
  const known = names.flatMap((name) => (has(name) ? [[name, components.get(name)!]] : []));
  const parts: PhraseParts = Object.fromEntries(known);
  const part = has("hour") ? undefined : partOfDay(tags, text);
  if (known.length === 0 && !part) return undefined;
  return part ? { ...parts, part } : parts;
}

function partOfDay(tags: ReadonlySet<string>, text: string): PartOfDay | undefined {
  if (/night|noche|noite|nuit|nacht|notte/i.test(text)) return "night";
  return (["morning", "afternoon", "evening"] as const).find((name) =>
    tags.has(`casualReference/${name}`),
  );
}

/** Whether each number of the text is in the parts: the library drops some. */
function readsNumbers(text: string, all: readonly PhraseParts[]): boolean {
  const values = all.flatMap(({ year, month, day, hour, minute }) => [
    ...[year, month, day, hour, minute],
    ...(day === undefined || year === undefined ? [] : [year % 100]),
    ...(hour === undefined ? [] : [hour % 12 || 12]),
  ]);
  return (text.match(/\d+/g) ?? []).every((digits) => values.includes(Number(digits)));
}
