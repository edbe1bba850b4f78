import { Buffer } from "node:buffer";

const minChunkBytes = 1 << 14;
const maxChunkBytes = 1 << 20;
const longMark = 255;

/** Bytes of a buffer, from `start` to before `end`. */
interface Slot {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/**
 * Texts as UTF-8 in a few large buffers outside the garbage-collected heap: each costs its bytes
 * and one more.
 */
export class TextHeap {
  #chunks: { base: number; bytes: Buffer }[] = [];
  #used = 0;

  /** Stores a text and returns its place. */
  add(text: string): number {
    // A UTF-16 unit takes at most three bytes; the length takes one, or five if the text is long.
    const atMost = text.length * 3 + 5;
    let chunk = this.#chunks.at(-1);
    if (!chunk || this.#used + atMost > chunk.bytes.length) {
      const base = chunk ? chunk.base + chunk.bytes.length : 0;
      chunk = { base, bytes: Buffer.allocUnsafe(Math.max(nextChunkBytes(base), atMost)) };
      this.#chunks.push(chunk);
      this.#used = 0;
    }
    const place = chunk.base + this.#used;
    const isLong = text.length * 3 >= longMark;
    const start = this.#used + (isLong ? 5 : 1);
    const length = chunk.bytes.write(text, start);
    if (isLong) {
      chunk.bytes[this.#used] = longMark;
      chunk.bytes.writeUInt32LE(length, this.#used + 1);
    } else {
      chunk.bytes[this.#used] = length;
    }
    this.#used = start + length;
    return place;
  }

  get(place: number): string {
    const { bytes, start, end } = this.#slot(place);
    return bytes.toString("utf8", start, end);
  }

  /** Compares a stored text and another by code point. */
  compare(place: number, other: Buffer): number {
    return compareSlots(this.#slot(place), { bytes: other, start: 0, end: other.length });
  }

  /** Compares two stored texts by code point. */
  comparePlaces(place: number, other: number): number {
    return compareSlots(this.#slot(place), this.#slot(other));
  }

  #slot(place: number): Slot {
    const chunk = this.#chunkOf(place);
    const at = place - chunk.base;
    const short = chunk.bytes[at]!;
    if (short !== longMark) return { bytes: chunk.bytes, start: at + 1, end: at + 1 + short };
    return { bytes: chunk.bytes, start: at + 5, end: at + 5 + chunk.bytes.readUInt32LE(at + 1) };
  }

  #chunkOf(place: number): { base: number; bytes: Buffer } {
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#chunks[middle]!.base <= place) low = middle;
      else high = middle - 1;
    }
    return this.#chunks[low]!;
  }
}

function compareSlots(a: Slot, b: Slot): number {
  // Deno 2.9 refuses a range of the argument beyond the length of its receiver.
  return b.end > a.bytes.length
    ? -b.bytes.compare(a.bytes, a.start, a.end, b.start, b.end)
    : a.bytes.compare(b.bytes, b.start, b.end, a.start, a.end);
}

/** As much as there is already, so that small stores stay small. */
function nextChunkBytes(storedBytes: number): number {
  return Math.min(maxChunkBytes, Math.max(minChunkBytes, storedBytes));
}
