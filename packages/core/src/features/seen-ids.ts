type Id = string | number;

/**
 * Remembers the ids of a listing of any length in eight to sixteen bytes each, by a hash of 53 bits: a set of the
 * strings would take ten times as much and more time than reading the features. That two different ids of a million
 * share a hash has a probability of one in 18,000, so what was seen must not be dropped on the word of this alone.
 */
export class SeenIds {
  /** Open addressing; 0 is a free place. Its length is a power of two. */
  #places = new Float64Array(1024);
  #count = 0;

  /** Adds an id; false when it, or by a rare chance another of its hash, was there already. */
  add(id: Id): boolean {
    if (this.#count * 2 >= this.#places.length) this.#grow();
    return this.#put(hash53(String(id)));
  }

  #put(hash: number): boolean {
    const mask = this.#places.length - 1;
    // The low 32 bits are mixed well enough to choose the place.
    let place = hash & mask;
    for (;;) {
      const kept = this.#places[place];
      if (kept === hash) return false;
      if (kept === 0) break;
      place = (place + 1) & mask;
    }
    this.#places[place] = hash;
    this.#count += 1;
    return true;
  }

  #grow(): void {
    const kept = this.#places;
    this.#places = new Float64Array(kept.length * 2);
    this.#count = 0;
    for (const hash of kept) if (hash !== 0) this.#put(hash);
  }
}

/** Two multiplicative hashes side by side, with the final mixing of MurmurHash3; from 1 to 2^53 - 1. */
function hash53(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
  }
  high = mix(high ^ (low >>> 15));
  low = mix(low ^ (high >>> 13));
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0) || 1;
}

function mix(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}
