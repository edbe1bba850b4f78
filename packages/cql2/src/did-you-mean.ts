import { nearest } from "./nearest.ts";

/** `"; did you mean A or B?"`, with at most `count` names; nothing where none is near. */
export function didYouMean(word: string, known: Iterable<string>, count = 1): string {
  const names = nearest(word, known, count);
  return names.length === 0 ? "" : `; did you mean ${names.join(" or ")}?`;
}
