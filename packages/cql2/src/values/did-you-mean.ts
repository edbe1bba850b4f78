import { nearest } from "./nearest.ts";

/** `"; did you mean A or B?"`, with at most `count` names; empty without a near name. */
export function didYouMean(word: string, known: Iterable<string>, count = 1): string {
  const names = nearest(word, known, count);
  return names.length === 0 ? "" : `; did you mean ${names.join(" or ")}?`;
}
