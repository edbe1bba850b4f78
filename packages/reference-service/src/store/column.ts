import { withRoom } from "./growing.ts";
import type { TextHeap } from "./text-heap.ts";
import { ValueTypes } from "./value-types.ts";

const absent = 0;
const maxDistinct = 4096;
const wideNumber = 65_534;
const wideText = 65_535;

/**
 * One property of all rows. The first distinct texts and integers form a dictionary and cost two
 * bytes a row; other numbers are kept as doubles, other texts in the heap, eight bytes more each.
 */
export class Column {
  readonly name: string;
  readonly types = new ValueTypes();
  /** The values the dictionary's codes stand for; code 0 is an absent value. */
  readonly values: unknown[] = [undefined];
  #fragments: string[] = ["null"];
  #codes = new Uint16Array(0);
  #codeOf = new Map<unknown, number>();
  #wide = new Float64Array(0);
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
      // Measurements rarely repeat, and are not worth a search.
      this.#setMeasurement(row, value);
      return;
    }
    // Detections of one overpass come together and share most of their texts.
    if (value !== this.#lastValue) {
      this.#lastValue = value;
      this.#lastCode = this.#codeOf.get(value) ?? this.#newCode(value);
    }
    if (this.#lastCode < wideNumber) this.#codes[row] = this.#lastCode;
    else this.#setWide(row, this.#lastCode, this.#lastWide);
  }

  /** The dictionary's code of a row, or undefined where its value stands outside the dictionary. */
  code(row: number): number | undefined {
    const code = row < this.#codes.length ? this.#codes[row]! : absent;
    return code < wideNumber ? code : undefined;
  }

  /** The value of a row; undefined where the feature has no such property. */
  value(row: number): unknown {
    const code = row < this.#codes.length ? this.#codes[row]! : absent;
    if (code === wideNumber) return this.#wide[row];
    if (code === wideText) return JSON.parse(this.#heap.get(this.#wide[row]!));
    return this.values[code];
  }

  /** The value of a row as JSON. */
  json(row: number): string {
    const code = this.#codes[row]!;
    if (code === wideNumber) return `${this.#wide[row]}`;
    if (code === wideText) return this.#heap.get(this.#wide[row]!);
    return this.#fragments[code]!;
  }

  #setMeasurement(row: number, value: number): void {
    // JSON has no word for what is beyond a double, which JSON.parse reads as infinite.
    if (!Number.isFinite(value)) {
      this.set(row, null);
      return;
    }
    this.types.add(value);
    this.#setWide(row, wideNumber, value);
  }

  /** A code in the dictionary, or that of the wide value that is then `#lastWide`. */
  #newCode(value: unknown): number {
    this.types.add(value);
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
