import { fold } from "@emberline/areas/fold";
import { type BooleanExpression, build, type PatternExpression } from "@emberline/cql2";
import { isState, stateKey } from "../values/own-property.ts";
import type { CollectionInfo } from "./collection-info.ts";

/** Words that people add to a fire's name or omit from it. */
const filler = new Set(["the", "fire", "fires", "wildfire", "wildfires", "incident", "synthetic"]);

/** The form in which names of fires are compared: lower case, without diacritics or "fire". */
export function nameKey(text: string): string {
  return wordsOf(text).join(" ");
}

function wordsOf(text: string): string[] {
  const words = fold(text.replace(/\s+/g, " ")).split(" ");
  const telling = words.filter((word) => !filler.has(word));
  return telling.length > 0 ? telling : words;
}

/** One interpretation of the request: a name, and what distinguishes fires of that name. */
export interface NameReading {
  readonly key: string;
  readonly year: number | null;
  /** By `stateKey`. */
  readonly state: string | null;
}

const wordList = (text: string) => new Set(text.split(" "));

/** "Fire" in other languages, folded; "brand" and the like are names in English. */
const fireWords = wordList(
  "incendio incendios incendi incendie incendies lincendie lincendio waldbrand feuer feu feux fuego fogo",
);
/** What stands between these and a name: "l'incendie de forêt de Durkee". */
const links = wordList(
  "el la le les il lo l o das der de del della di do da du d von forestal florestal boschivo foret",
);

/**
 * The ways to read a text, the literal one first: "Palisades 2025" and "Canyon, Oregon" may be
 * names themselves, or a name with a year or a state; "incendio Durkee" is Durkee last.
 */
export function readingsOf(text: string): NameReading[] {
  const whole: Split = { words: wordsOf(text), year: null, state: null };
  const apart = /[,(]([^,()]+)\)?\s*$/.exec(text)?.[1];
  const placed = (split: Split | null) => split && withoutState(split, apart);
  const all = [whole, withoutFireWords(whole)].flatMap((named) => [
    named,
    withoutYear(named),
    placed(named),
    withoutYear(placed(named)) ?? placed(withoutYear(named)),
  ]);
  return all.flatMap((split) =>
    split ? [{ key: split.words.join(" "), year: split.year, state: split.state }] : [],
  );
}

function withoutFireWords(split: Split): Split | null {
  const words = split.words.filter((word) => !fireWords.has(word));
  if (words.length === split.words.length) return null;
  const start = words.findIndex((word) => !links.has(word));
  return start === -1 ? null : { ...split, words: words.slice(start) };
}

interface Split {
  readonly words: readonly string[];
  readonly year: number | null;
  readonly state: string | null;
}

const yearForm = /^(?:19|20)\d\d$/;

function withoutYear(split: Split | null): Split | null {
  if (!split || split.words.length < 2) return null;
  const { words } = split;
  if (yearForm.test(words.at(-1)!))
    return { ...split, words: withoutLink(words.slice(0, -1)), year: Number(words.at(-1)) };
  if (yearForm.test(words[0]!)) return { ...split, words: words.slice(1), year: Number(words[0]) };
  return null;
}

/** The most words in a state's name with its country. */
const maxStateWords = 4;

/** @param apart the text after the last comma or in parentheses, which may be an unlisted state */
function withoutState(split: Split, apart: string | undefined): Split | null {
  const { words } = split;
  for (let count = Math.min(maxStateWords, words.length - 1); count > 0; count--) {
    const last = words.slice(-count).join(" ");
    if (!isState(last) && (apart === undefined || nameKey(apart) !== last)) continue;
    return { ...split, words: withoutLink(words.slice(0, -count)), state: stateKey(last) };
  }
  return null;
}

/** "Park in California": the word between belongs to neither. */
function withoutLink(words: readonly string[]): readonly string[] {
  return words.length > 1 && /^(?:in|of|from)$/.test(words.at(-1)!) ? words.slice(0, -1) : words;
}

/** Whether a name contains the words in a row: then it may be another fire's. */
export function isPartOf(key: string, asked: string): boolean {
  return ` ${key} `.includes(` ${asked} `);
}

/** Words of agencies beside a name: numbers, codes ("0404 RV LONE ROCK"), "complex". */
const code = /\d|^(?:[ivx]+|complex|(?!rx|rd|mt|st|ft|cr)\p{L}{1,2})$/u;

/** How well a name fits: 2 equal, 1 with nothing else but codes, 0 not. */
export function fitOf(key: string, asked: string): 0 | 1 | 2 {
  if (key === asked) return 2;
  if (!isPartOf(key, asked)) return 0;
  const others = ` ${key} `.replace(` ${asked} `, " ").trim().split(" ");
  return others.every((word) => code.test(word)) ? 1 : 0;
}

/** How a service compares names: ACCENTI is a conformance class of its own (OGC 21-065r2, 7.3). */
export type Folding = "accenti" | "casei";

/**
 * The filter for names that contain the words in their order; null if no property can be queried.
 */
export function nameFilter(
  key: string,
  info: CollectionInfo,
  folding: Folding,
): BooleanExpression | null {
  const words = key.split(" ").filter((word) => !shortened.has(word));
  if (words.length === 0) return null;
  const pattern = `%${words.map(build.escapeLike).join("%")}%`;
  return likeAny(folding === "casei" ? accentProof(pattern) : [pattern], info, folding);
}

const vowels = /[aeiouyà-åè-ïò-öù-ýÿ]/g;
/** Names with diacritics on several consonants are practically unknown. */
const otherMarked = /[cnszçñ]/g;

/**
 * Patterns for a service that cannot ignore accents: they match any diacritics on vowels and one on
 * a consonant. They match more than the name, so matches are checked here.
 */
function accentProof(pattern: string): string[] {
  const open = pattern.replace(vowels, "_");
  if (!/[\p{L}\p{N}]/u.test(open)) return [pattern];
  const opener = [...open.matchAll(otherMarked)].map(
    ({ index }) => `${open.slice(0, index)}_${open.slice(index + 1)}`,
  );
  return [open, ...opener.filter((each) => /[\p{L}\p{N}]/u.test(each))];
}

/** Names contain them in full or abbreviated; keys only abbreviated. */
const shortened = new Set(["st", "mt", "ft"]);

/** Longer names are searched only by their parts. */
const maxWholeLength = 10;
const partLength = 3;

/**
 * The filter for names that a misspelt one may mean: a short name with one edit (a letter added,
 * dropped, replaced, or two swapped), and names with the beginning or end of a word.
 */
export function similarFilter(
  key: string,
  info: CollectionInfo,
  folding: Folding,
): BooleanExpression | null {
  const letters = [...key];
  const edited =
    letters.length < partLength || letters.length > maxWholeLength
      ? []
      : letters
          .slice(1)
          .map((_, i) => `${like(letters.slice(0, i))}%${like(letters.slice(i + 2))}`);
  const words = [...new Set(key.split(" "))].filter((word) => [...word].length > partLength);
  const longest = words.sort((a, b) => b.length - a.length).slice(0, 2);
  const parts = longest.flatMap((word) => [
    `%${like([...word].slice(0, partLength))}%`,
    `%${like([...word].slice(-partLength))}%`,
  ]);
  const patterns = [...edited, ...parts].filter((each) => /[^%]/.test(each));
  return patterns.length === 0 ? null : likeAny([...new Set(patterns)], info, folding);
}

/** Letters for a pattern; a space matches any character. */
function like(letters: readonly string[]): string {
  return letters.map((each) => (each === " " ? "%" : build.escapeLike(each))).join("");
}

function likeAny(
  patterns: readonly string[],
  info: CollectionInfo,
  folding: Folding,
): BooleanExpression | null {
  const names = (info.roles.fire_name ?? []).filter((name) => isText(name, info));
  return anyOf(
    names.flatMap((name) =>
      patterns.map((pattern) => {
        const lower = build.casei(build.property(name));
        const lowerPattern: PatternExpression = { op: "casei", args: [pattern] };
        return folding === "casei"
          ? build.like(lower, lowerPattern)
          : build.like(build.accenti(lower), { op: "accenti", args: [lowerPattern] });
      }),
    ),
  );
}

/** True if any of the filters is; null without any. */
export function anyOf(filters: readonly BooleanExpression[]): BooleanExpression | null {
  const [first, ...others] = filters;
  if (first === undefined) return null;
  return others.length === 0 ? first : { op: "or", args: [...filters] };
}

/** The filter for fires with one of these ids; null if no property can hold one. */
export function idFilter(
  ids: readonly (string | number)[],
  info: CollectionInfo,
): BooleanExpression | null {
  const any = (info.roles.fire ?? []).flatMap((property) => {
    const numbers = hasType(property, /^(?:number|integer)$/, info)
      ? ids.filter((id) => id !== "" && Number.isFinite(Number(id))).map(Number)
      : [];
    const texts = isText(property, info) ? ids.map(String) : [];
    // A property of both types is queried once for each.
    return [info.queryables ? numbers : [], info.queryables ? texts : ids]
      .filter((values) => values.length > 0)
      .map((values) => build.in(build.property(property), values));
  });
  return anyOf(any);
}

/** How collections may write an id: IRWIN's in capitals or not, with braces or without. */
export function spellingsOf(id: string): string[] {
  const bare = id.replace(/^\{(.+)\}$/, "$1");
  const cases = [bare, bare.toUpperCase(), bare.toLowerCase()];
  return [...new Set([id, ...cases, ...cases.map((each) => `{${each}}`)])];
}

function isText(property: string, info: CollectionInfo): boolean {
  return info.queryables === null || hasType(property, /^(?:string|uri)$/, info);
}

function hasType(property: string, form: RegExp, { queryables }: CollectionInfo): boolean {
  return queryables?.some(({ id, type }) => id === property && form.test(type)) ?? false;
}
