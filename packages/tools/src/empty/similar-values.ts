import { nearest } from "@emberline/cql2/nearest";
import type { Replacement } from "../selection/filter-values.ts";
import { stateKey } from "../values/states.ts";

/** Of more values than this none is an abbreviation: they are names. */
const maxCodes = 50;

/**
 * The values of the data that another one most likely means: in another case or spelling
 * ("us-ca"), a state's name or the end of its code ("CA"), abbreviations ("high", "NOAA20"), a
 * part of a name, a misspelling; null if none is near.
 */
export function similarValues(
  value: string | number,
  texts: readonly string[],
  codes: readonly number[],
): Replacement | null {
  if (typeof value === "number") {
    const text = texts.find((each) => each === String(value));
    return text === undefined ? null : [text];
  }
  const asked = folded(value);
  if (asked === "") return null;
  const number = codes.find((each) => String(each) === value.trim());
  if (number !== undefined) return [number];
  const same = [
    (text: string) => folded(text) === asked,
    (text: string) => !/\s/.test(text) && lastPartOf(text) === value.trim().toLowerCase(),
    (text: string) => stateKey(text) === stateKey(value),
  ]
    .map((rule) => texts.filter(rule))
    .find((each) => each.length > 0);
  const areCodes = texts.length <= maxCodes;
  const short = areCodes ? texts.filter((each) => isAbbreviation(folded(each), asked)) : [];
  const long = areCodes ? texts.filter((each) => isAbbreviation(asked, folded(each))) : [];
  const found = [...new Set([...(same ?? []), ...(short.length > 0 ? short : long)])];
  if (found.length > 0) return found;
  const isPart = asked.length > 2 && texts.some((each) => hasWords(each, value));
  if (isPart) return { part: value.trim() };
  return nearest(value, texts, 1).length > 0 ? nearest(value, texts, 1) : null;
}

function folded(text: string): string {
  return text
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

function lastPartOf(text: string): string | undefined {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .at(-1);
}

function hasWords(text: string, words: string): boolean {
  return ` ${text.toLowerCase()} `.includes(` ${words.trim().toLowerCase()} `);
}

/** "h" of "high", "n20" of "noaa20": the first letters, and all digits. */
function isAbbreviation(short: string, long: string): boolean {
  const [, letters, digits] = /^(\p{L}{1,3})(\d*)$/u.exec(short) ?? [];
  const [, longLetters, longDigits] = /^(\p{L}+)(\d*)$/u.exec(long) ?? [];
  if (letters === undefined || longLetters === undefined || short === long) return false;
  return digits === longDigits && longLetters.startsWith(letters);
}
