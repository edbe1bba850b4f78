import type { Edges } from "./edges.ts";
import { isStep, type Steps } from "./steps.ts";
import { VertexNumbers } from "./vertex-numbers.ts";

/** Edges without repetition. */
interface UniqueEdges {
  /** Each is a separate path. */
  readonly edges: Edges;
  /** The half-edge (see `PlaneGraph`) that each input edge runs along. */
  readonly halfOf: Uint32Array;
}

/** Each edge once, in its first direction; equal places must have equal numbers. */
export function* uniqueEdges({ xy, ends }: Edges): Steps<UniqueEdges> {
  const numbers = new VertexNumbers(ends.length / 2);
  const unique = new Uint32Array(ends.length);
  const halfOf = new Uint32Array(ends.length / 2);
  let count = 0;
  for (let edge = 0; edge < halfOf.length; edge++) {
    const from = ends[2 * edge]!;
    const to = ends[2 * edge + 1]!;
    // An edge and its reverse are one pair of numbers.
    const found = numbers.of(Math.min(from, to), Math.max(from, to));
    if (found === count) {
      count++;
      unique[2 * found] = from;
      unique[2 * found + 1] = to;
    }
    halfOf[edge] = 2 * found + Number(unique[2 * found] !== from);
    if (isStep(edge)) yield;
  }
  const paths = Uint32Array.from({ length: count + 1 }, (_, edge) => edge);
  return { edges: { xy, ends: unique.slice(0, 2 * count), paths }, halfOf };
}
