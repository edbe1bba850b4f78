/**
 * A set of ids in 16 to 32 bytes each, by hashes of 64 bits: among three million ids, the chance
 * that two have the same hash is one in four million.
 */
export class IdSet {
  #size = 0;
  #mask = (1 << 12) - 1;
  /** Two halves of a hash, side by side; both 0 in an empty place. */
  #places = new Uint32Array(2 << 12);

  /** Adds the id; false if it was there. */
  add(id: string): boolean {
    let high = 0xdeadbeef;
    let low = 0x41c6ce57;
    for (let i = 0; i < id.length; i++) {
      const unit = id.charCodeAt(i);
      high = Math.imul(high ^ unit, 2654435761);
      low = Math.imul(low ^ unit, 1597334677);
    }
    // The finish of cyrb53, with all 64 bits.
    high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
    low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
    if (!this.#insert(high >>> 0, low >>> 0 || 1)) return false;
    if (++this.#size * 2 > this.#mask) this.#grow();
    return true;
  }

  #insert(high: number, low: number): boolean {
    const places = this.#places;
    for (let at = high & this.#mask; ; at = (at + 1) & this.#mask) {
      const there = places[2 * at + 1];
      if (there === low && places[2 * at] === high) return false;
      if (there !== 0) continue;
      places[2 * at] = high;
      places[2 * at + 1] = low;
      return true;
    }
  }

  #grow(): void {
    const old = this.#places;
    this.#mask = this.#mask * 2 + 1;
    this.#places = new Uint32Array(2 * (this.#mask + 1));
    for (let i = 0; i < old.length; i += 2) if (old[i + 1]) this.#insert(old[i]!, old[i + 1]!);
  }
}
