import { Buffer, isAscii } from "node:buffer";
import { jsonTypes, typeOfJson, ValueTypes } from "./value-types.ts";

const absent = 0;
const maxDistinct = 4096;
const wideNumber = 65_534;
const wideText = 65_535;
/** A few milliseconds if each is a long text. */
const rowsPerStep = 1024;

/**
 * One property of all rows. The first distinct texts and integers form a dictionary and take two
 * bytes per row; other numbers are stored as doubles, other texts in the heap, eight more bytes
 * each.
 */
export class Column {
  readonly name: string;
  /** Values by dictionary code; code 0 is an absent value. */
  readonly values: unknown[] = [undefined];
  #fragments: string[] = ["null"];
  #codes = new Uint16Array(0);
  #codeOf = new Map<unknown, number>();
  #wide = new Float64Array(0);
  /** For each row whose text in the heap was read, its place in `jsonTypes`, from 1. */
  #textTypes = new Uint8Array(0);
  #heap: TextHeap;
  #lastValue: unknown;
  #lastCode = absent;
  #lastWide = 0;

  constructor(name: string, heap: TextHeap) {
    this.name = name;
    this.#heap = heap;
  }

  set(row: number, value: unknown): void {
    if (row >= this.#codes.length) this.#codes = withRoom(this.#codes, row);
    if (typeof value === "number" && !Number.isInteger(value)) {
      // Measurements rarely repeat, so a dictionary would not help.
      this.#setMeasurement(row, value);
      return;
    }
    // Consecutive detections of an overpass share most of their texts.
    if (value !== this.#lastValue) {
      this.#lastValue = value;
      this.#lastCode = this.#codeOf.get(value) ?? this.#newCode(value);
    }
    if (this.#lastCode < wideNumber) this.#codes[row] = this.#lastCode;
    else this.#setWide(row, this.#lastCode, this.#lastWide);
  }

  /** The dictionary code of a row; undefined for a value outside the dictionary. */
  code(row: number): number | undefined {
    const code = row < this.#codes.length ? this.#codes[row]! : absent;
    return code < wideNumber ? code : undefined;
  }

  /** The value of a row; undefined if the feature lacks the property. */
  value(row: number): unknown {
    const code = row < this.#codes.length ? this.#codes[row]! : absent;
    if (code === wideNumber) return this.#wide[row];
    if (code === wideText) return JSON.parse(this.#heap.get(this.#wide[row]!));
    return this.values[code];
  }

  /** The number of a row; NaN for anything else. */
  number(row: number): number {
    const code = row < this.#codes.length ? this.#codes[row]! : absent;
    if (code === wideNumber) return this.#wide[row]!;
    const value = code < wideNumber ? this.values[code] : undefined;
    return typeof value === "number" ? value : Number.NaN;
  }

  /** The value of a row as JSON; null if the feature lacks the property. */
  json(row: number): string {
    const code = row < this.#codes.length ? this.#codes[row]! : absent;
    if (code === wideNumber) return `${this.#wide[row]}`;
    if (code === wideText) return this.#heap.get(this.#wide[row]!);
    return this.#fragments[code]!;
  }

  /** The types of the values of these rows; undefined if none of them has the property. */
  *typeSteps(rows: Uint32Array): Generator<void, ValueTypes | undefined> {
    const types = new ValueTypes();
    const used = new Uint8Array(this.values.length);
    const usedTexts = new Uint8Array(jsonTypes.length + 1);
    let isPresent = false;
    for (let i = 0; i < rows.length; i++) {
      if (i % rowsPerStep === 0) yield;
      const row = rows[i]!;
      const code = row < this.#codes.length ? this.#codes[row]! : absent;
      if (code === absent) continue;
      isPresent = true;
      if (code < wideNumber) used[code] = 1;
      else if (code === wideNumber) types.add(this.#wide[row]);
      else usedTexts[this.#textType(row)] = 1;
    }
    for (let code = 1; code < used.length; code++) if (used[code]) types.add(this.values[code]);
    for (const [i, type] of jsonTypes.entries()) if (usedTexts[i + 1]) types.addType(type);
    return isPresent ? types : undefined;
  }

  /** Cached, since a segment's types are collected after each of its changes. */
  #textType(row: number): number {
    if (row >= this.#textTypes.length) this.#textTypes = withRoom(this.#textTypes, row);
    this.#textTypes[row] ||= jsonTypes.indexOf(typeOfJson(this.#heap.get(this.#wide[row]!))) + 1;
    return this.#textTypes[row]!;
  }

  #setMeasurement(row: number, value: number): void {
    // JSON cannot express infinity, but JSON.parse reads numbers beyond a double as infinite.
    if (!Number.isFinite(value)) {
      this.set(row, null);
      return;
    }
    this.#setWide(row, wideNumber, value);
  }

  /** A new dictionary code, or the code for wide values after setting `#lastWide`. */
  #newCode(value: unknown): number {
    const isObject = typeof value === "object" && value !== null;
    if (!isObject && this.values.length <= maxDistinct) {
      this.#codeOf.set(value, this.values.length);
      this.#fragments.push(JSON.stringify(value));
      return this.values.push(value) - 1;
    }
    const isNumber = typeof value === "number";
    this.#lastWide = isNumber ? value : this.#heap.add(JSON.stringify(value));
    return isNumber ? wideNumber : wideText;
  }

  #setWide(row: number, code: number, value: number): void {
    if (row >= this.#wide.length) this.#wide = withRoom(this.#wide, row);
    this.#codes[row] = code;
    this.#wide[row] = value;
  }
}

const minChunkBytes = 1 << 14;
const maxChunkBytes = 1 << 20;
const longMark = 255;
const longText = 10_000;

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
    // An outline of many positions is ASCII, which is read in a fraction of the time.
    const isLong = end - start > longText && isAscii(bytes.subarray(start, end));
    return bytes.toString(isLong ? "latin1" : "utf8", start, end);
  }

  /** The UTF-8 bytes of a text, each as a character: their order is that of code points. */
  bytesOf(place: number): string {
    const { bytes, start, end } = this.#slot(place);
    return bytes.toString("latin1", start, end);
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

const largeLength = 65_536;

/** Returns the typed array, or a longer copy if it has no room for `index`. */
export function withRoom<
  T extends Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array,
>(array: T, index: number): T {
  if (index < array.length) return array;
  const Kind = array.constructor as new (length: number) => T;
  // Doubling a large one would leave up to half of it empty; this has room for a full segment.
  const growth = array.length < largeLength ? 2 : 1.6;
  const longer = new Kind(Math.max(1024, Math.floor(array.length * growth), index + 1));
  longer.set(array);
  return longer;
}
