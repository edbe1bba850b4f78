import { impliedBbox } from "@emberline/cql2";
import { type Box, cutBox, flatBox, intersectsBox } from "@emberline/geo";
import { finishInTurns, type Pause, sortSteps } from "@emberline/turns";
import type { EpochInterval } from "../values/time.ts";
import type { Queryable, Selection } from "./feature-store.ts";
import type { Ordering } from "./ordering.ts";
import { type RowTest, rowTestSteps } from "./row-filter.ts";
import type { Rows } from "./rows.ts";
import type { ShapeCache } from "./shape-cache.ts";
import { SpatialIndex } from "./spatial-index.ts";

/** Cost of a row found by the index, in rows of a scan. */
const rowsScannedPerRowFound = 20;

const minRowsForIndex = 10_000;

/** A list of numbers that is sorted in a few milliseconds. */
const maxRanksAtOnce = 32_768;

/** Rows per step, by kind of test; exact geometry takes longer than a point. */
const stepSizes = { plain: 8192, cheap: 16, boxes: 8, points: 16, dear: 1 };

type Heights = readonly [lowest: number, highest: number] | undefined;

/** Ranks `from` ≤ rank < `to`; those without time, from `untimed` on, belong to every window. */
interface Window {
  from: number;
  to: number;
  untimed: number;
}

/** Searches ordered rows. */
export class Search {
  readonly #ordering: Ordering;
  #rows: Rows;
  #shapes: ShapeCache;
  /** The pause of shared work, which must not end with one caller. */
  #pause: Pause;
  #spatial: Promise<SpatialIndex> | undefined;

  constructor(ordering: Ordering, rows: Rows, shapes: ShapeCache, pause: Pause) {
    this.#ordering = ordering;
    this.#rows = rows;
    this.#shapes = shapes;
    this.#pause = pause;
  }

  get isIndexed(): boolean {
    return this.#spatial !== undefined;
  }

  /** Indexes the boxes of its rows. */
  index(pause: Pause = this.#pause): Promise<SpatialIndex> {
    const { rowAt } = this.#ordering;
    this.#spatial ??= finishInTurns(SpatialIndex.of(this.#rows, rowAt), pause);
    return this.#spatial;
  }

  /**
   * The ranks of the rows that match, ascending: cheap tests first, exact geometry last.
   *
   * @throws {Cql2Error} when a geometry of the filter crosses itself too often (`limit`)
   */
  async matches(
    { box, interval, filter }: Selection,
    queryables: readonly Queryable[],
    pause: Pause,
  ): Promise<Uint32Array> {
    const window = this.#window(interval);
    const boxes = box ? cutBox(flatBox(box)) : [];
    const heights: Heights = box?.length === 6 ? [box[2], box[5]] : undefined;
    let ranks = await this.#candidates(window, box ? boxes : impliedBoxes(filter), pause);
    const keep = async (test: RowTest, rowsPerStep: number) => {
      ranks = await finishInTurns(this.#kept(ranks, test, rowsPerStep), pause);
    };
    if (interval && this.#rows.hasIntervals) {
      await keep((row) => this.#isTimely(row, interval), stepSizes.plain);
    }
    if (box) await keep((row) => this.#meets(row, boxes, heights), stepSizes.boxes);
    if (filter !== undefined) {
      const steps = rowTestSteps(filter, this.#rows, this.#shapes, queryables);
      const { cheap, dear } = await finishInTurns(steps, pause);
      if (cheap) await keep(cheap, stepSizes.cheap);
      if (dear) await keep(dear, this.#rows.arePoints ? stepSizes.points : stepSizes.dear);
    }
    return ranks;
  }

  *#kept(ranks: Uint32Array, test: RowTest, rowsPerStep: number): Generator<void, Uint32Array> {
    const kept = new Uint32Array(ranks.length);
    let count = 0;
    for (let i = 0; i < ranks.length; i++) {
      if (test(this.#ordering.rowAt[ranks[i]!]!)) kept[count++] = ranks[i]!;
      if (i % rowsPerStep === 0) yield;
    }
    return kept.slice(0, count);
  }

  #window(interval: EpochInterval | undefined): Window {
    const { timed: untimed } = this.#ordering;
    if (!interval) return { from: 0, to: untimed, untimed };
    const from = Math.min(untimed, this.#ordering.rankAtOrBefore(interval.end));
    // Features with a duration may have begun long before; instants lie within the interval.
    const to = this.#rows.hasIntervals ? untimed : this.#ordering.rankBefore(interval.start);
    return { from, to: Math.max(from, Math.min(untimed, to)), untimed };
  }

  /** Ranks that may match: from the spatial index if it finds few, else the whole window. */
  async #candidates(
    { from, to, untimed }: Window,
    boxes: Box[],
    pause: Pause,
  ): Promise<Uint32Array> {
    const { count, rankOf } = this.#ordering;
    const scanned = to - from + count - untimed;
    if (boxes.length === 0 || scanned <= minRowsForIndex) {
      return ranges(from, to, untimed, count);
    }
    const spatial = await this.index();
    const found = spatial.share(boxes) * count;
    if (found * rowsScannedPerRowFound >= scanned) return ranges(from, to, untimed, count);
    const rows = spatial.search(boxes);
    const ranks = new Uint32Array(rows.length);
    for (let i = 0; i < rows.length; i++) ranks[i] = rankOf[rows[i]!]!;
    const sorted =
      ranks.length <= maxRanksAtOnce
        ? ranks.sort()
        : Uint32Array.from(
            await finishInTurns(
              sortSteps(ranks, (a, b) => a - b),
              pause,
            ),
          );
    return sorted.filter((rank, i) => {
      const isTimely = (rank >= from && rank < to) || rank >= untimed;
      return isTimely && rank !== sorted[i - 1];
    });
  }

  #isTimely(row: number, { start, end }: EpochInterval): boolean {
    const { starts, ends } = this.#rows;
    return starts[row] === -Infinity || (starts[row]! <= end && ends[row]! >= start);
  }

  #meets(row: number, boxes: Box[], heights: Heights): boolean {
    const rows = this.#rows;
    if (!rows.hasLocation(row)) return true;
    const isPoint = rows.isPoint(row);
    const west = rows.west[row]!;
    const south = rows.south[row]!;
    const east = isPoint ? west : rows.east[row]!;
    const north = isPoint ? south : rows.north[row]!;
    for (const box of boxes) {
      if (west > box[2] || east < box[0] || south > box[3] || north < box[1]) continue;
      const isInside = west >= box[0] && east <= box[2] && south >= box[1] && north <= box[3];
      if (isPoint || (isInside && !heights)) return true;
      if (intersectsBox(rows.geometry(row)!, box, heights)) return true;
    }
    return false;
  }
}

/** Boxes that every match of the filter must touch; none if the filter is not spatial. */
function impliedBoxes(filter: Selection["filter"]): Box[] {
  const implied = filter === undefined ? undefined : impliedBbox(filter);
  return implied ? cutBox(implied) : [];
}

function ranges(from: number, to: number, untimed: number, count: number): Uint32Array {
  const ranks = new Uint32Array(to - from + count - untimed);
  for (let i = 0; i < to - from; i++) ranks[i] = from + i;
  for (let i = 0; i < count - untimed; i++) ranks[to - from + i] = untimed + i;
  return ranks;
}
