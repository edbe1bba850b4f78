/** Groups of numbers (union-find with path halving). */
export class Groups {
  readonly #above: Int32Array;

  constructor(count: number) {
    this.#above = new Int32Array(count);
    for (let i = 0; i < count; i++) this.#above[i] = i;
  }

  /** The representative of a number's group. */
  of(number: number): number {
    const above = this.#above;
    let at = number;
    while (above[at] !== at) {
      above[at] = above[above[at]!]!;
      at = above[at]!;
    }
    return at;
  }

  /** Joins two groups; false if they were already joined. */
  join(a: number, b: number): boolean {
    const [one, other] = [this.of(a), this.of(b)];
    this.#above[one] = other;
    return one !== other;
  }
}
