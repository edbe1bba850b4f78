import { ExactSum } from "@emberline/geo";
import quickselect from "quickselect";
import type { Figures } from "./aggregation.ts";
import type { Statistic } from "./request.ts";

/** Numbers of one property; it keeps them if quantiles are wanted, which are exact then. */
export class Measure {
  readonly #sum = new ExactSum();
  #count = 0;
  #min = Infinity;
  #max = -Infinity;
  #values: Float64Array | undefined;

  constructor(keepsValues: boolean) {
    this.#values = keepsValues ? new Float64Array(4) : undefined;
  }

  /** Merges several measures. */
  static of(parts: readonly Measure[], keepsValues: boolean): Measure {
    const whole = new Measure(false);
    const count = parts.reduce((sum, part) => sum + part.#count, 0);
    if (keepsValues) whole.#values = new Float64Array(count);
    for (const part of parts) {
      if (part.#values) whole.#values?.set(part.#values.subarray(0, part.#count), whole.#count);
      whole.#count += part.#count;
      whole.#sum.addAll(part.#sum);
      whole.#min = Math.min(whole.#min, part.#min);
      whole.#max = Math.max(whole.#max, part.#max);
    }
    return whole;
  }

  add(value: number): void {
    if (this.#values) {
      if (this.#count === this.#values.length) this.#values = grown(this.#values);
      this.#values[this.#count] = value;
    }
    this.#count++;
    this.#sum.add(value);
    if (value < this.#min) this.#min = value;
    if (value > this.#max) this.#max = value;
  }

  /** In steps, since a quantile of a million values takes about 10 ms. */
  *figureSteps(statistics: readonly Statistic[]): Generator<void, Figures> {
    const sum = this.#sum.value;
    const values: (number | null)[] = [];
    for (const each of statistics) {
      const value = this.#count === 0 ? Number.NaN : this.#valueOf(each, sum);
      values.push(Number.isFinite(value) ? value : null);
      if ("quantile" in each) yield;
    }
    return { count: this.#count, values };
  }

  #valueOf(statistic: Statistic, sum: number): number {
    if ("quantile" in statistic) return this.#quantile(statistic.quantile);
    switch (statistic.name) {
      case "sum":
        return sum;
      case "min":
        return this.#min;
      case "max":
        return this.#max;
      case "mean":
        return sum / this.#count;
    }
  }

  #quantile(share: number): number {
    const values = this.#values!.subarray(0, this.#count);
    const at = (this.#count - 1) * share;
    const below = Math.floor(at);
    // In place, since the order of values does not matter.
    quickselect(values as unknown as number[], below);
    const rest = values.subarray(below + 1);
    const upper = rest.reduce((least, each) => Math.min(least, each), Infinity);
    return between(values[below]!, upper, at);
  }
}

/** The value at a place between two values, whose places are integers. */
export function between(lower: number, upper: number, at: number): number {
  const below = Math.floor(at);
  if (at === below) return lower;
  // Weighted first, since the difference may overflow.
  return lower * (below + 1 - at) + upper * (at - below);
}

function grown(values: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(Math.max(16, Math.ceil(values.length * 1.5)));
  larger.set(values);
  return larger;
}
