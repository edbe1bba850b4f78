import { withRoom } from "./growing.ts";

const EMPTY = -1;

/** From id to row, by open addressing: 8 to 16 bytes a row where a Map of strings takes a hundred. */
export class IdIndex {
  #slots = new Int32Array(1024).fill(EMPTY);
  #hashes = new Uint32Array(0);
  #count = 0;
  #idOf: (row: number) => string;

  constructor(idOf: (row: number) => string) {
    this.#idOf = idOf;
  }

  /** The row of an id, or undefined. */
  find(id: string): number | undefined {
    const row = this.#slots[this.#slotOf(id, hashOf(id))]!;
    return row === EMPTY ? undefined : row;
  }

  /** Notes a new row under its id; false when the id is taken. */
  add(id: string, row: number): boolean {
    const hash = hashOf(id);
    const slot = this.#slotOf(id, hash);
    if (this.#slots[slot] !== EMPTY) return false;
    this.#slots[slot] = row;
    this.#hashes = withRoom(this.#hashes, row);
    this.#hashes[row] = hash;
    this.#count++;
    if (this.#count * 2 > this.#slots.length) this.#grow();
    return true;
  }

  #slotOf(id: string, hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const row = this.#slots[slot]!;
      if (row === EMPTY || (this.#hashes[row] === hash && this.#idOf(row) === id)) return slot;
    }
  }

  #grow(): void {
    const rows = this.#slots.filter((row) => row !== EMPTY);
    this.#slots = new Int32Array(this.#slots.length * 2).fill(EMPTY);
    const mask = this.#slots.length - 1;
    for (const row of rows) {
      let slot = this.#hashes[row]! & mask;
      while (this.#slots[slot] !== EMPTY) slot = (slot + 1) & mask;
      this.#slots[slot] = row;
    }
  }
}

/** FNV-1a with a final mix, since ids of one source differ in few characters. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
