import { Buffer } from "node:buffer";

/** What features are sorted by: a property, or their time. */
export interface SortKey {
  readonly name: string;
  /** By the start of the feature's own time, in epoch milliseconds. */
  readonly isTime: boolean;
  readonly isDescending: boolean;
}

/** A truth value is 0 or 1; null for a value without an order, or none. */
export type SortValue = number | string | null;

/** A place in a sorted listing: the values of its keys, and the id of the feature there. */
export interface SortPlace {
  readonly values: readonly SortValue[];
  readonly id: string;
}

export function sortValueOf(value: unknown): SortValue {
  if (typeof value === "boolean") return Number(value);
  return typeof value === "string" || typeof value === "number" ? value : null;
}

/** Numbers come before texts, by code point; what is missing comes last in either direction. */
export function compareValues(a: SortValue, b: SortValue, isDescending: boolean): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  const ascending =
    typeof a === "number"
      ? typeof b === "number"
        ? a - b
        : -1
      : typeof b === "number"
        ? 1
        : compareTexts(a, b);
  return isDescending ? -ascending : ascending;
}

/** Of values by their keys; 0 for equal ones. */
export function compareAll(
  a: readonly SortValue[],
  b: readonly SortValue[],
  by: readonly SortKey[],
): number {
  for (let i = 0; i < by.length; i++) {
    const order = compareValues(a[i]!, b[i]!, by[i]!.isDescending);
    if (order !== 0) return order;
  }
  return 0;
}

/** A text whose order by `<` is that of the code points of an id. */
export function idOrderOf(id: string): string {
  return Buffer.from(id).toString("latin1");
}

const surrogates = /[\ud800-\udfff]/;

function compareTexts(a: string, b: string): number {
  if (surrogates.test(a) || surrogates.test(b))
    return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : Number(a > b);
}
