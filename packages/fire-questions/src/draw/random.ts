import { createHash } from "node:crypto";

/** Draws that repeat for the same seed. */
export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** A whole number from 0 (inclusive) to `limit` (exclusive). */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** Some different items, in the order drawn. */
  some<Item>(items: readonly Item[], count: number): readonly Item[];
}

/**
 * Chris Doty-Humphrey's sfc32 (PractRand), seeded by SHA-256: no seed is found from what it draws
 * by trying them all.
 */
export function createRandom(seed: string): Random {
  const hash = createHash("sha256").update(seed).digest();
  let [a, b, c, counter] = [0, 4, 8, 12].map((at) => hash.readInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (items) => items[below(items.length)]!,
    some(items, count) {
      const left = [...items];
      return Array.from({ length: count }, () => left.splice(below(left.length), 1)[0]!);
    },
  };
}
