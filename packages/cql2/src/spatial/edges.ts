import type { Position } from "@emberline/geo";
import { isStep, type Steps } from "./steps.ts";
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
 * The edges of paths. Consecutive equal vertices count once; a path of a single place is an edge
 * without length.
 */
export function* edgesOf(paths: readonly (readonly Position[])[]): Steps<Edges> {
  const most = paths.reduce((sum, { length }) => sum + length, 0);
  const xy = new Float64Array(2 * most);
  const ends = new Uint32Array(2 * most);
  const firsts = new Uint32Array(paths.length + 1);
  let [vertices, edges] = [0, 0];
  for (let number = 0; number < paths.length; number++) {
    const first = vertices;
    for (const position of paths[number]!) {
      // Indexes, since destructuring takes some times as long.
      const x = position[0];
      const y = position[1];
      const last = 2 * vertices - 2;
      if (vertices > first && xy[last] === x && xy[last + 1] === y) continue;
      // Turns -0 into 0, which is the same place.
      xy[2 * vertices] = x + 0;
      xy[2 * vertices + 1] = y + 0;
      if (vertices > first) {
        ends[2 * edges] = vertices - 1;
        ends[2 * edges + 1] = vertices;
        edges++;
      }
      if (isStep(vertices++)) yield;
    }
    if (vertices === first + 1) {
      ends.fill(first, 2 * edges, 2 * edges + 2);
      edges++;
    }
    firsts[number + 1] = edges;
  }
  return { xy: xy.slice(0, 2 * vertices), ends: ends.slice(0, 2 * edges), paths: firsts };
}

/** The same edges, with equal numbers for equal places. */
export function* numberPlaces({ xy, ends, paths }: Edges): Steps<Edges> {
  const numbers = new VertexNumbers(ends.length / 2);
  const same = new Uint32Array(ends.length);
  for (let i = 0; i < ends.length; i++) {
    same[i] = numbers.of(xy[2 * ends[i]!]!, xy[2 * ends[i]! + 1]!);
    if (isStep(i)) yield;
  }
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

/** Cells along each axis of a grid: 15 bits, so that two fit into 30 bits. */
const cells = 1 << 15;

/**
 * Sorts paths in Morton order, in which neighbours are close to each other, so that consecutive
 * edges have small boxes.
 */
export function inZOrder<T>(items: readonly T[], pathOf: (item: T) => readonly Position[]): T[] {
  if (items.length < 16) return [...items];
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const item of items) {
    const [x, y] = pathOf(item)[0]!;
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  }
  const scale = cells / (Math.max(east - west, north - south) || 1);
  // Key and index in one number, which stays below 2⁵³ for eight million paths.
  const keys = Float64Array.from(items, (item, i) => {
    const [x, y] = pathOf(item)[0]!;
    return interleave((x - west) * scale, (y - south) * scale) * items.length + i;
  });
  return Array.from(keys.sort(), (key) => items[key % items.length]!);
}

/** Interleaves the bits of two numbers. */
function interleave(x: number, y: number): number {
  return spread(x) + 2 * spread(y);
}

function spread(number: number): number {
  let bits = Math.min(number, cells - 1) & 0x7fff;
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}
