import type { Point } from "../data/load-data.ts";
import type { Language, Wording } from "../values/question.ts";
import type { Random } from "./random.ts";

/** What stands for a `{name}` in a text: the same in all languages, or by language. */
export type Slot = string | number | ((language: Language) => string);

/**
 * The texts of a question by language, with `{name}` for its slots: several in English, one in
 * each other language.
 */
export type Words = Readonly<Record<Language, readonly string[]>>;

const others: readonly Language[] = ["es", "fr", "id", "pt"];

/** Which text of which language: two different ones in English, one in another language. */
export function drawLanguages(random: Random): readonly Language[] {
  return ["en", "en", random.pick(others)];
}

/** A text for each language, no text twice. */
export function toWordings(
  words: Words,
  slots: Readonly<Record<string, Slot>>,
  languages: readonly Language[],
  random: Random,
): readonly Wording[] {
  const left = new Map(
    languages.map((language) => [language, random.some(words[language], words[language].length)]),
  );
  return languages.map((language) => {
    const [text, ...rest] = left.get(language)!;
    left.set(language, rest);
    return { language, text: fill(text!, slots, language) };
  });
}

function fill(text: string, slots: Readonly<Record<string, Slot>>, language: Language): string {
  const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const slot = slots[name];
    if (slot === undefined) throw new Error(`no value for {${name}} in: ${text}`);
    return typeof slot === "function" ? slot(language) : String(slot);
  });
  const sentence = filled.charAt(0).toUpperCase() + filled.slice(1);
  return language === "fr" ? sentence.replace(/\bde (?=[AEIOUÀÂÉÈÊÎÔÛ])/g, "d'") : sentence;
}

const months: Readonly<Record<Language, string>> = {
  en: "January February March April May June July August September October November December",
  es: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
  fr: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
  id: "Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember",
  pt: "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
};
const of: Readonly<Record<Language, string>> = {
  en: " ",
  es: " de ",
  fr: " ",
  id: " ",
  pt: " de ",
};

/** `2023-08-01` as people write it: 1 August 2023. */
export function dayText(day: string): Slot {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  return (language) => {
    const first = language === "fr" && date === 1 ? "1er" : String(date);
    const name = months[language].split(" ")[month - 1]!;
    return [first, name, year].join(of[language]);
  };
}

/** `2023-08` as people write it: August 2023. */
export function monthText(month: string): Slot {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return (language) => [months[language].split(" ")[number - 1]!, year].join(of[language]);
}

/** Latitude first, as people write it, to some 100 m: (-15.774, 128.739). */
export function positionText({ lon, lat }: Point): string {
  return `(${lat.toFixed(3)}, ${lon.toFixed(3)})`;
}

/** A point at the digits that the question shows. */
export function shownPoint({ lon, lat }: Point): Point {
  return { lon: Number(lon.toFixed(3)), lat: Number(lat.toFixed(3)) };
}
