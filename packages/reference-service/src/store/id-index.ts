const emptySlot = -1;
const firstCapacity = 1 << 12;
/** Slots per word of bits: eight to sixteen bits per row. */
const slotsPerWord = 8;

/**
 * Maps ids to rows by open addressing: 16 to 32 bytes per row instead of a Map's hundred. An id may
 * have several rows, of which a reader accepts one.
 */
export class IdIndex {
  /** Row and hash next to each other, so that a lookup touches one cache line. */
  #slots = new Int32Array(firstCapacity * 2).fill(emptySlot);
  /** A bit for each hash, which rules out most ids within the processor's cache. */
  #seen = new Uint32Array(firstCapacity / slotsPerWord);
  #count = 0;
  #idOf: (row: number) => string;

  constructor(idOf: (row: number) => string) {
    this.#idOf = idOf;
  }

  /** The accepted row of an id with its hash, or undefined. */
  find(id: string, hash: number, accepts: (row: number) => boolean): number | undefined {
    if (!(this.#seen[(hash >>> 5) & (this.#seen.length - 1)]! & (1 << (hash & 31)))) {
      return undefined;
    }
    const mask = this.#slots.length - 1;
    for (let slot = (hash * 2) & mask; ; slot = (slot + 2) & mask) {
      const row = this.#slots[slot]!;
      if (row === emptySlot) return undefined;
      if (this.#slots[slot + 1] === hash && accepts(row) && this.#idOf(row) === id) return row;
    }
  }

  add(id: string, row: number): void {
    this.#place(row, hashOf(id));
    this.#count++;
    if (this.#count * 4 > this.#slots.length) this.#grow();
  }

  #place(row: number, hash: number): void {
    const mask = this.#slots.length - 1;
    let slot = (hash * 2) & mask;
    while (this.#slots[slot] !== emptySlot) slot = (slot + 2) & mask;
    this.#slots[slot] = row;
    this.#slots[slot + 1] = hash;
    this.#seen[(hash >>> 5) & (this.#seen.length - 1)]! |= 1 << (hash & 31);
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2).fill(emptySlot);
    this.#seen = new Uint32Array(this.#seen.length * 2);
    for (let from = 0; from < old.length; from += 2) {
      if (old[from] !== emptySlot) this.#place(old[from]!, old[from + 1]!);
    }
  }
}

/** FNV-1a with a final mix, since ids of a source differ in few characters; 32 bits, signed. */
export function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
