import { type Unit, unitAfter } from "./units.ts";

/** A number, date or time of day that a text states; or a call that it cites. */
export type Figure = { readonly start: number; readonly end: number } & (
  | NumberFigure
  /** Days as 2026-07-20, 07-20, months as 2026-07 or years; a time of day in UTC besides. */
  | { readonly kind: "time"; readonly days: readonly string[]; readonly clock: string | null }
  | { readonly kind: "citation"; readonly number: number }
);

export interface NumberFigure {
  readonly kind: "number";
  /** Several where separators can be read in two ways: "1.170". */
  readonly values: readonly Written[];
  /** The unit that follows; null for a bare number. */
  readonly unit: Unit | null;
  /** Whether it says to be rounded: "about 1,200", "1.2k". */
  readonly isRough: boolean;
}

interface Written {
  readonly value: number;
  /** Half of what the last written digit counts. */
  readonly half: number;
  /** The same, with closing zeros taken for rounding. */
  readonly roughHalf: number;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** What stands around a text, for texts that are drawn in parts. */
export interface Around {
  readonly before: string;
  readonly after: string;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const ones = "two|three|four|five|six|seven|eight|nine".split("|");
const teens =
  "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen".split("|");
const tens = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety".split("|");
const scales: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
  hundred: 100,
  dozen: 12,
};
const zones: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  Z: 0,
  AKDT: -8,
  AKST: -9,
  HST: -10,
  PDT: -7,
  PST: -8,
  MDT: -6,
  MST: -7,
  CDT: -5,
  CST: -6,
  EDT: -4,
  EST: -5,
  BST: 1,
  CET: 1,
  CEST: 2,
  AEST: 10,
  AEDT: 11,
};

/** Repetitions are bounded, so that hostile texts take no longer than others. */
const month = `(?:${months.flatMap((each) => [capital(each), each.toUpperCase()]).join("|")})[a-z]{0,6}\\.?`;
const day = "\\d{1,2}(?:st|nd|rd|th)?";
const zone = `(?:\\s?(?<zone>${Object.keys(zones).join("|")})\\b)?`;
const words = [...ones, ...teens].flatMap((each) => [each, capital(each)]).join("|");
const roundWords = tens.flatMap((each) => [each, capital(each)]).join("|");
/** Words whose number only names them. */
const named =
  "Route|Rte\\.?|Highway|Hwy\\.?|Interstate|US|SR|Road|Sentinel|Landsat|NOAA|GOES|MODIS|Himawari|Table|Step|Figure|Version|RFC|[Zz]ip(?: code)?|ZIP(?: code)?|No\\.|[Oo]ption|[Ee]xample|\\p{Lu}[\\p{L}']{1,20} (?:Fire|Complex|Incident)";

/** Names and dates stand before numbers, so that their parts do not count as numbers. */
const patterns = new RegExp(
  [
    "(?<name>https?://\\S{1,500}|(?<![\\d-])\\d{3}-\\d{3}-\\d{4}(?!\\d)|(?<=, )[A-Z]{2} \\d{5}(?:-\\d{4})?\\b|\\bI-\\d{1,3}\\b|#\\d{1,9}\\b|\\b[Cc]alls? \\d{1,3}(?:(?:, | and |–)\\d{1,3}\\b){0,9}",
    `(?<![\\p{L}\\d])(?:${named})[ -]?\\d{1,5}(?![\\p{L}\\d]|[.,]\\d))`,
    "\\[(?<cited>\\d{1,3})\\]",
    "(?<iso>\\d{4}-\\d{2}-\\d{2})(?:[T ](?<isoTime>\\d{2}:\\d{2})(?::\\d{2}(?:\\.\\d{1,9})?)?Z?)?",
    "(?<isoMonth>\\b(?:19|20)\\d\\d-(?:0[1-9]|1[0-2])\\b)(?!-)",
    `(?:(?<from>(?<![\\d.,])${day})\\s?(?:[–—-]|to|and)\\s?)?(?<![\\d.,])(?<day>${day})\\s{1,2}(?:of )?(?<month>${month})(?!\\p{L})(?:,?\\s{1,2}(?<year>\\d{4}))?`,
    `(?<!\\p{L})(?<month2>${month})\\s{1,2}(?<day2>${day})(?!\\d)(?:\\s?(?:[–—-]|to|and)\\s?(?<to2>${day})(?![\\d\\p{L}]))?(?:,?\\s{1,2}(?<year2>\\d{4}))?`,
    `(?<!\\p{L})(?<month3>${month})\\s{1,2}(?<year3>(?:19|20)\\d\\d)\\b`,
    "(?<slashed>\\b\\d{1,2}/\\d{1,2}/(?:19|20)\\d\\d\\b)",
    `(?<clock>(?<![\\d:])\\d{1,2}:\\d{2})(?::\\d{2})?(?:\\s?(?<half>[apAP])\\.?[mM]\\b\\.?)?${zone}`,
    `(?<hour>(?<![\\d.,])\\d{1,2})\\s?(?<half2>[apAP])\\.?[mM]\\b\\.?${zone.replace("<zone>", "<zone2>")}`,
    "(?<rank>(?<![\\w.,])\\d{1,5}(?:st|nd|rd|th)\\b)",
    "(?<number>(?<![\\w.])[-−]?(?:\\d{1,3}(?:[,.\\u00a0\\u202f' ]\\d{3}){1,4}(?!\\d)|\\d{1,15})(?:[.,]\\d{1,15})?)(?!(?!(?:km|mi|m)2)\\w{0,15}\\d|[.,]\\d)(?:\\s?(?<scale>k|M|bn|thousand|million|billion|hundred|dozen)\\b)?",
    `(?<word>\\b(?:a(?= dozen)|${words}|(?:${roundWords})(?:-(?:one|${ones.join("|")}))?)\\b)(?:\\s(?<wordScale>hundred|thousand|million|dozen)\\b)?`,
  ].join("|"),
  "gu",
);

const hedge =
  /(?:\b(?:about|around|roughly|approximately|approx\.?|circa|nearly|almost|over|more than|less than|fewer than|under|some|at least|at most|up to)|[~≈<>≥≤])\s*$/i;
/** The number at the start of a line of a list. */
const listed = /^\s*\(?\d{1,2}[.)](?=\s)/;
const nextOfRange =
  /^\s?(?:[–—-]|to|and)\s?[-−]?\d{1,15}(?:[,\u00a0\u202f]\d{3}){0,4}(?:\.\d{1,15})?/;

/** The figures of a text, in its order; ranks, numbers of lists and of names are none. */
export function figuresOf(text: string, { before, after }: Around): Figure[] {
  const figures: Figure[] = [];
  const from = before === "" ? (listed.exec(text)?.[0].length ?? 0) : 0;
  for (const match of text.matchAll(patterns)) {
    const { index: start, groups = {} } = match;
    const end = start + match[0].length;
    if (start < from || groups.rank !== undefined) continue;
    const rest = text.slice(end) + after;
    // "Park Fire 2" is a name, but not in "Park Fire 2 detections".
    const inName = unitAfter(rest) && / (?<number>\d+)$/.exec(groups.name ?? "")?.groups;
    if (groups.name !== undefined && !inName) continue;
    const place = { start: inName ? end - inName.number!.length : start, end };
    if (groups.cited !== undefined) {
      figures.push({ ...place, kind: "citation", number: Number(groups.cited) });
      continue;
    }
    const isYear = /^(?:19|20)\d\d$/.test(match[0]) && !unitAfter(rest);
    const time = isYear ? { days: [match[0]], clock: null } : timeOf(groups);
    if (time) figures.push({ ...place, kind: "time", ...time });
    else {
      const around = { before: before + text.slice(0, start), after: rest };
      const number = numberOf(inName ?? groups, around);
      if (number) figures.push({ ...place, ...number });
    }
  }
  return figures;
}

type Groups = Readonly<Record<string, string | undefined>>;

function timeOf(groups: Groups) {
  const { iso, isoTime, isoMonth, slashed } = groups;
  if (iso !== undefined) return { days: [iso], clock: isoTime ?? null };
  if (isoMonth !== undefined) return { days: [isoMonth], clock: null };
  if (slashed !== undefined) {
    const [month, day, year] = slashed.split("/").map((each) => each.padStart(2, "0"));
    return { days: [`${year}-${month}-${day}`], clock: null };
  }
  const name = groups.month ?? groups.month2 ?? groups.month3;
  if (name !== undefined) {
    const number = pad(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);
    const year = groups.year ?? groups.year2 ?? groups.year3;
    const inYear = year === undefined ? number : `${year}-${number}`;
    if (groups.month3 !== undefined) return { days: [inYear], clock: null };
    const days = [groups.from, groups.day, groups.day2, groups.to2].filter(
      (each) => each !== undefined,
    );
    return {
      days: days.map((each) => `${inYear}-${pad(Number(each.replace(/\D/g, "")))}`),
      clock: null,
    };
  }
  const [hours, minutes = "00"] = (groups.clock ?? groups.hour ?? "").split(":");
  if (hours === "" || hours === undefined) return null;
  const half = (groups.half ?? groups.half2)?.toLowerCase();
  const away = zones[(groups.zone ?? groups.zone2 ?? "UTC").toUpperCase()] ?? 0;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === "p" ? 12 : 0);
  return { days: [], clock: `${pad((hour - away + 24) % 24)}:${minutes}` };
}

const pad = (value: number) => String(value).padStart(2, "0");

function numberOf(groups: Groups, { before, after }: Around): NumberFigure | null {
  const scale = scales[(groups.scale ?? groups.wordScale ?? "").toLowerCase()] ?? 1;
  const isRough = scale > 1 || hedge.test(before.slice(-30)) || after.startsWith("+");
  const range = nextOfRange.exec(after.slice(0, 60));
  const unit = unitAfter(after) ?? (range ? unitAfter(after.slice(range[0].length)) : null);
  const { number, word } = groups;
  if (word !== undefined) {
    // Without what is counted, "the two" is a word and no number.
    if (unit === null && scale === 1) return null;
    const value = wordValue(word.toLowerCase()) * scale;
    return {
      kind: "number",
      values: [{ value, half: scale / 2, roughHalf: scale / 2 }],
      unit,
      isRough,
    };
  }
  if (number === undefined) return null;
  return { kind: "number", values: readings(number, scale), unit, isRough };
}

function wordValue(word: string): number {
  if (word.startsWith("a")) return 1;
  const [first = "", second] = word.split("-");
  if (ones.includes(first)) return ones.indexOf(first) + 2;
  if (teens.includes(first)) return teens.indexOf(first) + 10;
  const unit = second === undefined ? 0 : second === "one" ? 1 : ones.indexOf(second) + 2;
  return 10 * (tens.indexOf(first) + 2) + unit;
}

function readings(text: string, scale: number): Written[] {
  const plain = text.replace("−", "-").replace(/[\u00a0\u202f' ]/g, "");
  const english = plain.replace(/,(?=\d{3}(?!\d))/g, "");
  const others = plain.replace(/\.(?=\d{3}(?!\d))/g, "").replace(",", ".");
  const isGrouped = /^-?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(plain) || /,\d+$/.test(english);
  return [...new Set([english, ...(isGrouped ? [others] : [])])]
    .filter((each) => /^-?\d+(?:\.\d+)?$/.test(each))
    .map((each) => {
      const decimals = /\.(\d+)$/.exec(each)?.[1]?.length ?? 0;
      const zeros = decimals > 0 ? 0 : (/[1-9](0+)$/.exec(each)?.[1]?.length ?? 0);
      const half = (0.5 * scale) / 10 ** decimals;
      return { value: Number(each) * scale, half, roughHalf: half * 10 ** zeros };
    });
}
