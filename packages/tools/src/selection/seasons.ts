import { Temporal } from "temporal-polyfill";
import type { Hemisphere } from "./hemisphere.ts";

const firstMonths = { spring: 3, summer: 6, autumn: 9, fall: 9, winter: 12 } as const;

const season =
  /^(?:(this|last) )?(spring|summer|autumn|fall|winter)(?:,?(?: of| de| del| do| des?)? (\d{4})(?:[-/](\d{2}|\d{4}))?)?$/;
const fireSeason =
  /^(?:the )?(?:(?:this|last) )?(?:wild)?fire season(?:,?(?: of| de| del| do| des?)? (\d{4}))?$/;

/** Whether words, with their frame in English, name a season. */
export function namesSeason(words: string): boolean {
  return /\b(?:spring|summer|autumn|fall|winter)\b/i.test(words);
}

/** The year of "the fire season of 2023", which has no dates; undefined for other text. */
export function fireSeasonYear(text: string, today: Temporal.PlainDate): number | undefined {
  const found = fireSeason.exec(text);
  return found ? Number(found[1] ?? today.year) : undefined;
}

/**
 * The first days of a season, by hemisphere; none for other text. Three whole months, as in
 * meteorology: those that begin in the year, else the newest that have begun, or ended ("last").
 *
 * @param hemisphere without one, both readings
 */
export function seasonStarts(
  text: string,
  today: Temporal.PlainDate,
  hemisphere: Hemisphere | undefined,
): Temporal.PlainDate[] {
  const [, which, name, year, next] = season.exec(text) ?? [];
  if (name === undefined) return [];
  const northern = firstMonths[name as keyof typeof firstMonths];
  const months = { northern, southern: ((northern + 5) % 12) + 1 };
  const meant = hemisphere ? [months[hemisphere]] : [months.northern, months.southern];
  return meant.flatMap((month): Temporal.PlainDate[] => {
    if (year === undefined) return [newest(month, today, which === "last")];
    // Only the one from December to February lies in two years.
    const isOfBoth = next === undefined || (month === 12 && isNext(Number(year), next));
    return isOfBoth ? [new Temporal.PlainDate(Number(year), month, 1)] : [];
  });
}

function isNext(year: number, next: string): boolean {
  return String(year + 1).endsWith(next);
}

function newest(month: number, today: Temporal.PlainDate, hasEnded: boolean) {
  const first = new Temporal.PlainDate(today.year, month, 1);
  const decisive = hasEnded ? first.add({ months: 3 }) : first;
  const years = Temporal.PlainDate.compare(decisive, today) <= 0 ? 0 : 1;
  const found = first.subtract({ years });
  // In January the winter of the year before has not ended.
  const isOver = Temporal.PlainDate.compare(found.add({ months: 3 }), today) <= 0;
  return hasEnded && !isOver ? found.subtract({ years: 1 }) : found;
}
