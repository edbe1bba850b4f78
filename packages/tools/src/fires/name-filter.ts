import { type BooleanExpression, build, type PatternExpression } from "@emberline/cql2";
import type { CollectionInfo } from "../collection/collection-info.ts";

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
  return any.length === 0 ? null : build.or(...any);
}

function isText(property: string, info: CollectionInfo): boolean {
  return info.queryables === null || hasType(property, /^(?:string|uri)$/, info);
}

function hasType(property: string, form: RegExp, { queryables }: CollectionInfo): boolean {
  return queryables?.some(({ id, type }) => id === property && form.test(type)) ?? false;
}
