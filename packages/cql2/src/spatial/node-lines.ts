import { type Coordinate, cutLines } from "./jsts.ts";

/** Places nearer than this share of the largest coordinate are one: the rounding of a crossing is far less. */
const SNAP_SHARE = 1e-12;
const MOST_ROUNDS = 10;

/** Gives one place to all coordinates that are nearly the same; the first seen keeps its own. */
class Snapper {
  readonly #tolerance: number;
  readonly #cells = new Map<string, Coordinate>();

  constructor(tolerance: number) {
    this.#tolerance = tolerance;
  }

  snap(coordinate: Coordinate): Coordinate {
    const column = Math.floor(coordinate.x / this.#tolerance);
    const row = Math.floor(coordinate.y / this.#tolerance);
    for (let x = column - 1; x <= column + 1; x++) {
      for (let y = row - 1; y <= row + 1; y++) {
        const known = this.#cells.get(`${x} ${y}`);
        if (known !== undefined) return known;
      }
    }
    this.#cells.set(`${column} ${row}`, coordinate);
    return coordinate;
  }

  snapLine(line: readonly Coordinate[]): Coordinate[] {
    const snapped = line.map((coordinate) => this.snap(coordinate));
    return snapped.filter((coordinate, i) => coordinate !== snapped[i - 1]);
  }
}

function magnitude(lines: readonly (readonly Coordinate[])[]): number {
  let most = 1;
  for (const line of lines) {
    for (const { x, y } of line) most = Math.max(most, Math.abs(x), Math.abs(y));
  }
  return most;
}

type Lines = readonly Coordinate[][];

/** Cuts until no crossing is left; undefined where rounding makes new ones for ever. */
function cutThrough(lines: Lines, after: (line: Coordinate[]) => Coordinate[]): Lines | undefined {
  let noded = lines.map(after).filter(({ length }) => length > 1);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const cut = cutLines(noded);
    noded = cut.lines.map(after).filter(({ length }) => length > 1);
    if (cut.crossings === 0) return noded;
  }
  return undefined;
}

/**
 * Cuts lines until they share nothing but ends or whole edges. As in GEOS,
 * places are only moved together where it does not work without.
 */
export function nodeLines(lines: Lines): Lines {
  const plain = cutThrough(lines, (line) => line);
  if (plain !== undefined) return plain;
  const snapper = new Snapper(magnitude(lines) * SNAP_SHARE);
  return cutThrough(lines, (line) => snapper.snapLine(line)) ?? lines;
}
