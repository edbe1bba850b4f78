import { Cql2Error } from "../../error.ts";
import type { Steps } from "../steps.ts";
import { Cuts } from "./cuts.ts";
import { edgePairs } from "./edge-pairs.ts";
import { EdgeTree } from "./edge-tree.ts";
import { type Edges, numberPlaces } from "./edges.ts";

/** Rounded crossings make new ones, but hardly ever more than twice. */
const maxRounds = 16;
/**
 * Places nearer than this share of the largest coordinate are one: far more than rounding moves.
 */
const snapShare = 1e-12;

/**
 * Edges that have nothing in common but ends, or all of themselves. Equal places have one number.
 */
export interface Noded extends Edges {
  /** Pairs of the edges they were made of that cross each other inside both. */
  readonly crossings: number;
}

/**
 * Cuts edges wherever they cross or touch. As in GEOS, places are only moved together where it does
 * not work without.
 *
 * @throws {Cql2Error} when there are too many crossings (`limit`)
 */
export function* nodeEdges(edges: Edges, mostCrossings: number): Steps<Noded> {
  const whole = yield* withoutPoints(edges);
  const plain = yield* cutThrough(whole, mostCrossings);
  if (plain !== undefined) return plain;
  const snapped = yield* cutThrough(yield* snap(whole), mostCrossings, snap);
  return snapped ?? { ...(yield* numberPlaces(whole)), crossings: 0 };
}

/** Cuts until no crossing is left; undefined where rounding makes new ones for ever. */
function* cutThrough(
  edges: Edges,
  mostCrossings: number,
  after?: (edges: Edges) => Steps<Edges>,
): Steps<Noded | undefined> {
  let first: number | undefined;
  let cut = edges;
  for (let round = 0; round < maxRounds && cut.ends.length > 0; round++) {
    const cuts = new Cuts(cut);
    const tree = new EdgeTree(cut);
    const isTooMuch = yield* edgePairs(tree, tree, (a, b) => {
      cuts.note(a, b);
      return cuts.crossings > mostCrossings;
    });
    if (isTooMuch) throw crossingsError(mostCrossings);
    first ??= cuts.crossings;
    cut = yield* cuts.apply();
    if (after) cut = yield* after(cut);
    if (cuts.crossings === 0) return { ...(yield* numberPlaces(cut)), crossings: first };
  }
  return edges.ends.length === 0 ? { ...(yield* numberPlaces(edges)), crossings: 0 } : undefined;
}

function crossingsError(most: number): Cql2Error {
  return new Cql2Error(
    "limit",
    `A geometry may cross itself at most ${most.toLocaleString("en")} times; leave out rings or vertices that cross others`,
  );
}

function withoutPoints(edges: Edges): Steps<Edges> {
  return new Cuts(edges).apply();
}

/** Gives one place to all vertices that are nearly the same; the first keeps its own. */
function snap(edges: Edges): Steps<Edges> {
  const { xy, ends, paths } = edges;
  const tolerance = xy.reduce((most, value) => Math.max(most, Math.abs(value)), 1) * snapShare;
  const cells = new Map<string, number>();
  const find = (end: number): number => {
    const column = Math.floor(xy[2 * end]! / tolerance);
    const row = Math.floor(xy[2 * end + 1]! / tolerance);
    for (let x = column - 1; x <= column + 1; x++) {
      for (let y = row - 1; y <= row + 1; y++) {
        const known = cells.get(`${x} ${y}`);
        if (known !== undefined) return known;
      }
    }
    cells.set(`${column} ${row}`, end);
    return end;
  };
  return withoutPoints({ xy, ends: ends.map(find), paths });
}
