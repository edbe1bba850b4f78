import type { PreparedGeometry } from "@emberline/cql2";
import { preparedBytes, prepareStored } from "@emberline/cql2/spatial";
import type { Rows } from "./rows.ts";

const defaultMaxBytes = 64_000_000;

/** More than a store has; keys stay whole numbers for two million stores. */
const rowsPerNumber = 2 ** 32;

/** Size of an entry in addition to its edges. */
const entryBytes = 1500;

/**
 * Geometries of rows, prepared for exact predicates: their edges, and their valid form if needed.
 * Limited by its size in bytes; the least recently used entries are dropped first.
 */
export class ShapeCache {
  readonly #maxBytes: number;
  /** By number of the rows and row. */
  readonly #entries = new Map<number, { shape: PreparedGeometry; bytes: number }>();
  #bytes = 0;
  /** The row returned last, which may have grown since. */
  #last: { key: number; shape: PreparedGeometry } | undefined;

  constructor(maxBytes: number = defaultMaxBytes) {
    this.#maxBytes = maxBytes;
  }

  /** The geometry of a row that has a location and is not a point. */
  get(rows: Rows, row: number): PreparedGeometry {
    const key = rows.number * rowsPerNumber + row;
    if (this.#last?.key === key) return this.#last.shape;
    this.#settle();
    const shape =
      this.#entries.get(key)?.shape ?? prepareStored(rows.bounds(row), () => rows.geometry(row)!);
    this.#last = { key, shape };
    return shape;
  }

  /** Drops the geometries of rows that are no longer read. */
  forget(rows: Rows): void {
    this.#settle();
    for (const key of this.#entries.keys()) {
      if (Math.floor(key / rowsPerNumber) === rows.number) this.#forget(key);
    }
  }

  /** Current size. */
  get bytes(): number {
    this.#settle();
    return this.#bytes;
  }

  /** Caches the last one unless only its box was read, and evicts entries beyond the limit. */
  #settle(): void {
    if (!this.#last) return;
    const { key, shape } = this.#last;
    this.#last = undefined;
    const grown = preparedBytes(shape);
    if (grown === 0) return;
    this.#forget(key);
    this.#entries.set(key, { shape, bytes: grown + entryBytes });
    this.#bytes += grown + entryBytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#forget(oldest);
    }
  }

  #forget(key: number): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
