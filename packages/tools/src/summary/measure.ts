import { round } from "../rows.ts";

/** Count, sum, least, greatest and all values of one number over features; the median is exact. */
export class Measure {
  #values = new Float64Array(16);
  #count = 0;
  #sum = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;

  get count(): number {
    return this.#count;
  }

  get max(): number {
    return this.#max;
  }

  add(value: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Float64Array(this.#values.length * 2);
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
    const sorted = this.#values.slice(0, this.#count).sort();
    const middle = this.#count >> 1;
    return this.#count % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  }

  /** In the order of `measureNames`; nulls where nothing was added. */
  row(decimals: number): (number | null)[] {
    if (this.#count === 0) return measureNames.map(() => null);
    const mean = this.#sum / this.#count;
    return [this.#sum, this.#min, this.#max, mean, this.median()].map((each) =>
      round(each, decimals),
    );
  }
}

export const measureNames = ["sum", "min", "max", "mean", "median"] as const;
