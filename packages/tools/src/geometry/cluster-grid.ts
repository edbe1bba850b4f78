import { leastKmPerDegree } from "@emberline/geo";

const radians = Math.PI / 180;

/**
 * Upper bound on WGS 84 for a degree of latitude, and times the cosine of latitude, of longitude.
 */
const mostKmPerDegree = 111.7;
/** The smallest radius of curvature of WGS 84: the meridian's at the equator. */
const leastRadiusKm = 6335;

/** One cell with its points. */
export interface GridCell {
  readonly row: number;
  readonly column: number;
  readonly points: number[];
  /** The points in chains; set by the user of the grid. */
  chains: readonly (readonly number[])[];
}

/**
 * A grid of cells so small that all points of one cell lie at most `km` apart: rows of latitude,
 * each divided into its own number of columns.
 */
export class ClusterGrid {
  readonly #km: number;
  readonly #sideKm: number;
  readonly #rowDeg: number;
  /** By row, then column: one map of a million cells would stop all else when it grows. */
  readonly #rows = new Map<number, Map<number, GridCell>>();

  constructor(km: number) {
    this.#km = km;
    // The diagonal of a square of this side is a little less than `km`.
    this.#sideKm = km * 0.7;
    this.#rowDeg = this.#sideKm / mostKmPerDegree;
  }

  add(point: number, lon: number, lat: number): void {
    const row = Math.floor((lat + 90) / this.#rowDeg);
    const turn = (((lon % 360) + 360) % 360) / 360;
    const columns = this.#columnsOf(row);
    const column = Math.min(columns - 1, Math.floor(turn * columns));
    let cells = this.#rows.get(row);
    if (!cells) {
      cells = new Map();
      this.#rows.set(row, cells);
    }
    const known = cells.get(column);
    if (known) known.points.push(point);
    else cells.set(column, { row, column, points: [point], chains: [] });
  }

  *cells(): Generator<GridCell> {
    for (const cells of this.#rows.values()) yield* cells.values();
  }

  /** Neighbours that may have points within `km` of this cell's; each pair of cells occurs once. */
  *neighboursAfter({ row, column }: GridCell): Generator<GridCell> {
    const width = 1 / this.#columnsOf(row);
    const rows = Math.ceil(this.#km / leastKmPerDegree / this.#rowDeg);
    const reach = this.#reachInTurns(row, row + rows);
    for (let other = row; other <= row + rows; other++) {
      const columns = this.#columnsOf(other);
      const first = Math.floor((column * width - reach) * columns);
      const last = Math.floor(((column + 1) * width + reach) * columns);
      // A range around the whole Earth visits each column once.
      const end = Math.min(last, first + columns - 1);
      const cells = this.#rows.get(other);
      if (!cells) continue;
      for (let at = first; at <= end; at++) {
        const found = cells.get(((at % columns) + columns) % columns);
        if (found && (other > row || found.column > column)) yield found;
      }
    }
  }

  /**
   * The largest longitude difference of two points of these rows within `km`, as a share of 360°.
   */
  #reachInTurns(from: number, to: number): number {
    const poleward = Math.max(Math.abs(this.#southOf(from)), Math.abs(this.#southOf(to + 1)));
    // Haversine formula on the smallest sphere.
    const sine =
      Math.sin(this.#km / 2 / leastRadiusKm) / Math.cos(Math.min(90, poleward) * radians);
    return sine < 1 ? (Math.asin(sine) * 2.02) / (2 * Math.PI) : 1;
  }

  #southOf(row: number): number {
    return row * this.#rowDeg - 90;
  }

  /** The number of cells in a row, none of them wider than the side. */
  #columnsOf(row: number): number {
    const [south, north] = [this.#southOf(row), this.#southOf(row + 1)];
    const widest = south < 0 && north > 0 ? 0 : Math.min(Math.abs(south), Math.abs(north));
    const kmAround = 360 * mostKmPerDegree * Math.cos(Math.min(90, widest) * radians);
    return Math.max(1, Math.ceil(kmAround / this.#sideKm));
  }
}
