import { compareDirections, isBelow } from "./directions.ts";
import { EdgeTree } from "./edge-tree.ts";
import type { Edges } from "./edges.ts";
import { Groups } from "./groups.ts";
import { isStep, type Steps } from "./steps.ts";
import { turn } from "./turn.ts";

export const outerFace = 0;

/**
 * Edges that share only ends, none twice, and the faces between them. Edge e is two half-edges: 2e
 * from its first end to its second, and 2e + 1 back. A face lies to the left of each half-edge;
 * face 0 is the outer one.
 */
export interface PlaneGraph {
  readonly edges: Edges;
  /** The next half-edge around the face on the left. */
  readonly next: Int32Array;
  /** The face on the left of each half-edge. */
  readonly faceOf: Int32Array;
  readonly faces: number;
}

export function* planeGraph(edges: Edges): Steps<PlaneGraph> {
  const around = yield* halvesAround(edges);
  const next = new Int32Array(edges.ends.length);
  for (let v = 0; v + 1 < around.first.length; v++) {
    const [first, end] = [around.first[v]!, around.first[v + 1]!];
    for (let at = first; at < end; at++) {
      const clockwise = around.halves[at > first ? at - 1 : end - 1]!;
      next[around.halves[at]! ^ 1] = clockwise;
    }
    if (isStep(v)) yield;
  }
  const walkOf = yield* walksOf(next);
  yield;
  const walks = walkOf.reduce((most, walk) => Math.max(most, walk), -1) + 1;
  const groups = new Groups(walks + 1);
  yield;
  const tree = new EdgeTree(edges);
  yield;
  const outer = yield* outerHalves(edges, around);
  yield;
  for (const [i, half] of outer.entries()) {
    const nearest = edgeToTheWest(tree, edges.ends[half]!);
    // Walks count from 0; the last group is the outer face.
    groups.join(walkOf[half]!, nearest === undefined ? walks : walkOf[nearest]!);
    if (i % 16 === 15) yield;
  }
  yield;
  const numbers = new Map([[groups.of(walks), outerFace]]);
  const faceOfWalk = Int32Array.from({ length: walks }, (_, walk) => {
    const group = groups.of(walk);
    if (!numbers.has(group)) numbers.set(group, numbers.size);
    return numbers.get(group)!;
  });
  const faceOf = walkOf.map((walk) => faceOfWalk[walk]!);
  return { edges, next, faceOf, faces: numbers.size };
}

type Ends = Pick<Edges, "xy" | "ends">;

interface Around {
  /** Half-edges by their origin, counterclockwise around each. */
  halves: Uint32Array;
  /** Index of the first half-edge of each vertex, then the total. */
  first: Uint32Array;
}

function* halvesAround({ xy, ends }: Edges): Steps<Around> {
  const vertices = xy.length / 2;
  const first = new Uint32Array(vertices + 1);
  for (const end of ends) first[end + 1]!++;
  for (let v = 0; v < vertices; v++) first[v + 1]! += first[v]!;
  yield;
  const filled = first.slice();
  const halves = new Uint32Array(ends.length);
  for (let half = 0; half < ends.length; half++) halves[filled[ends[half]!]!++] = half;
  yield;
  for (let v = 0; v < vertices; v++) {
    // One or two are always in order.
    if (first[v + 1]! - first[v]! > 2)
      sortAround({ xy, ends }, halves.subarray(first[v], first[v + 1]));
    if (isStep(v)) yield;
  }
  return { halves, first };
}

/** Sorts the half-edges of one origin counterclockwise from east. */
function sortAround({ xy, ends }: Ends, halves: Uint32Array): Uint32Array {
  const x = xy[2 * ends[halves[0]!]!]!;
  const y = xy[2 * ends[halves[0]!]! + 1]!;
  return halves.sort((a, b) => {
    const p = 2 * ends[a ^ 1]!;
    const q = 2 * ends[b ^ 1]!;
    return compareDirections(x, y, xy[p]!, xy[p + 1]!, xy[q]!, xy[q + 1]!);
  });
}

/** Numbers the closed walks around faces. */
function* walksOf(next: Int32Array): Steps<Int32Array> {
  const walkOf = new Int32Array(next.length).fill(-1);
  let walks = 0;
  for (let start = 0; start < next.length; start++) {
    if (walkOf[start] !== -1) continue;
    let steps = 0;
    for (let half = start; walkOf[half] === -1; half = next[half]!) {
      walkOf[half] = walks;
      if (isStep(steps++)) yield;
    }
    walks++;
  }
  return walkOf;
}

/** For each connected set of edges, a half-edge with the surroundings of the set on its left. */
function* outerHalves({ xy, ends }: Edges, { halves, first }: Around): Steps<number[]> {
  const vertices = xy.length / 2;
  const sets = new Groups(vertices);
  for (let half = 0; half < ends.length; half += 2) {
    sets.join(ends[half]!, ends[half + 1]!);
    if (isStep(half + 1)) yield;
  }
  const westmost = new Map<number, number>();
  for (let v = 0; v < vertices; v++) {
    if (first[v] === first[v + 1]) continue;
    const set = sets.of(v);
    const known = westmost.get(set);
    const isFurther =
      known === undefined ||
      xy[2 * v]! < xy[2 * known]! ||
      (xy[2 * v] === xy[2 * known] && xy[2 * v + 1]! < xy[2 * known + 1]!);
    if (isFurther) westmost.set(set, v);
    if (isStep(v)) yield;
  }
  const outer: number[] = [];
  for (const v of westmost.values()) {
    // Nothing lies west of it, so west is to the left of its last half-edge that points north.
    const out = sortAround({ xy, ends }, halves.slice(first[v], first[v + 1]));
    const x = xy[2 * v]!;
    const y = xy[2 * v + 1]!;
    const north = out.findLast((half) => {
      const to = 2 * ends[half ^ 1]!;
      return !isBelow(x, y, xy[to]!, xy[to + 1]!);
    });
    outer.push(north ?? out.at(-1)!);
    if (isStep(outer.length)) yield;
  }
  return outer;
}

/**
 * The first half-edge west of a vertex, with the vertex on its left. The ray runs an infinitely
 * small step north of the vertex, so that it meets no other vertex.
 */
function edgeToTheWest(tree: EdgeTree, vertex: number): number | undefined {
  const { xy } = tree.edges;
  const x = xy[2 * vertex]!;
  const y = xy[2 * vertex + 1]!;
  const [leastX, , mostX] = tree.box;
  // Mostly an edge is close by: all those to the west are looked at only without one.
  for (let reach = (mostX - leastX) / 1024; ; reach *= 4) {
    const west = x - reach;
    const nearest = edgeBetween(tree, west, x, y);
    if (west <= leastX) return nearest;
    // A nearer edge would cross the ray within reach, and so would have been found.
    if (nearest !== undefined && isWithin(tree.edges, nearest, west)) return nearest;
  }
}

function isWithin({ xy, ends }: Edges, half: number, west: number): boolean {
  return xy[2 * ends[half]!]! >= west && xy[2 * ends[half ^ 1]!]! >= west;
}

/** The easternmost of those edges west of a place whose boxes reach a line from the west to it. */
function edgeBetween(tree: EdgeTree, west: number, x: number, y: number): number | undefined {
  const { xy, ends } = tree.edges;
  let nearest: number | undefined;
  tree.some([west, y, x, y], (edge) => {
    const rises = xy[2 * ends[2 * edge]! + 1]! < xy[2 * ends[2 * edge + 1]! + 1]!;
    // The half-edge that points south has east on its left.
    const south = 2 * edge + Number(rises);
    const upper = 2 * ends[south]!;
    const lower = 2 * ends[south ^ 1]!;
    if (xy[lower + 1]! > y || xy[upper + 1]! <= y) return false;
    const isWest = turn(xy[lower]!, xy[lower + 1]!, xy[upper]!, xy[upper + 1]!, x, y) < 0;
    if (isWest && (nearest === undefined || isEastOf(tree.edges, south, nearest))) nearest = south;
    return false;
  });
  return nearest;
}

/** Whether a lies east of b: two half-edges that point south across a latitude and do not cross. */
function isEastOf({ xy, ends }: Edges, a: number, b: number): boolean {
  const [upperA, lowerA] = [2 * ends[a]!, 2 * ends[a ^ 1]!];
  const [upperB, lowerB] = [2 * ends[b]!, 2 * ends[b ^ 1]!];
  const side = (lower: number, upper: number, place: number) =>
    turn(xy[lower]!, xy[lower + 1]!, xy[upper]!, xy[upper + 1]!, xy[place]!, xy[place + 1]!);
  const ofLower =
    xy[lowerA + 1]! >= xy[lowerB + 1]!
      ? -side(lowerB, upperB, lowerA)
      : side(lowerA, upperA, lowerB);
  return (ofLower || -side(lowerB, upperB, upperA)) > 0;
}
