const empty = -1;
const bits = new Float64Array(2);
const words = new Uint32Array(bits.buffer);

/** Numbers places in order of arrival; equal places get the same number. */
export class VertexNumbers {
  count = 0;
  #xy: Float64Array;
  #slots: Int32Array;

  /** @param expected approximate number of places */
  constructor(expected: number) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(16, 2 * expected)));
    this.#slots = new Int32Array(size).fill(empty);
    this.#xy = new Float64Array(size);
  }

  /** Longitude and latitude of each number. */
  get xy(): Float64Array {
    return this.#xy.slice(0, 2 * this.count);
  }

  of(x: number, y: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(x, y) & mask; ; slot = (slot + 1) & mask) {
      const known = this.#slots[slot]!;
      if (known === empty) return this.#add(slot, x, y);
      if (this.#xy[2 * known] === x && this.#xy[2 * known + 1] === y) return known;
    }
  }

  #add(slot: number, x: number, y: number): number {
    const number = this.count++;
    this.#slots[slot] = number;
    this.#xy[2 * number] = x;
    this.#xy[2 * number + 1] = y;
    if (2 * this.count >= this.#slots.length) this.#grow();
    return number;
  }

  #grow(): void {
    const larger = new VertexNumbers(2 * this.count);
    for (let i = 0; i < this.count; i++) larger.of(this.#xy[2 * i]!, this.#xy[2 * i + 1]!);
    this.#slots = larger.#slots;
    this.#xy = larger.#xy;
  }
}

function hashOf(x: number, y: number): number {
  bits[0] = x;
  bits[1] = y;
  let hash = Math.imul(words[0]! ^ (words[0]! >>> 15), 0x85ebca6b) ^ words[1]!;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) ^ words[2]!;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) ^ words[3]!;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
