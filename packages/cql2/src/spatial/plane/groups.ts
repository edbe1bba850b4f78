/** Numbers joined into groups (union-find with halved paths). */
export class Groups {
  readonly #above: Int32Array;

  constructor(count: number) {
    this.#above = Int32Array.from({ length: count }, (_, i) => i);
  }

  /** The number that stands for the group of a number. */
  of(number: number): number {
    const above = this.#above;
    let at = number;
    while (above[at] !== at) {
      above[at] = above[above[at]!]!;
      at = above[at]!;
    }
    return at;
  }

  /** Joins two groups; false where they were one already. */
  join(a: number, b: number): boolean {
    const [one, other] = [this.of(a), this.of(b)];
    this.#above[one] = other;
    return one !== other;
  }
}
