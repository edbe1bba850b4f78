/** The least power of ten of most measurements; others are added as integers of any length. */
const usualPower = -6;
const usualScale = 1e6;

/** With at most 15 digits, a decimal is the shortest one of its double. */
const maxUsual = 1e15;

/** Two such integers add up without rounding. */
const maxKept = 2 ** 52;

/**
 * Adds numbers as JSON writes them, in decimal and without rounding: 0.1 and 0.2 are 0.3, and the
 * order of the numbers does not matter.
 */
export class ExactSum {
  #millionths = 0;
  /** Integers by their power of ten. */
  #others: Map<number, bigint> | undefined;

  /** @param value a finite number */
  add(value: number): void {
    const millionths = Math.round(value * usualScale);
    if (Math.abs(millionths) < maxUsual && millionths / usualScale === value) {
      this.#addMillionths(millionths);
      return;
    }
    const [, whole, fraction = "", exponent = "0"] =
      /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
    this.#addAt(Number(exponent) - fraction.length, BigInt(`${whole}${fraction}`));
  }

  /** Adds the numbers of another sum. */
  addAll(other: ExactSum): void {
    this.#addMillionths(other.#millionths);
    for (const [power, digits] of other.#others ?? []) this.#addAt(power, digits);
  }

  /** The double nearest to the sum; infinite if it is too large for one. */
  get value(): number {
    if (!this.#others) return this.#millionths / usualScale;
    this.#keep();
    const least = [...this.#others.keys()].reduce((low, power) => Math.min(low, power));
    let digits = 0n;
    for (const [power, part] of this.#others) digits += part * 10n ** BigInt(power - least);
    return Number(`${digits}e${least}`);
  }

  #addMillionths(millionths: number): void {
    this.#millionths += millionths;
    if (Math.abs(this.#millionths) > maxKept) this.#keep();
  }

  #keep(): void {
    this.#addAt(usualPower, BigInt(this.#millionths));
    this.#millionths = 0;
  }

  #addAt(power: number, digits: bigint): void {
    this.#others ??= new Map();
    this.#others.set(power, (this.#others.get(power) ?? 0n) + digits);
  }
}
