import { leastKmPerDegree } from "@emberline/geo";

const radians = Math.PI / 180;

/**
 * Nowhere on WGS 84 a degree of latitude is longer, nor one of
 * longitude by the cosine of the latitude.
 */
const mostKmPerDegree = 111.7;
/** The least radius of curvature of WGS 84, of the meridian at the equator. */
const leastRadiusKm = 6335;

/** More columns than any row has: a tenth of a kilometre around the equator. */
const maxColumns = 2 ** 21;

/**
 * Points in cells so small that all of one cell lie at most `km` apart: rows of
 * latitude, each cut into columns of longitude of its own number.
 */
export class ClusterGrid {
  readonly #km: number;
  readonly #sideKm: number;
  readonly #rowDeg: number;
  readonly #cells = new Map<number, number[]>();

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
    const cell = row * maxColumns + Math.min(columns - 1, Math.floor(turn * columns));
    const known = this.#cells.get(cell);
    if (known) known.push(point);
    else this.#cells.set(cell, [point]);
  }

  /** The points of each cell, by the cell's number. */
  cells(): Iterable<[cell: number, points: number[]]> {
    return this.#cells;
  }

  /**
   * The cells that may have points within `km` of a point of this one: of each two
   * neighbours one names the other.
   */
  *neighboursAfter(cell: number): Generator<number> {
    const row = Math.floor(cell / maxColumns);
    const column = cell % maxColumns;
    const width = 1 / this.#columnsOf(row);
    const rows = Math.ceil(this.#km / leastKmPerDegree / this.#rowDeg);
    const reach = this.#reachInTurns(row, row + rows);
    for (let other = row; other <= row + rows; other++) {
      const columns = this.#columnsOf(other);
      const first = Math.floor((column * width - reach) * columns);
      const last = Math.floor(((column + 1) * width + reach) * columns);
      // A range that goes around names every column once.
      const end = Math.min(last, first + columns - 1);
      for (let at = first; at <= end; at++) {
        const found = other * maxColumns + (((at % columns) + columns) % columns);
        if (found > cell && this.#cells.has(found)) yield found;
      }
    }
  }

  /**
   * How far apart in longitude two points of these rows can be that lie within
   * `km`: a share of the whole turn.
   */
  #reachInTurns(from: number, to: number): number {
    const poleward = Math.max(Math.abs(this.#southOf(from)), Math.abs(this.#southOf(to + 1)));
    // Half the angle between meridians by the sine of half the distance, on the smallest sphere.
    const sine =
      Math.sin(this.#km / 2 / leastRadiusKm) / Math.cos(Math.min(90, poleward) * radians);
    return sine < 1 ? (Math.asin(sine) * 2.02) / (2 * Math.PI) : 1;
  }

  #southOf(row: number): number {
    return row * this.#rowDeg - 90;
  }

  /** How many cells a row has, none wider than the side anywhere in the row. */
  #columnsOf(row: number): number {
    const [south, north] = [this.#southOf(row), this.#southOf(row + 1)];
    const widest = south < 0 && north > 0 ? 0 : Math.min(Math.abs(south), Math.abs(north));
    const kmAround = 360 * mostKmPerDegree * Math.cos(Math.min(90, widest) * radians);
    return Math.max(1, Math.ceil(kmAround / this.#sideKm));
  }
}
