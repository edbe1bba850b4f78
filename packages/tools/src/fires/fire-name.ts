import { fold } from "@emberline/areas/fold";
import { isState, stateKey } from "../values/states.ts";

/** Words that people add to a fire's name or omit from it. */
const filler = new Set(["the", "fire", "fires", "wildfire", "wildfires", "incident"]);

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

/**
 * The ways to read a text, the literal one first: "Palisades 2025" and "Canyon, Oregon" may be
 * names themselves, or a name with a year or a state.
 */
export function readingsOf(text: string): NameReading[] {
  const whole: Split = { words: wordsOf(text), year: null, state: null };
  const apart = /[,(]([^,()]+)\)?\s*$/.exec(text)?.[1];
  const placed = (split: Split | null) => split && withoutState(split, apart);
  const all = [
    whole,
    withoutYear(whole),
    placed(whole),
    withoutYear(placed(whole)) ?? placed(withoutYear(whole)),
  ];
  return all.flatMap((split) =>
    split ? [{ key: split.words.join(" "), year: split.year, state: split.state }] : [],
  );
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

/** How well a name fits: 2 equal, 1 contains the words in a row, 0 not at all. */
export function fitOf(key: string, asked: string): 0 | 1 | 2 {
  if (key === asked) return 2;
  return ` ${key} `.includes(` ${asked} `) ? 1 : 0;
}
