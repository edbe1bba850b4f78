const maxCandidates = 3;

/** The names that a misspelt one may mean, the nearest first. */
export function closest(name: string, names: readonly string[]): string[] {
  const wanted = name.toLowerCase();
  const limit = Math.max(2, Math.ceil(wanted.length / 3));
  return names
    .map((each) => ({ each, edits: editsFrom(wanted, each.toLowerCase()) }))
    .filter(({ each, edits }) => edits <= limit || sharesWord(wanted, each))
    .sort((a, b) => a.edits - b.edits)
    .slice(0, maxCandidates)
    .map(({ each }) => each);
}

function sharesWord(name: string, other: string): boolean {
  const words = new Set(name.split(/[\W_]+/).filter((word) => word.length > 3));
  return other
    .toLowerCase()
    .split("_")
    .some((word) => words.has(word));
}

/** How many letters to insert, delete or replace (Levenshtein). */
function editsFrom(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
