import { OPERATORS } from "../operators.ts";
import type { Queryables, QueryableType } from "../queryables.ts";
import type { Expression } from "../tree.ts";

/** Types that a value can have, one bit each; 0 is unknown. */
export type Types = number;
export const TEXT = 1;
export const NUMBER = 2;
const TRUTH = 4;
export const TIME = 8;
export const GEOMETRY = 16;
export const ARRAY = 32;

const TYPE_NAMES: readonly (readonly [Types, string])[] = [
  [TEXT, "text"],
  [NUMBER, "number"],
  [TRUTH, "truth value"],
  [TIME, "time"],
  [GEOMETRY, "geometry"],
  [ARRAY, "array"],
];

const TYPES_OF_QUERYABLES: Readonly<Record<QueryableType, Types>> = {
  string: TEXT,
  uri: TEXT,
  number: NUMBER,
  integer: NUMBER,
  date: TIME,
  dateTime: TIME,
  boolean: TRUTH,
  geometry: GEOMETRY,
  array: ARRAY,
};

/** The types by name, joined. */
export function nameOf(types: Types, joint = " or "): string {
  return TYPE_NAMES.filter(([bit]) => (types & bit) !== 0)
    .map(([, name]) => name)
    .join(joint);
}

/** The types that a node's values can have. */
export function typesOf(node: Expression, queryables: Queryables): Types {
  if (typeof node === "string") return TEXT;
  if (typeof node === "number") return NUMBER;
  if (typeof node === "boolean") return TRUTH;
  if (Array.isArray(node)) return ARRAY;
  if ("op" in node) {
    const kind = OPERATORS.get(node.op)?.kind;
    if (kind === undefined) return 0;
    if (kind === "arithmetic") return NUMBER;
    return kind === "textFunction" ? TEXT : TRUTH;
  }
  if (!("property" in node)) return "bbox" in node || "type" in node ? GEOMETRY : TIME;
  let types = 0;
  for (const type of queryables.types.get(node.property) ?? []) types |= TYPES_OF_QUERYABLES[type];
  return types;
}
