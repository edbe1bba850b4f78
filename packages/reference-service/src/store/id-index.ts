const emptySlot = -1;
const firstCapacity = 1 << 12;

/** Maps ids to rows by open addressing: 16 to 32 bytes per row instead of a Map's hundred. */
export class IdIndex {
  /** Row and hash next to each other, so that a lookup touches one cache line. */
  #slots = new Int32Array(firstCapacity * 2).fill(emptySlot);
  #count = 0;
  #idOf: (row: number) => string;

  constructor(idOf: (row: number) => string) {
    this.#idOf = idOf;
  }

  /** The row of an id, or undefined. */
  find(id: string): number | undefined {
    const row = this.#slots[this.#slotOf(id, hashOf(id))]!;
    return row === emptySlot ? undefined : row;
  }

  /** Adds a row under its id; false if the id is taken. */
  add(id: string, row: number): boolean {
    const hash = hashOf(id);
    const slot = this.#slotOf(id, hash);
    if (this.#slots[slot] !== emptySlot) return false;
    this.#slots[slot] = row;
    this.#slots[slot + 1] = hash;
    this.#count++;
    if (this.#count * 4 > this.#slots.length) this.#grow();
    return true;
  }

  #slotOf(id: string, hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = (hash * 2) & mask; ; slot = (slot + 2) & mask) {
      const row = this.#slots[slot]!;
      if (row === emptySlot || (this.#slots[slot + 1] === hash && this.#idOf(row) === id))
        return slot;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2).fill(emptySlot);
    const mask = this.#slots.length - 1;
    for (let from = 0; from < old.length; from += 2) {
      if (old[from] === emptySlot) continue;
      let slot = (old[from + 1]! * 2) & mask;
      while (this.#slots[slot] !== emptySlot) slot = (slot + 2) & mask;
      this.#slots[slot] = old[from]!;
      this.#slots[slot + 1] = old[from + 1]!;
    }
  }
}

/** FNV-1a with a final mix, since ids of a source differ in few characters; 32 bits, signed. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
