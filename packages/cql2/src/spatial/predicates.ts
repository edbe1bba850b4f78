import type { Box } from "@emberline/geo";
import type { SpatialOperator } from "../tree.ts";
import { type JstsGeometry, type Matrix, relate } from "./jsts.ts";
import type { Shape } from "./shape.ts";

function boxesMeet(a: Box, b: Box): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}

function boxCovers(outer: Box, inner: Box): boolean {
  return (
    outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3]
  );
}

function liesInside(inner: Box, outer: Box): boolean {
  return inner[0] > outer[0] && inner[1] > outer[1] && inner[2] < outer[2] && inner[3] < outer[3];
}

/** What an operator says of a pair whose first member lies in the interior of a rectangle or area. */
const INSIDE: Readonly<Record<SpatialOperator, boolean>> = {
  s_contains: false,
  s_crosses: false,
  s_disjoint: false,
  s_equals: false,
  s_intersects: true,
  s_overlaps: false,
  s_touches: false,
  s_within: true,
};

const CONVERSE: Partial<Readonly<Record<SpatialOperator, SpatialOperator>>> = {
  s_contains: "s_within",
  s_within: "s_contains",
};

function ask(op: SpatialOperator, matrix: Matrix, a: JstsGeometry, b: JstsGeometry): boolean {
  const [dimensionA, dimensionB] = [a.getDimension(), b.getDimension()];
  switch (op) {
    case "s_contains":
      return matrix.isContains();
    case "s_crosses":
      return matrix.isCrosses(dimensionA, dimensionB);
    case "s_disjoint":
      return !matrix.isIntersects();
    case "s_equals":
      return matrix.isEquals(dimensionA, dimensionB);
    case "s_intersects":
      return matrix.isIntersects();
    case "s_overlaps":
      return matrix.isOverlaps(dimensionA, dimensionB);
    case "s_touches":
      return matrix.isTouches(dimensionA, dimensionB);
    case "s_within":
      return matrix.isWithin();
  }
}

/** Whether two areas or lines have a point in common, which needs no matrix. */
function meet(a: Shape, b: Shape): boolean {
  const [often, seldom] = a.uses >= b.uses ? [a, b] : [b, a];
  return often.meetsEdgesOf(seldom) || hasPartIn(seldom, often) || hasPartIn(often, seldom);
}

/** Whether a part of `inner` lies in the area `outer`, given that no edges meet: one point of each part tells. */
function hasPartIn(inner: Shape, outer: Shape): boolean {
  if (!outer.isArea) return false;
  const parts = inner.jsts;
  for (let i = 0; i < parts.getNumGeometries(); i++) {
    const [point] = parts.getGeometryN(i).getCoordinates();
    if (point !== undefined && outer.locate(point) !== "exterior") return true;
  }
  return false;
}

function isLinearOrArea(shape: Shape): boolean {
  const { type } = shape.geometry;
  return type.endsWith("String") || type.endsWith("Polygon");
}

/** Answers spatial predicates, cheapest reason first. */
export class Predicates {
  #lastPair: readonly [Shape, Shape, Matrix] | undefined;

  test(op: SpatialOperator, a: Shape, b: Shape): boolean {
    a.uses++;
    b.uses++;
    return this.#byBoxes(op, a, b) ?? this.#byPoint(op, a, b) ?? this.#byGeometry(op, a, b);
  }

  /** The matrix of the last pair is kept: filters, and people, ask several things of one pair. */
  matrix(a: Shape, b: Shape): Matrix {
    const last = this.#lastPair;
    if (last?.[0] === a && last[1] === b) return last[2];
    const matrix = relate(a.jsts, b.jsts);
    this.#lastPair = [a, b, matrix];
    return matrix;
  }

  #byBoxes(op: SpatialOperator, a: Shape, b: Shape): boolean | undefined {
    if (!boxesMeet(a.box, b.box)) return op === "s_disjoint";
    switch (op) {
      case "s_within":
        if (!boxCovers(b.box, a.box)) return false;
        break;
      case "s_contains":
        if (!boxCovers(a.box, b.box)) return false;
        break;
      case "s_equals":
        if (!boxCovers(a.box, b.box) || !boxCovers(b.box, a.box)) return false;
    }
    if (b.isRectangle && liesInside(a.box, b.box)) return INSIDE[op];
    if (a.isRectangle && liesInside(b.box, a.box)) return INSIDE[CONVERSE[op] ?? op];
    return undefined;
  }

  /** A point and an area, by the area's index. */
  #byPoint(op: SpatialOperator, a: Shape, b: Shape): boolean | undefined {
    if (a.point === undefined) {
      return b.point === undefined ? undefined : this.#byPoint(CONVERSE[op] ?? op, b, a);
    }
    if (b.point !== undefined || !b.type.endsWith("Polygon") || !b.isArea) return undefined;
    const location = b.locate(a.point);
    if (location === "interior") return INSIDE[op];
    if (location === "exterior") return op === "s_disjoint";
    return op === "s_intersects" || op === "s_touches";
  }

  #byGeometry(op: SpatialOperator, a: Shape, b: Shape): boolean {
    if (op === "s_disjoint") return !this.#byGeometry("s_intersects", a, b);
    if (op === "s_intersects" && isLinearOrArea(a) && isLinearOrArea(b)) return meet(a, b);
    return ask(op, this.matrix(a, b), a.jsts, b.jsts);
  }
}
