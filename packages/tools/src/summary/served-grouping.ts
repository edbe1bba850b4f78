import type { Cell } from "../answer/cells.ts";

/** Identifies a group. */
export type GroupKey = string | number | boolean | null;

/** How a service is asked to form the groups of a grouping, and how its keys are read. */
export interface ServedGrouping {
  /** In the words of the service. */
  readonly groupBy: string;
  readonly cellSizeDeg?: number;
  readonly utcOffset?: string;
  /** Whether it depends on the times of features. */
  readonly needsTime?: boolean;
  /** Of the names and borders of areas that it depends on. */
  readonly areaEdition?: string;
  /** Undefined for what is not a key of these groups. */
  read(key: unknown): { readonly key: GroupKey; readonly cells: Cell[] } | undefined;
}

/** A grouping whose only cell is its key. */
export function servedBy(
  groupBy: string,
  isKey: (key: unknown) => key is string | number,
  more: Pick<ServedGrouping, "utcOffset" | "needsTime"> = {},
): ServedGrouping {
  return {
    groupBy,
    ...more,
    read: (key) => (key === null || isKey(key) ? { key, cells: [key] } : undefined),
  };
}

/** Whether a key is a whole number from 0 to below a bound. */
export function isBelow(bound: number) {
  return (key: unknown): key is number =>
    Number.isInteger(key) && (key as number) >= 0 && (key as number) < bound;
}
