import type { Position } from "@emberline/geo";
import { Groups } from "./groups.ts";
import type { PlaneGraph } from "./plane-graph.ts";
import { isStep, type Steps } from "./steps.ts";
import { turn } from "./turn.ts";

/**
 * The polygons, in longitude and latitude, formed by some of a graph's faces: shells run
 * counterclockwise, holes clockwise, no ring touches itself, and polygons touch only at points.
 */
export function* areasOf(
  graph: PlaneGraph,
  isInside: (face: number) => boolean,
): Steps<Position[][][]> {
  const { faceOf, next, edges } = graph;
  const bounds = new Uint8Array(faceOf.length);
  for (let half = 0; half < bounds.length; half++) {
    bounds[half] = Number(isInside(faceOf[half]!) && !isInside(faceOf[half ^ 1]!));
    if (isStep(half)) yield;
  }
  const joined = new Groups(graph.faces);
  for (let half = 0; half < faceOf.length; half += 2) {
    const [left, right] = [faceOf[half]!, faceOf[half ^ 1]!];
    if (isInside(left) && isInside(right)) joined.join(left, right);
    if (isStep(half + 1)) yield;
  }
  yield;
  const polygons = new Map<number, Position[][]>();
  const taken = new Uint8Array(bounds.length);
  const rings = new RingSplitter(edges.xy);
  for (let start = 0; start < bounds.length; start++) {
    if (isStep(start)) yield;
    if (bounds[start] === 0 || taken[start] === 1) continue;
    const walk: number[] = [];
    for (let half = start; taken[half] === 0; ) {
      taken[half] = 1;
      walk.push(edges.ends[half]!);
      half = next[half]!;
      // Skip edges with the area on both sides.
      while (bounds[half] === 0) half = next[half ^ 1]!;
      if (isStep(walk.length)) yield;
    }
    const area = joined.of(faceOf[start]!);
    const polygon = polygons.get(area) ?? [];
    polygons.set(area, polygon);
    for (const ring of yield* rings.split(walk)) {
      yield;
      if (isCounterclockwise(ring)) polygon.unshift(ring);
      else polygon.push(ring);
    }
  }
  return [...polygons.values()];
}

/** Splits closed walks at repeated vertices. */
class RingSplitter {
  readonly #xy: Float64Array;
  readonly #placeOf: Int32Array;

  constructor(xy: Float64Array) {
    this.#xy = xy;
    this.#placeOf = new Int32Array(xy.length / 2).fill(-1);
  }

  *split(walk: readonly number[]): Steps<Position[][]> {
    const rings: Position[][] = [];
    const open: number[] = [];
    for (const [i, vertex] of walk.entries()) {
      const before = this.#placeOf[vertex]!;
      if (before !== -1) rings.push(yield* this.#close(open.splice(before)));
      this.#placeOf[vertex] = open.length;
      open.push(vertex);
      if (isStep(i)) yield;
    }
    rings.push(yield* this.#close(open));
    return rings;
  }

  *#close(vertices: readonly number[]): Steps<Position[]> {
    const ring: Position[] = [];
    for (const vertex of vertices) {
      this.#placeOf[vertex] = -1;
      ring.push([this.#xy[2 * vertex]!, this.#xy[2 * vertex + 1]!]);
      if (isStep(ring.length)) yield;
    }
    ring.push([...ring[0]!]);
    return ring;
  }
}

/** The orientation of a ring that does not touch itself, at its lowest westernmost vertex. */
export function isCounterclockwise(ring: readonly Position[]): boolean {
  const last = ring.length - 1;
  let corner = 0;
  for (let i = 1; i < last; i++) {
    const [x, y] = ring[i]!;
    const [cornerX, cornerY] = ring[corner]!;
    if (x < cornerX || (x === cornerX && y < cornerY)) corner = i;
  }
  const [ax, ay] = ring[(corner + last - 1) % last]!;
  const [bx, by] = ring[corner]!;
  const [cx, cy] = ring[(corner + 1) % last]!;
  return turn(ax, ay, bx, by, cx, cy) > 0;
}
