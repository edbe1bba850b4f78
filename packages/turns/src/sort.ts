/** Runs of this length are sorted at once, then merged. */
const runLength = 1024;

/** Sorts like `toSorted`, with a step at least every thousand comparisons. */
export function* sortSteps<Item>(
  items: Iterable<Item>,
  compare: (a: Item, b: Item) => number,
): Generator<void, Item[]> {
  let from = [...items];
  for (let start = 0; start < from.length; start += runLength) {
    const run = from.slice(start, start + runLength).sort(compare);
    for (let i = 0; i < run.length; i++) from[start + i] = run[i]!;
    yield;
  }
  for (let length = runLength; length < from.length; length *= 2) {
    const to: Item[] = [];
    for (let start = 0; start < from.length; start += length * 2) {
      const middle = Math.min(start + length, from.length);
      const end = Math.min(start + length * 2, from.length);
      for (let a = start, b = middle; a < middle || b < end; ) {
        // Stable: among equals, the first stays first.
        const isFirst = b === end || (a < middle && compare(from[a]!, from[b]!) <= 0);
        to.push(from[isFirst ? a++ : b++]!);
        if (to.length % runLength === 0) yield;
      }
    }
    from = to;
  }
  return from;
}
