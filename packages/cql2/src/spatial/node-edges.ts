import { Cql2Error } from "../values/error.ts";
import { Cuts } from "./cuts.ts";
import { edgePairs } from "./edge-pairs.ts";
import { EdgeTree } from "./edge-tree.ts";
import { type Edges, numberPlaces } from "./edges.ts";
import type { Steps } from "./steps.ts";

/** Rounded crossings create new ones, but rarely more than twice. */
const maxRounds = 16;
/** Places closer than this share of the largest coordinate are merged: far above rounding. */
const snapShare = 1e-12;

/** Edges that are equal or share only ends. Equal places have equal numbers. */
export interface Noded extends Edges {
  /** Pairs of original edges that cross in the interior of both. */
  readonly crossings: number;
}

/**
 * Cuts edges wherever they cross or touch. As in GEOS, places are snapped only if cutting alone
 * does not succeed.
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

/** Cuts until no crossing is left; undefined if rounding keeps creating new ones. */
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

/** Moves nearly equal vertices to the first of them. */
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
