type Id = string | number;

/** Enough tables that none takes long to grow; a power of two. */
const tables = 256;
/** A call reads at most two million features; streams of rows have no limit. */
const defaultAtLeast = 1_000_000;

/**
 * Remembers at least the last million ids by a hash of 53 bits, in 16 to 32 bytes each; a set of
 * strings would take five times as much. Among a million ids two share a hash with a probability of
 * 1 in 18,000, so this alone must not decide to drop a feature.
 */
export class SeenIds {
  readonly #atLeast: number;
  #newest = new Hashes();
  /** As many ids before the newest; forgotten together, so that memory is bounded. */
  #older = new Hashes();

  constructor(atLeast = defaultAtLeast) {
    this.#atLeast = atLeast;
  }

  /** False if this id, or rarely another with the same hash, was added before. */
  add(id: Id): boolean {
    const hash = hash53(String(id));
    if (this.#older.has(hash) || !this.#newest.add(hash)) return false;
    if (this.#newest.count >= this.#atLeast) {
      this.#older = this.#newest;
      this.#newest = new Hashes();
    }
    return true;
  }
}

class Hashes {
  count = 0;
  readonly #tables: (HashTable | undefined)[] = Array.from({ length: tables });

  has(hash: number): boolean {
    return this.count > 0 && this.#tables[tableOf(hash)]?.has(hash) === true;
  }

  /** False if it was added before. */
  add(hash: number): boolean {
    const table = tableOf(hash);
    this.#tables[table] ??= new HashTable();
    const isNew = this.#tables[table].add(hash);
    if (isNew) this.count += 1;
    return isNew;
  }
}

/** By the bits above the 32 that choose the slot. */
function tableOf(hash: number): number {
  return Math.floor(hash / 2 ** 32) & (tables - 1);
}

class HashTable {
  /** Open addressing; 0 is a free slot, and the length is a power of two. */
  #places = new Float64Array(8);
  #count = 0;

  /** False if it was added before. */
  add(hash: number): boolean {
    if (this.#count * 2 >= this.#places.length) this.#grow();
    return this.#put(hash);
  }

  has(hash: number): boolean {
    return this.#places[this.#placeOf(hash)] === hash;
  }

  #put(hash: number): boolean {
    const place = this.#placeOf(hash);
    if (this.#places[place] === hash) return false;
    this.#places[place] = hash;
    this.#count += 1;
    return true;
  }

  /** Where the hash is, or else the free slot for it. */
  #placeOf(hash: number): number {
    const mask = this.#places.length - 1;
    // The low 32 bits are mixed well enough to choose the slot.
    let place = hash & mask;
    for (;;) {
      const kept = this.#places[place];
      if (kept === hash || kept === 0) return place;
      place = (place + 1) & mask;
    }
  }

  #grow(): void {
    const kept = this.#places;
    this.#places = new Float64Array(kept.length * 2);
    this.#count = 0;
    for (const hash of kept) if (hash !== 0) this.#put(hash);
  }
}

/** Two multiplicative hashes with the final mixing of MurmurHash3; from 1 to 2^53 - 1. */
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
