import type { PreparedGeometry } from "@emberline/cql2";
import { preparedBytes, prepareStored } from "@emberline/cql2/spatial";
import type { Rows } from "./rows.ts";

const defaultMaxBytes = 64_000_000;

/** Size of an entry in addition to its edges. */
const entryBytes = 1500;

/**
 * Geometries of rows, prepared for exact predicates: their edges, and their valid form if needed.
 * Limited by its size in bytes; the least recently used entries are dropped first.
 */
export class ShapeCache {
  readonly #rows: Rows;
  readonly #maxBytes: number;
  readonly #entries = new Map<number, { shape: PreparedGeometry; bytes: number }>();
  #bytes = 0;
  /** The row returned last, which may have grown since. */
  #last: { row: number; shape: PreparedGeometry } | undefined;

  constructor(rows: Rows, maxBytes: number = defaultMaxBytes) {
    this.#rows = rows;
    this.#maxBytes = maxBytes;
  }

  /** The geometry of a row that has a location and is not a point. */
  get(row: number): PreparedGeometry {
    if (this.#last?.row === row) return this.#last.shape;
    this.#settle();
    const shape =
      this.#entries.get(row)?.shape ??
      prepareStored(this.#rows.bounds(row), () => this.#rows.geometry(row)!);
    this.#last = { row, shape };
    return shape;
  }

  /** Current size. */
  get bytes(): number {
    this.#settle();
    return this.#bytes;
  }

  /** Caches the last one unless only its box was read, and evicts entries beyond the limit. */
  #settle(): void {
    if (!this.#last) return;
    const { row, shape } = this.#last;
    this.#last = undefined;
    const grown = preparedBytes(shape);
    if (grown === 0) return;
    this.#forget(row);
    this.#entries.set(row, { shape, bytes: grown + entryBytes });
    this.#bytes += grown + entryBytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#forget(oldest);
    }
  }

  #forget(row: number): void {
    this.#bytes -= this.#entries.get(row)?.bytes ?? 0;
    this.#entries.delete(row);
  }
}
