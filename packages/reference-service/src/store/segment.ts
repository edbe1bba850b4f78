import { type Box, extentOf, type Geometry, geometryTextParts } from "@emberline/geo";
import { finishInTurns, type Pause } from "@emberline/turns";
import type { Extent, OrderKey, Page, PageRequest, TimedFeature } from "./feature-store.ts";
import { Ordering } from "./ordering.ts";
import { type PrintedGeometry, Rows } from "./rows.ts";
import { Search } from "./search.ts";
import type { ShapeCache } from "./shape-cache.ts";
import { StoredFeature } from "./stored-feature.ts";
import type { ValueTypes } from "./value-types.ts";

/** The part of a selection in one segment. */
export interface Part {
  segment: Segment;
  ordering: Ordering;
  /** The ranks that match, ascending; undefined if all do. */
  ranks: Uint32Array | undefined;
}

/** A page of a selection, whose parts are given in order. */
export function pageOf(
  parts: readonly Part[],
  { limit, after, offset = 0, select }: PageRequest,
): Page {
  const matched = parts.reduce((sum, part) => sum + countOf(part), 0);
  const behind = after ? parts.reduce((sum, part) => sum + countUpTo(part, after), 0) : 0;
  const first = Math.min(matched, behind + offset);
  const end = Math.min(matched, first + limit);
  return {
    matched,
    returned: end - first,
    features: {
      *[Symbol.iterator]() {
        for (const { segment, row } of placesOf(parts, first, end))
          yield segment.rows.json(row, select);
      },
    },
    next: end < matched && end > first ? lastKey(parts, end) : undefined,
  };
}

function lastKey(parts: readonly Part[], end: number): OrderKey | undefined {
  for (const { segment, row } of placesOf(parts, end - 1, end)) {
    const start = segment.rows.starts[row]!;
    return { time: start === -Infinity ? null : start, id: segment.rows.id(row) };
  }
  return undefined;
}

/** The rows from one place of the selection to another. */
function* placesOf(
  parts: readonly Part[],
  from: number,
  to: number,
): Generator<{ segment: Segment; row: number }> {
  let passed = 0;
  for (const part of parts) {
    const { segment, ordering, ranks } = part;
    const count = countOf(part);
    for (let i = Math.max(0, from - passed); i < Math.min(count, to - passed); i++) {
      yield { segment, row: ordering.rowAt[ranks ? ranks[i]! : i]! };
    }
    passed += count;
  }
}

/** How many features a part has. */
export function countOf({ segment, ranks }: Part): number {
  return ranks ? ranks.length : segment.count;
}

/** How many features of a part come at or before a place. */
function countUpTo({ ordering, ranks }: Part, place: OrderKey): number {
  const rank = ordering.rankBehind(place);
  if (!ranks) return rank;
  let low = 0;
  let high = ranks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranks[middle]! < rank) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A perimeter may take milliseconds, and is a step of its own. */
const pointsPerStep = 64;

/** Adds features to rows. */
function* addSteps(rows: Rows, features: readonly TimedFeature[]): Generator<void, void> {
  for (const feature of features) {
    if (isOutline(feature)) yield* addOutline(rows, feature);
    else rows.add(feature);
    if (rows.count % pointsPerStep === 0) yield;
  }
}

/** Whether a feature may have many positions. */
function isOutline(feature: TimedFeature): boolean {
  if (feature instanceof StoredFeature) return feature.isOutline;
  return feature.geometry !== null && feature.geometry.type !== "Point";
}

function* addOutline(rows: Rows, feature: TimedFeature): Generator<void, void> {
  const isStored = feature instanceof StoredFeature;
  rows.add(feature, isStored ? feature.printedGeometry : yield* printSteps(feature.geometry!));
  yield;
}

function* printSteps(geometry: Geometry): Generator<void, PrintedGeometry> {
  const bounds = extentOf(geometry);
  const parts: string[] = [];
  for (const part of geometryTextParts(geometry)) {
    parts.push(part);
    yield;
  }
  // Joined, since a text that is added up stays a tree of its parts in memory.
  return { text: parts.join(""), bounds };
}

let segmentsCreated = 0;

/**
 * Features of neighbouring times as a store has them at one moment. A segment never changes: a
 * change makes another one that appends to the same rows, and leaves out those that went.
 */
export class Segment {
  /** Unique in this process. */
  readonly number = segmentsCreated++;
  readonly rows: Rows;
  /** Number of features. */
  readonly count: number;
  /** No feature starts after this; −Infinity if none has a time. */
  readonly newest: number;
  /** No feature starts before this; −Infinity if one has no time. */
  readonly oldest: number;
  /** How many rows there were; later ones belong to later segments. */
  readonly #size: number;
  /** 1 for rows that went. */
  readonly #gone: Uint8Array | undefined;
  /** Rows in order, and the first of those that have yet to be ordered. */
  #ordered: { rows: Uint32Array; from: number };
  #ordering: Promise<Ordering> | undefined;
  #search: Promise<Search> | undefined;
  #searched: Search | undefined;
  #extent: Promise<Extent> | undefined;
  #types: Promise<ReadonlyMap<string, ValueTypes>> | undefined;

  private constructor(
    rows: Rows,
    ordered: { rows: Uint32Array; from: number },
    gone: Uint8Array | undefined,
    { newest, oldest }: { newest: number; oldest: number },
  ) {
    this.rows = rows;
    this.#size = rows.count;
    this.count = ordered.rows.length + rows.count - ordered.from;
    this.newest = newest;
    this.oldest = oldest;
    this.#ordered = ordered;
    this.#gone = gone;
  }

  /** A segment of all these rows, of which there is one at least. */
  static of(rows: Rows): Segment {
    const nothing = { newest: -Infinity, oldest: Infinity };
    const times = widened(nothing, rows, 0);
    return new Segment(rows, { rows: new Uint32Array(0), from: 0 }, undefined, times);
  }

  /**
   * The segment without some rows, and with further features.
   * @param gone 1 for each row that goes
   */
  *changed(gone: Uint8Array | undefined, added: readonly TimedFeature[]): Generator<void, Segment> {
    const { rows } = this;
    const from = rows.count;
    yield* addSteps(rows, added);
    const times = widened(this, rows, from);
    // Features that are loaded bit by bit are ordered once.
    if (!gone && from === this.#size) return new Segment(rows, this.#ordered, this.#gone, times);
    const { rowAt } = yield* this.orderingSteps();
    const kept = gone ? rowAt.filter((row) => !gone[row]) : rowAt;
    return new Segment(rows, { rows: kept, from }, this.#goneWith(gone, from), times);
  }

  /** The row of an id with its hash, or undefined. */
  find(id: string, hash: number): number | undefined {
    return this.rows.ids.find(id, hash, this.#has);
  }

  /** The order of its rows. */
  *orderingSteps(): Generator<void, Ordering> {
    const { rows, from } = this.#ordered;
    const ordering = yield* Ordering.of(this.rows, rows, { from, to: this.#size });
    this.#ordered = { rows: ordering.rowAt, from: this.#size };
    return ordering;
  }

  /** @param pause of shared work, which must not end with one caller */
  ordering(pause: Pause): Promise<Ordering> {
    this.#ordering ??= finishInTurns(this.orderingSteps(), pause);
    return this.#ordering;
  }

  /** All features in order. */
  *features(): Generator<void, Iterable<TimedFeature>> {
    const { rowAt } = yield* this.orderingSteps();
    const { rows } = this;
    return (function* () {
      for (const row of rowAt) yield new StoredFeature(rows, row);
    })();
  }

  /** @param pause of shared work, which must not end with one caller */
  search(shapes: ShapeCache, pause: Pause): Promise<Search> {
    this.#search ??= this.ordering(pause).then((ordering) => {
      this.#searched = new Search(ordering, this.rows, shapes, pause);
      return this.#searched;
    });
    return this.#search;
  }

  /** Whether a search has used its spatial index. */
  get isIndexed(): boolean {
    return this.#searched?.isIndexed === true;
  }

  /** @param pause of shared work, which must not end with one caller */
  extent(pause: Pause): Promise<Extent> {
    this.#extent ??= finishInTurns(this.#extentSteps(), pause);
    return this.#extent;
  }

  /**
   * The types of each property that a feature has.
   * @param pause of shared work, which must not end with one caller
   */
  types(pause: Pause): Promise<ReadonlyMap<string, ValueTypes>> {
    this.#types ??= finishInTurns(this.#typeSteps(), pause);
    return this.#types;
  }

  readonly #has = (row: number): boolean => row < this.#size && !this.#gone?.[row];

  #goneWith(gone: Uint8Array | undefined, from: number): Uint8Array | undefined {
    if (!gone && from === this.#size) return this.#gone;
    const all = new Uint8Array(from);
    if (this.#gone) all.set(this.#gone);
    if (gone) for (let row = 0; row < gone.length; row++) all[row] ||= gone[row]!;
    // Rows of a change that failed.
    return all.fill(1, this.#size);
  }

  *#typeSteps(): Generator<void, Map<string, ValueTypes>> {
    const all = new Map<string, ValueTypes>();
    const { rowAt } = yield* this.orderingSteps();
    for (const column of this.rows.shapes.columns.values()) {
      const types = yield* column.typeSteps(rowAt);
      if (types) all.set(column.name, types);
    }
    return all;
  }

  *#extentSteps(): Generator<void, Extent> {
    let bounds: Box = [Infinity, Infinity, -Infinity, -Infinity];
    const interval = { start: Infinity, end: -Infinity };
    const { rows } = this;
    const { rowAt } = yield* this.orderingSteps();
    for (let rank = 0; rank < rowAt.length; rank++) {
      if (rank % 4096 === 0) yield;
      const row = rowAt[rank]!;
      if (rows.hasLocation(row)) bounds = union(bounds, rows.bounds(row));
      const time = rows.time(row);
      if (!time) continue;
      interval.start = Math.min(interval.start, time.start);
      interval.end = Math.max(interval.end, time.end);
    }
    return {
      bounds: bounds[0] === Infinity ? undefined : bounds,
      interval: interval.start === Infinity ? undefined : interval,
    };
  }
}

/** Segments of a minimum size, newest first, for features that are given newest first. */
export function* segmentsOf(
  features: Iterable<TimedFeature>,
  rowsEach: number,
): Generator<void, Segment[]> {
  const segments: Segment[] = [];
  let rows = new Rows();
  let last: number | undefined;
  for (const feature of features) {
    const start = feature.time?.start;
    // Features that start at the same time stay together.
    if (rows.count >= rowsEach && start !== last) {
      segments.push(Segment.of(rows));
      rows = new Rows();
    }
    // No generator for a point: it would cost as much as the point.
    if (isOutline(feature)) yield* addOutline(rows, feature);
    else rows.add(feature);
    if (rows.count % pointsPerStep === 0) yield;
    last = start;
  }
  if (rows.count > 0) segments.push(Segment.of(rows));
  return segments;
}

/** Widens times to those of rows from a number on. */
function widened(
  { newest, oldest }: { newest: number; oldest: number },
  { starts, count }: Rows,
  from: number,
): { newest: number; oldest: number } {
  const times = { newest, oldest };
  for (let row = from; row < count; row++) {
    times.newest = Math.max(times.newest, starts[row]!);
    times.oldest = Math.min(times.oldest, starts[row]!);
  }
  return times;
}

/** The smallest box with both in it. */
export function union(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}
