import { isSetAside, withoutBrackets } from "./text.ts";

/** The known names in a text; what is in brackets counts where nothing else does. */
export function namesIn(text: string, names: readonly string[]): readonly string[] {
  const outside = namesOf(withoutBrackets(text), names);
  return outside.length > 0 ? outside : namesOf(text, names);
}

/** The longest first: "Lake" is not in "Salt Lake". */
function namesOf(text: string, names: readonly string[]): readonly string[] {
  const found = new Set<string>();
  let rest = plain(text);
  for (const name of names.toSorted((one, other) => other.length - one.length)) {
    rest = rest.replace(patternOf(name), (match, offset: number, before: string) => {
      // "park" in lower case is a word, not the name.
      if (match[0] !== match[0]!.toUpperCase() && name[0] !== name[0]!.toLowerCase()) return match;
      if (!isSetAside(before.slice(0, offset).replace(numberOf, ""))) found.add(name);
      return "~";
    });
  }
  return [...found];
}

/** "Against 12 hotspots around" the other one. */
const numberOf = /(?:(?:the|los|as|os|les) )?\d[\d.,]*(?: \p{L}+){0,3} $/u;

/** A name as a whole, whatever marks stand between its words. */
function patternOf(name: string): RegExp {
  const words = plain(name).match(/[\p{L}\p{N}]+/gu) ?? [];
  return new RegExp(
    `(?<![\\p{L}\\p{N}_])${words.join("[^\\p{L}\\p{N}]+")}(?![\\p{L}\\p{N}_])`,
    "giu",
  );
}

/** Without accents, which many leave out. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "");
}
