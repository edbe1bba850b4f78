import type { Position } from "@emberline/geo";
import { maxCrossings } from "../values/limits.ts";
import { areasOf, isCounterclockwise } from "./areas.ts";
import { chainsOf } from "./chains.ts";
import { edgesOf, inZOrder } from "./edges.ts";
import { numberFaces } from "./faces.ts";
import { type Noded, nodeEdges } from "./node-edges.ts";
import { type PlaneGraph, planeGraph } from "./plane-graph.ts";
import { isStep, type Steps } from "./steps.ts";
import { uniqueEdges } from "./unique-edges.ts";

interface Ring {
  readonly polygon: number;
  readonly isShell: boolean;
  readonly path: readonly Position[];
}

/** The areas enclosed by the rings of polygons. */
export interface Mended {
  /** Whether the polygons were already valid by OGC 06-103r4. */
  readonly isValid: boolean;
  /** Valid polygons; shells run counterclockwise, holes clockwise. */
  readonly areas: Position[][][];
  /** Edges that bound no area, outside and inside the areas. */
  readonly linesOutside: Position[][];
  readonly linesInside: Position[][];
  /** Rings shrunk to a point that no other ring has as a vertex. */
  readonly points: Position[];
}

/**
 * Areas by the rule of GEOS's `MakeValid` with method "linework". It takes the outlines of all
 * faces, then those of what the remaining edges enclose, and so on; areas of two rounds cancel out.
 * In other words: a face is inside if the shortest way out of it crosses an odd number of edges,
 * and an edge bounds no area if the ways from both its sides are equally long.
 *
 * @throws {Cql2Error} when there are more than 50,000 crossings (`limit`)
 */
export function* mend(polygons: readonly (readonly (readonly Position[])[])[]): Steps<Mended> {
  const unordered = polygons.flatMap((paths, polygon) =>
    paths.map((path, i): Ring => ({ polygon, isShell: i === 0, path })),
  );
  yield;
  const rings = inZOrder(unordered, ({ path }) => path);
  yield;
  const given = yield* edgesOf(rings.map(({ path }) => path));
  const noded = yield* nodeEdges(given, maxCrossings);
  const { edges, halfOf } = yield* uniqueEdges(noded);
  const graph = yield* planeGraph(edges);
  const depths = yield* numberFaces(graph, (depth) => depth + 1);
  const isInside = (face: number) => depths[face]! % 2 === 1;
  const areas = yield* areasOf(graph, isInside);
  const outside: number[] = [];
  const inside: number[] = [];
  for (let half = 0; half < edges.ends.length; half += 2) {
    const [left, right] = [graph.faceOf[half]!, graph.faceOf[half + 1]!];
    if (depths[left] === depths[right]) (isInside(left) ? inside : outside).push(half / 2);
    if (isStep(half + 1)) yield;
  }
  const isPlain = noded.crossings === 0 && edges.ends.length === noded.ends.length;
  return {
    isValid: isPlain && (yield* isValid(rings, noded, halfOf, graph, isInside)),
    areas,
    linesOutside: chainsOf(edges, outside),
    linesInside: chainsOf(edges, inside),
    points: pointsOf(rings, noded),
  };
}

/**
 * For rings whose edges neither cross nor overlap: whether each bounds its polygon's single face.
 */
function* isValid(
  rings: readonly Ring[],
  noded: Noded,
  halfOf: Uint32Array,
  { faceOf }: PlaneGraph,
  isInside: (face: number) => boolean,
): Steps<boolean> {
  const { xy, ends, paths } = noded;
  const faceOfPolygon = new Map<number, number>();
  const visitor = new Int32Array(xy.length / 2).fill(-1);
  for (const [number, { polygon, isShell }] of rings.entries()) {
    const [first, end] = [paths[number]!, paths[number + 1]!];
    if (first === end) return false;
    const path: Position[] = [];
    for (let edge = first; edge < end; edge++) {
      const vertex = ends[2 * edge]!;
      if (visitor[vertex] === number) return false;
      visitor[vertex] = number;
      path.push([xy[2 * vertex]!, xy[2 * vertex + 1]!]);
      if (isStep(edge)) yield;
    }
    path.push(path[0]!);
    const side = Number(isCounterclockwise(path) !== isShell);
    for (let edge = first; edge < end; edge++) {
      const half = halfOf[edge]! ^ side;
      const face = faceOf[half]!;
      if (!isInside(face) || isInside(faceOf[half ^ 1]!)) return false;
      if ((faceOfPolygon.get(polygon) ?? face) !== face) return false;
      faceOfPolygon.set(polygon, face);
      if (isStep(edge)) yield;
    }
  }
  return new Set(faceOfPolygon.values()).size === faceOfPolygon.size;
}

function pointsOf(rings: readonly Ring[], { xy }: Noded): Position[] {
  const shrunk = rings
    .map(({ path }) => path)
    .filter((path) => path.every(([x, y]) => x === path[0]![0] && y === path[0]![1]));
  if (shrunk.length === 0) return [];
  const keyOf = (x: number, y: number) => `${x + 0} ${y + 0}`;
  const vertices = new Set<string>();
  for (let i = 0; i < xy.length; i += 2) vertices.add(keyOf(xy[i]!, xy[i + 1]!));
  const points = new Map<string, Position>();
  for (const [[x, y] = [0, 0]] of shrunk) {
    if (!vertices.has(keyOf(x, y))) points.set(keyOf(x, y), [x, y]);
  }
  return [...points.values()];
}
