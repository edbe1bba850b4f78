import { withRoom } from "./growing.ts";
import type { TextHeap } from "./text-heap.ts";
import { ValueTypes } from "./value-types.ts";

const ABSENT = 0;
const MAX_DISTINCT = 4096;
const WIDE_NUMBER = 65_534;
const WIDE_TEXT = 65_535;

/**
 * One property of all rows. The first distinct values form a dictionary and cost two bytes a row;
 * further numbers are kept as doubles, further texts in the heap, eight bytes more each.
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
  #lastText: unknown;
  #lastPlace = 0;

  constructor(name: string, heap: TextHeap) {
    this.name = name;
    this.#heap = heap;
  }

  set(row: number, value: unknown): void {
    if (row >= this.#codes.length) this.#codes = withRoom(this.#codes, row);
    const isFull = this.values.length > MAX_DISTINCT;
    // Numbers beyond a full dictionary are rarely in it, and not worth the search.
    const known = isFull && typeof value === "number" ? undefined : this.#codeOf.get(value);
    if (known !== undefined) this.#codes[row] = known;
    else this.#setNew(row, value, isFull);
  }

  /** The dictionary's code of a row, or undefined where its value stands outside the dictionary. */
  code(row: number): number | undefined {
    const code = row < this.#codes.length ? this.#codes[row]! : ABSENT;
    return code < WIDE_NUMBER ? code : undefined;
  }

  /** The value of a row; undefined where the feature has no such property. */
  value(row: number): unknown {
    const code = row < this.#codes.length ? this.#codes[row]! : ABSENT;
    if (code === WIDE_NUMBER) return this.#wide[row];
    if (code === WIDE_TEXT) return JSON.parse(this.#heap.get(this.#wide[row]!));
    return this.values[code];
  }

  /** The value of a row as JSON. */
  json(row: number): string {
    const code = this.#codes[row]!;
    if (code === WIDE_NUMBER) return `${this.#wide[row]}`;
    if (code === WIDE_TEXT) return this.#heap.get(this.#wide[row]!);
    return this.#fragments[code]!;
  }

  #setNew(row: number, value: unknown, isFull: boolean): void {
    if (value === this.#lastText) {
      this.#setWide(row, WIDE_TEXT, this.#lastPlace);
      return;
    }
    this.types.add(value);
    const isObject = typeof value === "object" && value !== null;
    if (!isFull && !isObject) {
      this.#codes[row] = this.values.length;
      this.#codeOf.set(value, this.values.length);
      this.values.push(value);
      this.#fragments.push(JSON.stringify(value));
    } else if (typeof value === "number") {
      this.#setWide(row, WIDE_NUMBER, value);
    } else {
      // Detections of one overpass come together, so their texts are kept once.
      this.#lastText = value;
      this.#lastPlace = this.#heap.add(JSON.stringify(value));
      this.#setWide(row, WIDE_TEXT, this.#lastPlace);
    }
  }

  #setWide(row: number, code: number, value: number): void {
    if (row >= this.#wide.length) this.#wide = withRoom(this.#wide, row);
    this.#codes[row] = code;
    this.#wide[row] = value;
  }
}
