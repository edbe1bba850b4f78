import type { Position } from "@emberline/geo";
import { maxCrossings } from "../values/limits.ts";
import { areasOf } from "./areas.ts";
import { chainsOf } from "./chains.ts";
import { type Edges, edgesOf, inZOrder, numberPlaces } from "./edges.ts";
import { numberFaces } from "./faces.ts";
import { nodeEdges } from "./node-edges.ts";
import { planeGraph } from "./plane-graph.ts";
import { isStep, type Steps } from "./steps.ts";
import { uniqueEdges } from "./unique-edges.ts";

export interface Overlaid {
  /** Valid polygons; shells run counterclockwise, holes clockwise. */
  readonly areas: Position[][][];
  /** The parts of the lines outside the areas, cut where lines meet. */
  readonly lines: Position[][];
}

/**
 * Merges areas and lines, so that no part lies in or on another. The areas are valid polygons,
 * which may overlap, with rings that have the area on the left.
 */
export function* overlay(
  areas: readonly (readonly Position[][])[],
  lines: readonly Position[][],
  mostCrossings: number = maxCrossings,
): Steps<Overlaid> {
  const rings = areas.flat();
  const paths = inZOrder(
    [...rings, ...lines].map((path, i) => ({ path, isRing: i < rings.length })),
    ({ path }) => path,
  );
  const all = yield* numberPlaces(yield* edgesOf(paths.map(({ path }) => path)));
  const single = yield* tagged(all, (number) => {
    const { isRing } = paths[number]!;
    return { gain: Number(isRing), isLine: !isRing };
  });
  const noded = yield* nodeEdges(single.edges, mostCrossings);
  const { edges, gains, isLine } = yield* tagged(noded, (number) => ({
    gain: single.gains[number]!,
    isLine: single.isLine[number] === 1,
  }));
  const graph = yield* planeGraph(edges);
  const covers = yield* numberFaces(graph, (cover, half) =>
    half % 2 === 0 ? cover + gains[half >> 1]! : cover - gains[half >> 1]!,
  );
  const isInside = (face: number) => covers[face]! > 0;
  const free = Array.from(isLine.keys()).filter(
    (edge) =>
      isLine[edge] === 1 &&
      !isInside(graph.faceOf[2 * edge]!) &&
      !isInside(graph.faceOf[2 * edge + 1]!),
  );
  return { areas: yield* areasOf(graph, isInside), lines: chainsOf(edges, free) };
}

interface Tagged {
  /** Each edge once, as a separate path. */
  readonly edges: Edges;
  /** Areas to the left of an edge, in its direction, minus areas to its right. */
  readonly gains: Int32Array;
  readonly isLine: Uint8Array;
}

/** Counts equal edges together, since snapshots of a fire share most edges. */
function* tagged(
  all: Edges,
  tagOf: (path: number) => { gain: number; isLine: boolean },
): Steps<Tagged> {
  const { edges, halfOf } = yield* uniqueEdges(all);
  const gains = new Int32Array(edges.ends.length / 2);
  const isLine = new Uint8Array(gains.length);
  for (let path = 0; path + 1 < all.paths.length; path++) {
    const tag = tagOf(path);
    for (let edge = all.paths[path]!; edge < all.paths[path + 1]!; edge++) {
      const half = halfOf[edge]!;
      gains[half >> 1]! += half % 2 === 0 ? tag.gain : -tag.gain;
      if (tag.isLine) isLine[half >> 1] = 1;
      if (isStep(edge)) yield;
    }
  }
  return { edges, gains, isLine };
}
