import type { Statistics } from "@emberline/core";
import { ExactSum } from "@emberline/geo";
import quickselect from "quickselect";
import { round } from "../values/text-numbers.ts";
import type { Statistic } from "./statistics.ts";

/**
 * Statistics of one number over features, the same in every order of them. Keeps all values, so
 * that quantiles are exact.
 */
export class Measure {
  #values = new Float64Array(16);
  #count = 0;
  readonly #added = new ExactSum();
  #served: Statistics["values"] | null = null;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;

  /** What a service computed. */
  static served({ count, values }: Statistics): Measure {
    const measure = new Measure();
    measure.#count = count;
    measure.#min = values.min ?? Number.NaN;
    measure.#max = values.max ?? Number.NaN;
    measure.#served = values;
    return measure;
  }

  /** Merges several measures. */
  static of(parts: readonly Measure[]): Measure {
    const whole = new Measure();
    whole.#values = new Float64Array(parts.reduce((sum, part) => sum + part.#count, 0));
    for (const part of parts) {
      whole.#values.set(part.#values.subarray(0, part.#count), whole.#count);
      whole.#count += part.#count;
      whole.#added.addAll(part.#added);
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
    this.#added.add(value);
    if (value < this.#min) this.#min = value;
    if (value > this.#max) this.#max = value;
  }

  /** NaN where a service did not tell it. */
  get sum(): number {
    return this.#served ? (this.#served.sum ?? Number.NaN) : this.#added.value;
  }

  /** The value at a share of the way from least to greatest, between two values if need be. */
  quantile(share: number): number {
    const values = this.#values.subarray(0, this.#count);
    const at = (this.#count - 1) * share;
    const below = Math.floor(at);
    // In place, since the order of values does not matter.
    quickselect(values as unknown as number[], below);
    const lower = values[below]!;
    if (at === below) return lower;
    const upper = values.subarray(below + 1).reduce((so, each) => Math.min(so, each));
    // Weighted first, since the difference may overflow.
    return lower * (below + 1 - at) + upper * (at - below);
  }

  /** Whether the sum is too large for a double. */
  get overflows(): boolean {
    return this.#count > 0 && !Number.isFinite(this.sum);
  }

  /**
   * Null for a sum or mean that overflows, and nulls where nothing was added. In steps, since one
   * quantile of a million values takes about 10 ms.
   */
  *rowSteps(
    statistics: readonly Statistic[],
    decimals: number,
  ): Generator<void, (number | null)[]> {
    const row: (number | null)[] = [];
    for (const each of statistics) {
      const value = this.#count === 0 ? Number.NaN : this.#valueOf(each);
      row.push(Number.isFinite(value) ? round(value, decimals) : null);
      if ("quantile" in each) yield;
    }
    return row;
  }

  #valueOf(statistic: Statistic): number {
    if ("quantile" in statistic)
      return this.#served ? this.#served[statistic.name]! : this.quantile(statistic.quantile);
    switch (statistic.name) {
      case "sum":
        return this.sum;
      case "min":
        return this.#min;
      case "max":
        return this.#max;
      case "mean":
        return this.sum / this.#count;
    }
  }
}
