import type { SpatialOperator } from "../values/tree.ts";
import type { Location } from "./locate.ts";

export type Dimension = 0 | 1 | 2;

const indexes: Readonly<Record<Location, number>> = { interior: 0, boundary: 1, exterior: 2 };
const nothing = -1;

/**
 * The DE-9IM matrix of two geometries (OGC 06-103r4, section 6.1.15): the dimensions in which the
 * interior, boundary and exterior of one intersect those of the other.
 */
export class Matrix {
  readonly #dimensions = new Int8Array(9).fill(nothing);

  constructor() {
    this.raise("exterior", "exterior", 2);
  }

  /** Records common points of a dimension. */
  raise(a: Location, b: Location, dimension: Dimension): void {
    const at = 3 * indexes[a] + indexes[b];
    if (dimension > this.#dimensions[at]!) this.#dimensions[at] = dimension;
  }

  /** Whether it matches a pattern of T, F, 0, 1, 2 and *, row by row. */
  matches(pattern: string): boolean {
    return this.#dimensions.every((dimension, at) => {
      const wanted = pattern[at]!;
      if (wanted === "*") return true;
      if (wanted === "T") return dimension !== nothing;
      return wanted === "F" ? dimension === nothing : dimension === Number(wanted);
    });
  }
}

const touches = ["FT*******", "F**T*****", "F***T****"];

/** The patterns of a predicate for geometries of these dimensions; one of them must match. */
export function patternsOf(op: SpatialOperator, a: Dimension, b: Dimension): readonly string[] {
  switch (op) {
    case "s_contains":
      return ["T*****FF*"];
    case "s_within":
      return ["T*F**F***"];
    case "s_equals":
      return a === b ? ["T*F**FFF*"] : [];
    case "s_disjoint":
      return ["FF*FF****"];
    case "s_intersects":
      return ["T********", "*T*******", "***T*****", "****T****"];
    case "s_touches":
      return a === 0 && b === 0 ? [] : touches;
    case "s_crosses":
      if (a < b) return ["T*T******"];
      if (a > b) return ["T*****T**"];
      return a === 1 ? ["0********"] : [];
    case "s_overlaps":
      if (a !== b) return [];
      return [a === 1 ? "1*T***T**" : "T*T***T**"];
  }
}
