/** Seeded choices: `random` is a source of numbers from 0 to 1. */
export class Draw {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** A number from `low` to `high`. */
  between(low: number, high: number): number {
    return low + (high - low) * this.#random();
  }

  /** An integer from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1));
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.#random() < probability;
  }

  of<T>(choices: readonly T[]): T {
    return choices[this.integer(0, choices.length - 1)]!;
  }
}

export function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
