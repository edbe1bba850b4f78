import { impliedBbox } from "@emberline/cql2";
import { type Box, cutBox, flatBox, intersectsBox } from "@emberline/geo";
import type { Interval } from "../time.ts";
import type { Queryable, Selection } from "./feature-store.ts";
import { Ordering } from "./ordering.ts";
import { rowTests } from "./row-filter.ts";
import type { Rows } from "./rows.ts";
import { SpatialIndex } from "./spatial-index.ts";

/** What the index takes for a row it finds, in rows that a scan passes in that time. */
const ROWS_SCANNED_PER_ROW_FOUND = 20;

const MIN_ROWS_FOR_INDEX = 10_000;

type Heights = readonly [lowest: number, highest: number] | undefined;

/** Ranks `from` ≤ rank < `to`; those without time, behind `untimed`, belong to every window. */
interface Window {
  from: number;
  to: number;
  untimed: number;
}

/** Answers selections over rows that no longer change. */
export class Search {
  readonly ordering: Ordering;
  #rows: Rows;
  #spatial: SpatialIndex | undefined;

  #queryables: readonly Queryable[];

  constructor(rows: Rows, queryables: readonly Queryable[]) {
    this.#rows = rows;
    this.#queryables = queryables;
    this.ordering = new Ordering(rows);
  }

  /** The ranks of the rows that match, ascending: cheap tests first, exact geometry last. */
  matches({ box, interval, filter }: Selection): Uint32Array {
    const window = this.#window(interval);
    const boxes = box ? cutBox(flatBox(box)) : [];
    const heights: Heights = box?.length === 6 ? [box[2], box[5]] : undefined;
    let ranks = this.#candidates(window, box ? boxes : impliedBoxes(filter));
    if (interval && this.#rows.hasIntervals) {
      ranks = ranks.filter((rank) => this.#isTimely(this.ordering.rowAt[rank]!, interval));
    }
    if (box) {
      ranks = ranks.filter((rank) => this.#meets(this.ordering.rowAt[rank]!, boxes, heights));
    }
    if (filter !== undefined) {
      const tests = rowTests(filter, this.#rows, this.#queryables);
      ranks = ranks.filter((rank) => {
        const row = this.ordering.rowAt[rank]!;
        return tests.every((test) => test(row));
      });
    }
    return ranks;
  }

  #window(interval: Interval | undefined): Window {
    const { timed: untimed } = this.ordering;
    if (!interval) return { from: 0, to: untimed, untimed };
    const from = Math.min(untimed, this.ordering.rankAtOrBefore(interval.end));
    // What lasts may have begun long before; an instant lies at or behind the interval's start.
    const to = this.#rows.hasIntervals ? untimed : this.ordering.rankBefore(interval.start);
    return { from, to: Math.max(from, Math.min(untimed, to)), untimed };
  }

  /** Ranks that may match: from the spatial index where it finds few enough, else the window. */
  #candidates({ from, to, untimed }: Window, boxes: Box[]): Uint32Array {
    const { count } = this.#rows;
    const scanned = to - from + count - untimed;
    if (boxes.length === 0 || scanned <= MIN_ROWS_FOR_INDEX) {
      return ranges(from, to, untimed, count);
    }
    this.#spatial ??= new SpatialIndex(this.#rows);
    const found = this.#spatial.share(boxes) * count;
    if (found * ROWS_SCANNED_PER_ROW_FOUND >= scanned) return ranges(from, to, untimed, count);
    const { rankOf } = this.ordering;
    const ranks = Uint32Array.from(this.#spatial.search(boxes), (row) => rankOf[row]!).sort();
    return ranks.filter((rank, i) => {
      const isTimely = (rank >= from && rank < to) || rank >= untimed;
      return isTimely && rank !== ranks[i - 1];
    });
  }

  #isTimely(row: number, { start, end }: Interval): boolean {
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

/** The boxes that whatever passes a filter must touch; none where it asks for no place. */
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
