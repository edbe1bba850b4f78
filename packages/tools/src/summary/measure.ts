import quickselect from "quickselect";
import { round } from "../values/round.ts";

/** Statistics of one number over features. Keeps all values, so that the median is exact. */
export class Measure {
  #values = new Float64Array(16);
  #count = 0;
  #sum = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;

  /** Merges several measures. */
  static of(parts: readonly Measure[]): Measure {
    const whole = new Measure();
    whole.#values = new Float64Array(parts.reduce((sum, part) => sum + part.#count, 0));
    for (const part of parts) {
      whole.#values.set(part.#values.subarray(0, part.#count), whole.#count);
      whole.#count += part.#count;
      whole.#sum += part.#sum;
      whole.#min = Math.min(whole.#min, part.#min);
      whole.#max = Math.max(whole.#max, part.#max);
    }
    return whole;
  }

  get count(): number {
    return this.#count;
  }

  get max(): number {
    return this.#max;
  }

  add(value: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Float64Array(Math.max(16, this.#values.length * 1.5));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#count++] = value;
    this.#sum += value;
    if (value < this.#min) this.#min = value;
    if (value > this.#max) this.#max = value;
  }

  /** The middle value, or the mean of the two middle ones. */
  median(): number {
    const values = this.#values.subarray(0, this.#count);
    const middle = this.#count >> 1;
    // In place, since the order of values does not matter.
    quickselect(values as unknown as number[], middle);
    const upper = values[middle]!;
    if (this.#count % 2 === 1) return upper;
    const lower = values.subarray(0, middle).reduce((so, each) => Math.max(so, each));
    // Halved first, since the sum may overflow.
    return lower / 2 + upper / 2;
  }

  /** Whether the sum is too large for a double. */
  get overflows(): boolean {
    return !Number.isFinite(this.#sum);
  }

  /**
   * In the order of `measureNames`; null for a sum or mean that overflows, all null without values.
   */
  row(decimals: number): (number | null)[] {
    if (this.#count === 0) return measureNames.map(() => null);
    const mean = this.#sum / this.#count;
    return [this.#sum, this.#min, this.#max, mean, this.median()].map((each) =>
      Number.isFinite(each) ? round(each, decimals) : null,
    );
  }
}

export const measureNames = ["sum", "min", "max", "mean", "median"] as const;
