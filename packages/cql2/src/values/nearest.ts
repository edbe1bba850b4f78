import { misspelt } from "./misspelt.ts";

/** Shorter words are part of too many names. */
const minPartLength = 3;
/** At most this many known names are compared: the distance to each costs time. */
const maxKnown = 500;

/**
 * At most `count` names in `known` that `word` may misspell, nearest first: up to a third of the
 * letters wrong (optimal string alignment distance), else names that contain it. Compares only the
 * first 500.
 *
 * @example
 * ```js
 * nearest("confidense", ["frp", "confidence"]); // → ["confidence"]
 * nearest("conf", ["frp", "confidence"]); // → ["confidence"]
 * ```
 */
export function nearest(word: string, known: Iterable<string>, count = 3): string[] {
  const names = firstOf(known, maxKnown);
  const near = misspelt(word, names);
  if (near.length > 0 || word.length < minPartLength) return near.slice(0, count);
  const part = word.toLowerCase();
  return names.filter((name) => name.toLowerCase().includes(part)).slice(0, count);
}

function firstOf(all: Iterable<string>, count: number): string[] {
  const first: string[] = [];
  for (const each of all) {
    if (first.push(each) === count) break;
  }
  return first;
}
