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
