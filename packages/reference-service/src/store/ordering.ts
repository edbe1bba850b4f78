import { Buffer } from "node:buffer";
import { sortSteps } from "@emberline/turns";
import type { OrderKey } from "./feature-store.ts";
import type { Rows } from "./rows.ts";

/** Rows per step: less than a millisecond. */
const rowsPerStep = 16_384;

/** The rows of a store in order: newest first, without time last, then by id. */
export class Ordering {
  /** From rank to row. */
  readonly rowAt: Uint32Array;
  /** From row to rank. */
  readonly rankOf: Uint32Array;
  /** Ranks from this one on have no time. */
  readonly timed: number;
  #rows: Rows;

  private constructor(rows: Rows, rowAt: Uint32Array) {
    this.#rows = rows;
    this.rowAt = rowAt;
    this.rankOf = new Uint32Array(rowAt.length);
    this.timed = this.#firstWhere((row) => rows.starts[row] === -Infinity);
  }

  static *of(rows: Rows): Generator<void, Ordering> {
    const ordering = new Ordering(rows, yield* sortedRows(rows));
    const { rowAt, rankOf } = ordering;
    for (let rank = 0; rank < rowAt.length; rank++) {
      rankOf[rowAt[rank]!] = rank;
      if (rank % rowsPerStep === 0) yield;
    }
    return ordering;
  }

  /** Number of rows. */
  get count(): number {
    return this.rowAt.length;
  }

  /** The first rank whose row starts at or before a time. */
  rankAtOrBefore(epochMs: number): number {
    return this.#firstWhere((row) => this.#rows.starts[row]! <= epochMs);
  }

  /** The first rank whose row starts before a time. */
  rankBefore(epochMs: number): number {
    return this.#firstWhere((row) => this.#rows.starts[row]! < epochMs);
  }

  /** The first rank after a place, whether or not a feature is at that place. */
  rankBehind(place: OrderKey): number {
    const time = place.time ?? -Infinity;
    const id = Buffer.from(place.id);
    return this.#firstWhere((row) => {
      const start = this.#rows.starts[row]!;
      return start < time || (start === time && this.#rows.compareId(row, id) > 0);
    });
  }

  /** Binary search for the first rank that passes a test; all later ranks must pass too. */
  #firstWhere(test: (row: number) => boolean): number {
    let low = 0;
    let high = this.rowAt.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (test(this.rowAt[middle]!)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function* sortedRows(rows: Rows): Generator<void, Uint32Array> {
  const { count, starts } = rows;
  let sorted = new Uint32Array(count);
  // Most archives are already sorted, oldest first.
  let isSorted = true;
  for (let rank = 0; rank < count; rank++) {
    sorted[rank] = count - 1 - rank;
    if (rank > 0 && starts[rank - 1]! > starts[rank]!) isSorted = false;
    if (rank % rowsPerStep === 0) yield;
  }
  if (!isSorted) {
    const byTime = (a: number, b: number) =>
      starts[a] === starts[b] ? 0 : starts[a]! > starts[b]! ? -1 : 1;
    sorted = Uint32Array.from(yield* sortSteps(sorted, byTime));
  }
  const byId = (a: number, b: number) => rows.compareIds(a, b);
  for (let from = 0, to = 1; to <= count; to++) {
    if (to % rowsPerStep === 0) yield;
    if (to < count && starts[sorted[from]!] === starts[sorted[to]!]) continue;
    if (to - from > 1) sorted.set(yield* sortSteps(sorted.subarray(from, to), byId), from);
    from = to;
  }
  return sorted;
}
