import type { Box } from "@emberline/geo";
import type { SpatialOperator } from "../values/tree.ts";
import { contactCrossing, contactNone, contactOf } from "./contact.ts";
import { edgePairs } from "./edge-pairs.ts";
import type { EdgeTree } from "./edge-tree.ts";
import { type Matrix, patternsOf } from "./matrix.ts";
import { relate } from "./relate.ts";
import type { Shape } from "./shape.ts";
import { finish } from "./steps.ts";

function boxesMeet(a: Box, b: Box): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}

function boxCovers(outer: Box, inner: Box): boolean {
  return (
    outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3]
  );
}

/** The result of each operator if the first geometry lies in the interior of the second. */
const inside: Readonly<Record<SpatialOperator, boolean>> = {
  s_contains: false,
  s_crosses: false,
  s_disjoint: false,
  s_equals: false,
  s_intersects: true,
  s_overlaps: false,
  s_touches: false,
  s_within: true,
};

const converse: Partial<Readonly<Record<SpatialOperator, SpatialOperator>>> = {
  s_contains: "s_within",
  s_within: "s_contains",
};

/** Evaluates spatial predicates, cheapest test first. */
export class Predicates {
  #lastPair: readonly [Shape, Shape, Matrix] | undefined;

  /** @throws {Cql2Error} when a geometry crosses itself too often (`limit`) */
  test(op: SpatialOperator, a: Shape, b: Shape): boolean {
    const byBoxes = this.#byBoxes(op, a, b);
    if (byBoxes !== undefined) return byBoxes;
    // A geometry that is already read is a literal, whose edges are compared with many others.
    const byOutline = b.isRead
      ? this.#byOutline(op, a, b)
      : this.#byOutline(converse[op] ?? op, b, a);
    return byOutline ?? this.#byEdges(op, a, b);
  }

  /** Caches the last matrix, since filters often test one pair several times. */
  matrix(a: Shape, b: Shape): Matrix {
    const last = this.#lastPair;
    if (last?.[0] === a && last[1] === b) return last[2];
    const matrix = relate(a.form, b.form);
    this.#lastPair = [a, b, matrix];
    return matrix;
  }

  #byBoxes(op: SpatialOperator, a: Shape, b: Shape): boolean | undefined {
    if (!boxesMeet(a.box, b.box)) return op === "s_disjoint";
    switch (op) {
      case "s_within":
        return boxCovers(b.box, a.box) ? undefined : false;
      case "s_contains":
        return boxCovers(a.box, b.box) ? undefined : false;
      case "s_equals":
        return boxCovers(a.box, b.box) && boxCovers(b.box, a.box) ? undefined : false;
    }
    return undefined;
  }

  /** If no edge of b enters the box of a, all of a lies on one side of b. */
  #byOutline(op: SpatialOperator, a: Shape, b: Shape): boolean | undefined {
    if (b.isPoint) return undefined;
    // A point needs no such test, unless it may be all there is of b.
    const isOneSided = a.isPoint && b.form.dimension > 0;
    if (!isOneSided && b.outline.some((tree) => tree.meets(a.box))) return undefined;
    const location = b.form.locate(a.box[0], a.box[1]);
    if (location === "boundary") return undefined;
    return location === "interior" ? inside[op] : op === "s_disjoint";
  }

  #byEdges(op: SpatialOperator, a: Shape, b: Shape): boolean {
    if (op === "s_disjoint") return !meet(a, b);
    if (op === "s_intersects") return meet(a, b);
    const [dimensionA, dimensionB] = [a.form.dimension, b.form.dimension];
    if (outlinesCross(a, b)) return op === (dimensionA === dimensionB ? "s_overlaps" : "s_crosses");
    const matrix = this.matrix(a, b);
    return patternsOf(op, dimensionA, dimensionB).some((pattern) => matrix.matches(pattern));
  }
}

/** Whether two shapes intersect, without computing the matrix. */
function meet(a: Shape, b: Shape): boolean {
  const edgesMeet = a.outline.some((one) => b.outline.some((other) => treesMeet(one, other)));
  return edgesMeet || hasPathIn(a, b) || hasPathIn(b, a);
}

/**
 * Whether the outlines of two areas, or of an area and lines, cross: then parts lie in and outside
 * both.
 */
function outlinesCross({ form: a }: Shape, { form: b }: Shape): boolean {
  const [one, other] = [a.area ?? a.lines, b.area ?? b.lines];
  if (!one || !other || a.dimension + b.dimension < 3) return false;
  const isCrossing = (i: number, j: number) =>
    contactOf(one.edges, i, other.edges, j) === contactCrossing;
  return finish(edgePairs(one, other, isCrossing));
}

function treesMeet(a: EdgeTree, b: EdgeTree): boolean {
  return finish(edgePairs(a, b, (i, j) => contactOf(a.edges, i, b.edges, j) !== contactNone));
}

/**
 * Whether a path of `inner` lies in the area of `outer`, if no edges meet: one vertex is enough.
 */
function hasPathIn(inner: Shape, outer: Shape): boolean {
  const [west, south, east, north] = outer.box;
  for (const { edges } of inner.outline) {
    for (let path = 0; path + 1 < edges.paths.length; path++) {
      const vertex = 2 * edges.ends[2 * edges.paths[path]!]!;
      const x = edges.xy[vertex]!;
      const y = edges.xy[vertex + 1]!;
      const mayBe = x > west && x < east && y > south && y < north;
      if (mayBe && outer.form.locate(x, y) !== "exterior") return true;
    }
  }
  return false;
}
