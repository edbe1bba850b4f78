import type { Position } from "@emberline/geo";
import { MOST_CROSSINGS } from "../limits.ts";
import { areasOf } from "./plane/areas.ts";
import { chainsOf } from "./plane/chains.ts";
import { edgesOf, inZOrder } from "./plane/edges.ts";
import { numberFaces } from "./plane/faces.ts";
import { nodeEdges } from "./plane/node-edges.ts";
import { planeGraph } from "./plane/plane-graph.ts";
import { uniqueEdges } from "./plane/unique-edges.ts";
import type { Steps } from "./steps.ts";

export interface Overlaid {
  /** Valid polygons; shells run counterclockwise, holes clockwise. */
  readonly areas: Position[][][];
  /** What of the lines lies outside of the areas, cut where lines meet. */
  readonly lines: Position[][];
}

/**
 * Areas and lines merged, so that no part lies in or on another. The areas are valid polygons that
 * may lie over each other, their rings with the area on the left.
 */
export function* overlay(
  areas: readonly (readonly Position[][])[],
  lines: readonly Position[][],
  mostCrossings: number = MOST_CROSSINGS,
): Steps<Overlaid> {
  const rings = areas.flat();
  const paths = inZOrder(
    [...rings, ...lines].map((path, i) => ({ path, isRing: i < rings.length })),
    ({ path }) => path,
  );
  const noded = yield* nodeEdges(edgesOf(paths.map(({ path }) => path)), mostCrossings);
  const { edges, halfOf } = uniqueEdges(noded);
  const graph = yield* planeGraph(edges);
  // How many more areas lie on the left of an edge, in its own direction, than on its right.
  const gains = new Int32Array(edges.ends.length / 2);
  const isLine = new Uint8Array(gains.length);
  for (const [number, { isRing }] of paths.entries()) {
    for (let edge = noded.paths[number]!; edge < noded.paths[number + 1]!; edge++) {
      const half = halfOf[edge]!;
      if (isRing) gains[half >> 1]! += half % 2 === 0 ? 1 : -1;
      else isLine[half >> 1] = 1;
    }
  }
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
