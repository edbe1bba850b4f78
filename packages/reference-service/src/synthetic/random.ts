/** A seeded stream of numbers (mulberry32): the same seed gives the same sample. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 inclusive to 1 exclusive. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  integer(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1));
  }

  pick<T>(items: readonly T[]): T {
    return items[this.integer(0, items.length - 1)]!;
  }

  /** A version 4 UUID. */
  uuid(): string {
    const hex = (digits: number) =>
      Array.from({ length: digits }, () => this.integer(0, 15).toString(16)).join("");
    return `${hex(8)}-${hex(4)}-4${hex(3)}-${this.pick(["8", "9", "a", "b"])}${hex(3)}-${hex(12)}`;
  }
}

export function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
