import type { Position } from "@emberline/geo";
import { VertexNumbers } from "./vertex-numbers.ts";

/** Straight edges between numbered vertices, path by path. */
export interface Edges {
  /** Longitude and latitude of each vertex, in degrees. */
  readonly xy: Float64Array;
  /** The two vertices of each edge, in the direction of its path. */
  readonly ends: Uint32Array;
  /** The first edge of each path, then the count of all edges. */
  readonly paths: Uint32Array;
}

/**
 * The edges of paths. A vertex that is repeated in a row counts once; a path of one place is an
 * edge without length.
 */
export function edgesOf(paths: readonly (readonly Position[])[]): Edges {
  const most = paths.reduce((sum, { length }) => sum + length, 0);
  const xy = new Float64Array(2 * most);
  const ends = new Uint32Array(2 * most);
  const firsts = new Uint32Array(paths.length + 1);
  let [vertices, edges] = [0, 0];
  paths.forEach((path, number) => {
    const first = vertices;
    for (const [x, y] of path) {
      const last = 2 * vertices - 2;
      if (vertices > first && xy[last] === x && xy[last + 1] === y) continue;
      // Minus zero is the same place as zero.
      xy[2 * vertices] = x + 0;
      xy[2 * vertices + 1] = y + 0;
      if (vertices > first) {
        ends[2 * edges] = vertices - 1;
        ends[2 * edges + 1] = vertices;
        edges++;
      }
      vertices++;
    }
    if (vertices === first + 1) {
      ends.fill(first, 2 * edges, 2 * edges + 2);
      edges++;
    }
    firsts[number + 1] = edges;
  });
  return { xy: xy.slice(0, 2 * vertices), ends: ends.slice(0, 2 * edges), paths: firsts };
}

/** The same edges, with one number for equal places. */
export function numberPlaces({ xy, ends, paths }: Edges): Edges {
  const numbers = new VertexNumbers(ends.length / 2);
  const same = ends.map((end) => numbers.of(xy[2 * end]!, xy[2 * end + 1]!));
  return { xy: numbers.xy, ends: same, paths };
}

/** The number of the path that an edge belongs to. */
export function pathOf({ paths }: Edges, edge: number): number {
  let low = 0;
  let high = paths.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (paths[middle]! <= edge) low = middle;
    else high = middle - 1;
  }
  return low;
}

const CELLS = 1 << 15;

/**
 * Paths in an order in which neighbours lie near each other (Morton's), so that edges in a row have
 * small boxes.
 */
export function inZOrder<T>(items: readonly T[], pathOf: (item: T) => readonly Position[]): T[] {
  if (items.length < 16) return [...items];
  const firsts = items.map((item) => pathOf(item)[0]!);
  const [west, south] = [0, 1].map((axis) => Math.min(...minMax(firsts, axis)));
  const size = Math.max(...[0, 1].map((axis) => spanOf(firsts, axis))) || 1;
  const keyed = firsts.map(([x, y], i) => ({
    key: interleave(((x - west!) / size) * CELLS, ((y - south!) / size) * CELLS),
    item: items[i]!,
  }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

function minMax(positions: readonly Position[], axis: number): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const position of positions) {
    low = Math.min(low, position[axis]!);
    high = Math.max(high, position[axis]!);
  }
  return [low, high];
}

function spanOf(positions: readonly Position[], axis: number): number {
  const [low, high] = minMax(positions, axis);
  return high - low;
}

/** The bits of two numbers of 15 bits in turns. */
function interleave(x: number, y: number): number {
  return spread(x) | (spread(y) << 1);
}

function spread(number: number): number {
  let bits = Math.min(number, CELLS - 1) & 0x7fff;
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}
