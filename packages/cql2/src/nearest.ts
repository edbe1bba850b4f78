import { misspelt } from "./misspelt.ts";

/** Shorter words are part of too many names. */
const SHORTEST_PART = 3;

/**
 * At most `count` of `known` that `word` may have been meant to be, nearest first: with a third
 * of its letters wrong (optimal string alignment distance), else those that it is a part of.
 *
 * @example
 * ```js
 * nearest("confidense", ["frp", "confidence"]); // → ["confidence"]
 * nearest("conf", ["frp", "confidence"]); // → ["confidence"]
 * ```
 */
export function nearest(word: string, known: Iterable<string>, count = 3): string[] {
  const names = [...known];
  const near = misspelt(word, names);
  if (near.length > 0 || word.length < SHORTEST_PART) return near.slice(0, count);
  const part = word.toLowerCase();
  return names.filter((name) => name.toLowerCase().includes(part)).slice(0, count);
}
