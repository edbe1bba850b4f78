/** `"; did you mean A or B?"`, with at most `count` names; empty without a near name. */
export function didYouMean(word: string, known: Iterable<string>, count = 1): string {
  const names = nearest(word, known, count);
  return names.length === 0 ? "" : `; did you mean ${names.join(" or ")}?`;
}

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

const maxWordLength = 64;

/** Edits (insert, delete, replace, swap of neighbours) that turn `a` into `b`. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(replace, last[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, beforeLast[j - 2]! + 1);
      }
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}

/** Names in `known` with at most a third of the letters of `word` wrong, nearest first. */
export function misspelt(word: string, known: Iterable<string>): string[] {
  if (word.length > maxWordLength) return [];
  const lower = word.toLowerCase();
  const most = Math.max(1, Math.floor(lower.length / 3));
  const found: [number, string][] = [];
  for (const name of known) {
    if (Math.abs(name.length - word.length) > most) continue;
    const edits = distance(lower, name.toLowerCase());
    if (edits <= most) found.push([edits, name]);
  }
  return found.sort((a, b) => a[0] - b[0]).map(([, name]) => name);
}
