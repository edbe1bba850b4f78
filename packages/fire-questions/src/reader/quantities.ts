import type { Language, Unit } from "../values/question.ts";
import { anyOf } from "./cannot.ts";
import { isSetAside } from "./text.ts";
import { withoutTimes } from "./times.ts";

/** A number of a text, in the unit that is asked for. */
interface Quantity {
  readonly value: number;
  /** Half of its last digit's place: two that agree within it are one number in two units. */
  readonly slack: number;
  /** Whether it stands in the unit that is asked for, and not in another that was converted. */
  readonly isInUnit: boolean;
  /** In brackets: it says the same in another unit, or something else. */
  readonly isInBrackets: boolean;
}

const acreKm2 = 0.0040468564224;
const mileKm = 1.609344;

/** What may follow a number: the unit of questions that it is, and its factor to that unit. */
const units: readonly (readonly [RegExp, Unit | "other", factor: number])[] = [
  [
    /^(?:km ?²|(?:sq\.?|square) ?km|(?:square kilomet|kilomet)(?:er|re)s? persegi|square kilomet(?:er|re)s?|kilómetros? cuadrados?|kilomètres? carrés?|quil[ôó]metros? quadrados?)/iu,
    "km2",
    1,
  ],
  [/^(?:ha|hect(?:are|área|area)s?|hektare?)(?!\p{L})/iu, "km2", 0.01],
  [/^acres?(?!\p{L})/iu, "km2", acreKm2],
  [/^(?:mi ?²|(?:sq\.?|square) ?mi(?:les?)?)(?!\p{L})/iu, "km2", mileKm ** 2],
  [/^m ?²/iu, "km2", 1e-6],
  [/^(?:km|kilomet(?:er|re)s?|kilómetros?|kilomètres?|quil[ôó]metros?)(?![\p{L}/])/iu, "km", 1],
  [/^(?:mi|miles?|millas?|milhas?)(?![\p{L}/])/iu, "km", mileKm],
  [/^(?:m|met(?:er|re)s?|mètres?)(?![\p{L}/])/u, "km", 0.001],
  [/^(?:MW|megawatts?|megavatios?|mégawatts?)(?!\p{L})/iu, "MW", 1],
  [/^(?:GW|gigawatts?)(?!\p{L})/iu, "MW", 1000],
  [/^kW(?!\p{L})/iu, "MW", 0.001],
  [/^(?:days?|días?|jours?|hari|dias?)(?!\p{L})/iu, "day", 1],
  [/^(?:weeks?|semanas?|semaines?|minggu)(?!\p{L})/iu, "day", 7],
  [/^(?:%|per ?cent|por ciento|pour cent|persen|por cento)/iu, "share", 1],
  [
    /^(?:[°ºK](?!\p{L})|(?:km|mi)\/h|mph|hours?|minutes?|seconds?|months?|years?|horas?|minutos?|meses|años?|heures?|mois|ans?|années?|jam|menit|bulan|tahun|anos?|hectopascals?)(?!\p{L})/iu,
    "other",
    1,
  ],
];

const multipliers: Readonly<Record<string, number>> = {
  thousand: 1e3,
  mil: 1e3,
  mille: 1e3,
  ribu: 1e3,
  million: 1e6,
  millions: 1e6,
  millón: 1e6,
  millones: 1e6,
  milhão: 1e6,
  milhões: 1e6,
  juta: 1e6,
};

/** Two to twelve in the order of the languages; ten of Indonesian and longer ones are two words. */
const small: Readonly<Record<Language, string>> = {
  en: "two three four five six seven eight nine ten eleven twelve",
  es: "dos tres cuatro cinco seis siete ocho nueve diez once doce",
  fr: "deux trois quatre cinq six sept huit neuf dix onze douze",
  id: "dua tiga empat lima enam tujuh delapan sembilan sepuluh sebelas",
  pt: "dois|duas três quatro cinco seis sete oito nove dez onze doze",
};
/** By their language: "once" is eleven in Spanish alone, "lima" five in Indonesian. */
function smallNumber(word: string, language: Language): number | undefined {
  const index = small[language].split(" ").findIndex((names) => names.split("|").includes(word));
  return index < 0 ? undefined : index + 2;
}

/** "One" counts only where nothing else can be meant. */
const single =
  /(?<!\p{L})(?:(?:only|exactly|just) one|one single|un solo|una sola|un seul|une seule|hanya satu|apenas uma?|um único|uma única)(?!\p{L})/giu;

/** Larger numbers in words are not read, nor is a digit next to one a number of its own. */
const largeWords =
  /(?<!\p{L})(?:\p{L}+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|dozens?|veint\p{L}+|\p{L}+enta|cien(?:to)?s?|docena|vingt|trente|quarante|cinquante|soixante|cents?|douzaine|belas|puluh|ratus|seratus|vinte|trinta|cem|duzent\p{L}+|dúzia)(?!\p{L})/iu;

const identifiers =
  /(?<![\p{L}\d_/-])(?:\p{L}[\p{L}\d]*(?:[-_/][\p{L}\d]+)*[-_/]?\d[\p{L}\d]*(?:\.\d+)?(?:[-_/][\p{L}\d]+)*|\d+[-_/](?=[\p{L}\d_/-]*\p{L})[\p{L}\d]+(?:[-_/][\p{L}\d]+)*)|(?<=(?:error|status|HTTP|code) )\d{3}(?!\d)/giu;
const degrees = String.raw`-?\d+(?:[.,]\d+)?(?: ?°)?`;
const range = `${degrees}(?: ?(?:and|to|y|a|et|à|dan|hingga|sampai|e|até|–|-) ?${degrees})?`;
const coordinates = new RegExp(
  [
    String.raw`[([]?-?\d{1,3}\.\d+°?,? ?[NS]?, ?-?\d{1,3}\.\d+°? ?[EWO]?[)\]]?`,
    `(?:longitudes?|latitudes?|bujur|lintang)(?: (?:from|between|de|entre|dari|antara))? ${range}`,
    `${range} (?:degrees|grados|degrés|derajat|graus)`,
    String.raw`-?\d+(?:[.,]\d+)? ?°(?: ?[NSEWO](?!\p{L}))?`,
  ].join("|"),
  "giu",
);
const number =
  /(?<![\p{L}\d]|\d[.,])(?<sign>(?<=^|[\s(:=])-)?(?<digits>\d{1,3}(?: \d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*)/gu;
const afterOfYear =
  /(?<!\p{L})(?:in|since|until|year|during|before|after|season|en|em|el|pada|tahun|año|ano|année|depuis|dalam|sejak|for|para|pour|untuk|~,?) *$/iu;
const ofYear = /(?<!\p{L})(?:of|the|de|del|do|dari) *$/iu;
const fires =
  /^ *(?:\p{L}+ ){0,2}(?:hotspots?|detections?|fires?|focos?|incendios?|points?|titik|incêndios?|feux|incendies?|deteksi|perimeters?)/iu;
/** A number that says by how many something is more. */
const more =
  /^ ?(?:(?:more|más|mais|lebih)(?!\p{L})|(?:\p{L}+ ){0,3}(?:de plus|a mais|more than(?! \d)|más que|mais (?:do )?que|lebih banyak)(?!\p{L}))/iu;
const fewer =
  /^ ?(?:\p{L}+ ){0,3}(?:(?:fewer|less)(?! than \d)|menos(?! de)|de moins|lebih sedikit)(?!\p{L})/iu;
/** A part of them, or the share of the day where that of the night is asked for. */
const part =
  /^ ?(?:\p{L}+ )?(?:of which|de (?:los|las) cuales|d[ao]s quais|di antaranya)(?!\p{L})|^ ?%[^.;,()\d]{0,40}(?:day-?time|by day|during the day|diurn|de día|de jour|de dia|siang)/iu;
const change =
  /(?:\+ ?|(?<!\p{L})(?:rose|grew|gr[eo]wn|grow(?:th|s)?|ris(?:e|en)|increased?|gain(?:ed)?|difference|larger|creci(?:ó|miento)|aument(?:ó|ou|o)|diferencia|grandi|hausse|augment(?:é|ation)|croissance|différence|meningkat|bertambah|meluas|kenaikan|selisih(?:nya)?|pertumbuhan(?:nya)?|cresc(?:eu|imento)|diferença)(?::|(?: (?!to |from |dari |menjadi |hingga |até |hasta )\p{L}+){1,3}:?) ?[~≈]? ?)$/iu;
const asksChange = anyOf([
  "how many more|how much larger|by how many|rise|increase|difference|grow|growth|cuántos (?:\\p{L}+ ){0,6}más|creció|combien (?:\\p{L}+ ){0,6}de plus|grandi|lebih banyak|selisihnya|meluas|pertumbuhan|a mais|cresceu",
]);
const unitOfRange =
  /^ ?(?:and|or|to|y|o|a|et|ou|à|dan|atau|hingga|sampai|e|até|–|-) ?\d[\d.,]*(?![\d.,])/iu;

/**
 * The numbers of a text that may answer a question for this unit, those that agree as one;
 * undefined if one of them cannot be read for certain.
 */
export function quantitiesIn(
  text: string,
  unit: Unit,
  language: Language,
  question: string,
): readonly number[] | undefined {
  if (largeWords.test(text) && !/\d/u.test(text)) return undefined;
  const plain = withoutTimes(text, language)
    .replace(/(?<=(?<!\p{L})(?:km|mi|m)) ?[2²](?![.,]?\d)/gu, "²")
    .replace(identifiers, "~")
    .replace(coordinates, "~")
    .replace(single, "1");
  const digits = withWordsAsDigits(plain, language);
  const quantities: Quantity[] = [];
  const changes: Quantity[] = [];
  for (const found of digits.matchAll(number)) {
    const [before, after] = [
      digits.slice(0, found.index),
      digits.slice(found.index + found[0].length),
    ];
    if (isYear(found[0], before, after) || isSetAside(before)) continue;
    if (fewer.test(after) || part.test(after)) continue;
    const read = toQuantity(found.groups!, after.replace(unitOfRange, ""), { unit, language });
    if (read === undefined) continue;
    // "37+" is a minimum.
    if (read === "unclear" || /^\+(?! ?\d)/u.test(after)) return undefined;
    const quantity = { ...read, isInBrackets: /\([^()]*$/u.test(before) };
    const isMore = more.test(after);
    if (isMore || change.test(before)) changes.push(quantity);
    if (!isMore) quantities.push(quantity);
  }
  if (changes.length > 0 && asksChange.test(question)) return distinct(changes);
  if (quantities.length > 0) return distinct(quantities);
  return unit === "count" ? [] : lone(digits, unit, language);
}

function withWordsAsDigits(text: string, language: Language): string {
  if (largeWords.test(text)) return text;
  return text.replace(/(?<![\p{L}-])\p{L}+(?![\p{L}-])/gu, (word) => {
    const lower = word.toLowerCase();
    return String(smallNumber(lower, language) ?? smallNumber(lower, "en") ?? word);
  });
}

function isYear(digits: string, before: string, after: string): boolean {
  if (!/^(?:19|20)\d\d$/u.test(digits)) return false;
  return afterOfYear.test(before) || (ofYear.test(before) && !fires.test(after));
}

function toQuantity(
  { sign, digits }: Readonly<Record<string, string | undefined>>,
  after: string,
  asked: { readonly unit: Unit; readonly language: Language },
): Omit<Quantity, "isInBrackets"> | "unclear" | undefined {
  const multiplied = /^ ?(\p{L}+)(?!\p{L})/u.exec(after);
  const multiplier = multipliers[multiplied?.[1]?.toLowerCase() ?? ""];
  const rest = (multiplier ? after.slice(multiplied![0].length) : after).replace(
    /^[ -]*(?:d[e'] ?)?/u,
    "",
  );
  const [, unit, factor] = units.find(([pattern]) => pattern.test(rest)) ?? [null, "count", 1];
  if (unit !== asked.unit) return undefined;
  const parsed = parseNumber(digits!, unit === "count" && !multiplier, asked.language);
  if (parsed === undefined) return "unclear";
  const scale = (multiplier ?? 1) * factor * (sign ? -1 : 1);
  return {
    value: parsed.value * scale,
    slack: (0.5 / 10 ** parsed.decimals) * Math.abs(scale),
    isInUnit: factor === 1,
  };
}

/** A number in the format of a language; undefined if it could be two numbers. */
function parseNumber(text: string, isCount: boolean, language: Language) {
  const digits = text.replace(/ /gu, "");
  const marks = digits.match(/[.,]/gu) ?? [];
  const last = marks.at(-1);
  if (last === undefined) return { value: Number(digits), decimals: 0 };
  const groups = digits.split(/[.,]/u);
  const areThousands = groups.slice(1).every((group) => group.length === 3);
  const isOne = marks.length === 1;
  const hasTwoKinds = new Set(marks).size === 2;
  const canBeThousands = areThousands && /^[1-9]\d{0,2}$/u.test(groups[0]!);
  if (!hasTwoKinds && canBeThousands) {
    const thousands = isCount || !isOne ? last : thousandsMark[language];
    if (isOne && !isCount && unclearMark[language] === last) return undefined;
    if (thousands === last) return { value: Number(groups.join("")), decimals: 0 };
  }
  // Only the last mark can be that of decimals.
  if (marks.slice(0, -1).includes(last)) return undefined;
  const decimals = groups.at(-1)!;
  return {
    value: Number(`${groups.slice(0, -1).join("")}.${decimals}`),
    decimals: decimals.length,
  };
}

const thousandsMark: Readonly<Record<Language, string>> = {
  en: ",",
  es: ".",
  fr: " ",
  id: ".",
  pt: ".",
};

/** A mark before three digits that has both meanings: Mexico writes 1,234, French takes spaces. */
const unclearMark: Readonly<Partial<Record<Language, string>>> = { es: ",", fr: "." };

/** Those that differ, as one where they agree; what is in brackets only where nothing else is. */
function distinct(quantities: readonly Quantity[]): number[] {
  const outside = quantities.filter(({ isInBrackets }) => !isInBrackets);
  const stated = outside.length > 0 ? outside : quantities;
  const kept: Quantity[] = [];
  for (const each of stated) if (!kept.some((other) => areOne(each, other))) kept.push(each);
  // The same in the unit that is asked for is more exact than its conversion.
  return kept.map(
    (each) => (quantities.find((other) => other.isInUnit && areOne(each, other)) ?? each).value,
  );
}

function areOne(one: Quantity, other: Quantity): boolean {
  const slack = one.isInUnit === other.isInUnit ? 0 : one.slack + other.slack;
  return Math.abs(one.value - other.value) <= slack + 1e-9 * Math.abs(other.value);
}

/** A reply that is nothing but a number leaves out the unit that the question names. */
function lone(text: string, unit: Unit, language: Language): readonly number[] | undefined {
  const only = /^[\s=≈~]*(?<digits>-?[\d.,\s]*\d)[\s.]*$/u.exec(text)?.groups?.digits;
  if (only === undefined) return [];
  const parsed = parseNumber(only.trim(), false, language);
  // 0.345 may be a share of 1.
  return parsed && (unit === "share" && parsed.value <= 1 ? undefined : [parsed.value]);
}
