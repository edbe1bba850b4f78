import type { ArrayOperator } from "../tree.ts";
import { sameElement } from "./value.ts";

type Items = readonly unknown[];

const contains = (a: Items, b: Items): boolean =>
  b.every((item) => a.some((other) => sameElement(item, other)));

/**
 * Arrays are compared as sets (OGC 21-065r2, Array Functions): order and repetition are ignored.
 */
export const arrayTests: Readonly<Record<ArrayOperator, (a: Items, b: Items) => boolean>> = {
  a_contains: contains,
  a_containedBy: (a, b) => contains(b, a),
  a_equals: (a, b) => contains(a, b) && contains(b, a),
  a_overlaps: (a, b) => a.some((item) => b.some((other) => sameElement(item, other))),
};
