import { operators } from "../operators.ts";
import type { Queryables, QueryableType } from "../queryables.ts";
import type { Expression } from "../tree.ts";

/** Types that a value can have, one bit each; 0 is unknown. */
export type Types = number;
export const textType = 1;
export const numberType = 2;
const truthType = 4;
export const timeType = 8;
export const geometryType = 16;
export const arrayType = 32;

const typeNames: readonly (readonly [Types, string])[] = [
  [textType, "text"],
  [numberType, "number"],
  [truthType, "truth value"],
  [timeType, "time"],
  [geometryType, "geometry"],
  [arrayType, "array"],
];

const typesOfQueryables: Readonly<Record<QueryableType, Types>> = {
  string: textType,
  uri: textType,
  number: numberType,
  integer: numberType,
  date: timeType,
  dateTime: timeType,
  boolean: truthType,
  geometry: geometryType,
  array: arrayType,
};

/** The types by name, joined. */
export function nameOf(types: Types, joint = " or "): string {
  return typeNames
    .filter(([bit]) => (types & bit) !== 0)
    .map(([, name]) => name)
    .join(joint);
}

/** The types that a node's values can have. */
export function typesOf(node: Expression, queryables: Queryables): Types {
  if (typeof node === "string") return textType;
  if (typeof node === "number") return numberType;
  if (typeof node === "boolean") return truthType;
  if (Array.isArray(node)) return arrayType;
  if ("op" in node) {
    const kind = operators.get(node.op)?.kind;
    if (kind === undefined) return 0;
    if (kind === "arithmetic") return numberType;
    return kind === "textFunction" ? textType : truthType;
  }
  if (!("property" in node)) return "bbox" in node || "type" in node ? geometryType : timeType;
  let types = 0;
  for (const type of queryables.types.get(node.property) ?? []) types |= typesOfQueryables[type];
  return types;
}
