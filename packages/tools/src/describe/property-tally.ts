/** More distinct texts than this are not counted: the property has "many". */
const maxDistinct = 1000;
/** Numbers with at most this many distinct values are codes rather than measurements. */
const maxCodes = 8;
/** Longer texts are prose, whose values are not listed. */
const maxTextLength = 120;

/** A tally of one property's values, in bounded memory. */
export class PropertyTally {
  /** Features with a value. */
  count = 0;
  min = Number.POSITIVE_INFINITY;
  max = Number.NEGATIVE_INFINITY;
  /** The first of each type, for examples. */
  firstNumber: number | undefined;
  firstText: string | undefined;
  readonly #texts = new Map<string, number>();
  readonly #codes = new Set<number>();
  #hasMany = false;

  /** @param value anything but null and undefined */
  add(value: unknown): void {
    this.count++;
    if (typeof value === "number") this.#addNumber(value);
    else if (typeof value === "string") this.#addText(value);
    else if (typeof value === "boolean") this.#addText(String(value));
  }

  #addNumber(value: number): void {
    if (!Number.isFinite(value)) return;
    this.firstNumber ??= value;
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
    if (this.#codes.size <= maxCodes) this.#codes.add(value);
  }

  #addText(text: string): void {
    if (text !== "") this.firstText ??= text;
    const known = this.#texts.get(text);
    if (known === undefined && (this.#texts.size >= maxDistinct || text.length > maxTextLength)) {
      this.#hasMany = true;
      return;
    }
    this.#texts.set(text, (known ?? 0) + 1);
  }

  /** Texts, the most frequent first; if there are many, the first ones met. */
  texts(): string[] {
    const texts = [...this.#texts];
    // Beyond the limit, counts do not cover all texts.
    return (this.#hasMany ? texts : texts.sort(([, a], [, b]) => b - a)).map(([text]) => text);
  }

  /** The number of distinct texts; null if there are many. */
  get distinct(): number | null {
    return this.#hasMany ? null : this.#texts.size;
  }

  /** The distinct numbers in ascending order; none if they are measurements. */
  codes(): number[] {
    return this.#codes.size > maxCodes ? [] : [...this.#codes].sort((a, b) => a - b);
  }
}

/** "over 1000", or the number. */
export function distinctText({ distinct }: PropertyTally): string {
  return distinct === null ? `over ${maxDistinct}` : String(distinct);
}
