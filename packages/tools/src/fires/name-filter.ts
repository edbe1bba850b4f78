import { type BooleanExpression, build, type PatternExpression } from "@emberline/cql2";
import type { CollectionInfo } from "../collection/collection-info.ts";

/** How a service compares names: ACCENTI is a conformance class of its own (OGC 21-065r2, 7.3). */
export type Folding = "accenti" | "casei";

/** The filter for names that hold the words in their order; null where no property can be asked. */
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
/** Of several consonants with marks in one name nobody has heard. */
const otherMarked = /[cnszçñ]/g;

/**
 * Patterns that find a name with any marks on its vowels and one on a consonant, where the service
 * cannot leave out accents: they find more, which is checked here.
 */
function accentProof(pattern: string): string[] {
  const open = pattern.replace(vowels, "_");
  if (!/[\p{L}\p{N}]/u.test(open)) return [pattern];
  const opener = [...open.matchAll(otherMarked)].map(
    ({ index }) => `${open.slice(0, index)}_${open.slice(index + 1)}`,
  );
  return [open, ...opener.filter((each) => /[\p{L}\p{N}]/u.test(each))];
}

/** Names write them out or shorten them; keys only shorten them. */
const shortened = new Set(["st", "mt", "ft"]);

/** Longer names are looked for by their parts alone. */
const maxWholeLength = 10;
const partLength = 3;

/**
 * The filter for names that may be meant by a misspelt one: those with one edit (a letter more,
 * less, wrong, or two swapped) of a short name, and those with the beginning or end of a word.
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

/** Letters for a pattern; a space may be any sign. */
function like(letters: readonly string[]): string {
  return letters.map((each) => (each === " " ? "%" : build.escapeLike(each))).join("");
}

function likeAny(
  patterns: readonly string[],
  info: CollectionInfo,
  folding: Folding,
): BooleanExpression | null {
  const names = (info.roles.fire_name ?? []).filter((name) => isText(name, info));
  if (names.length === 0) return null;
  return build.or(
    ...names.flatMap((name) =>
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

/** The filter for fires whose property holds one of these ids; null where no property can. */
export function idFilter(
  ids: readonly (string | number)[],
  info: CollectionInfo,
): BooleanExpression | null {
  const any = (info.roles.fire ?? []).flatMap((property) => {
    const numbers = hasType(property, /^(?:number|integer)$/, info)
      ? ids.filter((id) => id !== "" && Number.isFinite(Number(id))).map(Number)
      : [];
    const texts = isText(property, info) ? ids.map(String) : [];
    // A property may be of both types: it is then asked once for each.
    return [info.queryables ? numbers : [], info.queryables ? texts : ids]
      .filter((values) => values.length > 0)
      .map((values) => build.in(build.property(property), values));
  });
  return any.length === 0 ? null : build.or(...any);
}

function isText(property: string, info: CollectionInfo): boolean {
  return info.queryables === null || hasType(property, /^(?:string|uri)$/, info);
}

function hasType(property: string, form: RegExp, { queryables }: CollectionInfo): boolean {
  return queryables?.some(({ id, type }) => id === property && form.test(type)) ?? false;
}
