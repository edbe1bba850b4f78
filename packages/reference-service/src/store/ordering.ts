import { Buffer } from "node:buffer";
import { sortSteps } from "@emberline/turns";
import type { OrderKey } from "./feature-store.ts";
import type { Rows } from "./rows.ts";

/** Rows per step: a few milliseconds at most. */
const rowsPerStep = 4096;

/** Rows in order: newest first, without time last, then by id. */
export class Ordering {
  /** From rank to row. */
  readonly rowAt: Uint32Array;
  /** Ranks from this one on have no time. */
  readonly timed: number;
  #rows: Rows;
  #rankOf: Uint32Array | undefined;

  private constructor(rows: Rows, rowAt: Uint32Array) {
    this.#rows = rows;
    this.rowAt = rowAt;
    this.timed = this.#firstWhere((row) => rows.starts[row] === -Infinity);
  }

  /** Orders ordered rows with all rows of a range. */
  static *of(
    rows: Rows,
    ordered: Uint32Array,
    { from, to }: { from: number; to: number },
  ): Generator<void, Ordering> {
    if (from === to) return new Ordering(rows, ordered);
    const added = yield* sortedRows(rows, from, to);
    return new Ordering(rows, yield* merged(rows, ordered, added));
  }

  /** From row to rank, for ordered rows. */
  get rankOf(): Uint32Array {
    this.#rankOf ??= ranks(this.rowAt, this.#rows.count);
    return this.#rankOf;
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

function ranks(rowAt: Uint32Array, count: number): Uint32Array {
  const rankOf = new Uint32Array(count);
  for (let rank = 0; rank < rowAt.length; rank++) rankOf[rowAt[rank]!] = rank;
  return rankOf;
}

/** Merges the rows of two orders. */
function* merged(rows: Rows, a: Uint32Array, b: Uint32Array): Generator<void, Uint32Array> {
  if (a.length === 0) return b;
  const { starts } = rows;
  const isBefore = (row: number, other: number) =>
    starts[row]! > starts[other]! ||
    (starts[row] === starts[other] && rows.compareIds(row, other) < 0);
  const all = new Uint32Array(a.length + b.length);
  let taken = 0;
  for (let i = 0; i < b.length; i++) {
    if (i % rowsPerStep === 0) yield;
    // Neighbours of one order are mostly neighbours in both.
    let end = a.length;
    for (let low = taken; low < end; ) {
      const middle = i === 0 || low > taken ? (low + end) >> 1 : low;
      if (isBefore(a[middle]!, b[i]!)) low = middle + 1;
      else end = middle;
    }
    all.set(a.subarray(taken, end), taken + i);
    all[end + i] = b[i]!;
    taken = end;
  }
  all.set(a.subarray(taken), taken + b.length);
  return all;
}

function* sortedRows(rows: Rows, first: number, end: number): Generator<void, Uint32Array> {
  const { starts } = rows;
  const count = end - first;
  const byTime = (a: number, b: number) =>
    starts[a] === starts[b] ? 0 : starts[a]! > starts[b]! ? -1 : 1;
  const sorted =
    (yield* joinedPieces(starts, first, end)) ??
    Uint32Array.from(yield* sortSteps(rowsOf(first, end), byTime));
  for (let from = 0, to = 1; to <= count; to++) {
    if (to % rowsPerStep === 0) yield;
    if (to < count && starts[sorted[from]!] === starts[sorted[to]!]) continue;
    if (to - from > 1) sorted.set(yield* sortedById(rows, sorted.subarray(from, to)), from);
    from = to;
  }
  return sorted;
}

function* rowsOf(first: number, end: number): Generator<number> {
  for (let row = first; row < end; row++) yield row;
}

const maxPieces = 64;

/**
 * The rows of a range newest first, if it has few pieces in order of time, oldest or newest first,
 * that do not overlap: as archives do, and what was read day by day.
 */
function* joinedPieces(
  starts: Float64Array,
  first: number,
  end: number,
): Generator<void, Uint32Array | undefined> {
  const pieces: { readonly from: number; readonly to: number; readonly isRising: boolean }[] = [];
  for (let from = first; from < end; ) {
    let [to, direction] = [from + 1, 0];
    for (; to < end; to++) {
      if (to % rowsPerStep === 0) yield;
      const step = Math.sign(starts[to]! - starts[to - 1]!) || 0;
      if (step * direction < 0) break;
      direction ||= step;
    }
    pieces.push({ from, to, isRising: direction > 0 });
    if (pieces.length > maxPieces) return undefined;
    from = to;
  }
  const newest = ({ from, to, isRising }: (typeof pieces)[number]) =>
    starts[isRising ? to - 1 : from]!;
  const oldest = ({ from, to, isRising }: (typeof pieces)[number]) =>
    starts[isRising ? from : to - 1]!;
  pieces.sort((a, b) => newest(b) - newest(a) || oldest(b) - oldest(a) || 0);
  for (let i = 1; i < pieces.length; i++)
    if (newest(pieces[i]!) > oldest(pieces[i - 1]!)) return undefined;
  const sorted = new Uint32Array(end - first);
  let at = 0;
  for (const { from, to, isRising } of pieces) {
    for (let i = 0; i < to - from; i++) sorted[at++] = isRising ? to - 1 - i : from + i;
    yield;
  }
  return sorted;
}

/** Reads each id once, which takes longer than most comparisons. */
function* sortedById(rows: Rows, group: Uint32Array): Generator<void, Uint32Array> {
  const keyed: { readonly row: number; readonly key: string }[] = [];
  for (const row of group) {
    keyed.push({ row, key: rows.idOrder(row) });
    if (keyed.length % rowsPerStep === 0) yield;
  }
  const inOrder = yield* sortSteps(keyed, (a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return Uint32Array.from(inOrder, ({ row }) => row);
}
