import type { Cell } from "../answer/cells.ts";
import type { Hit } from "../reading/match.ts";

/** Identifies a group. */
export type GroupKey = string | number | boolean | null;

/** One thing to group by: the key of a feature's group, and the group's columns and cells. */
export interface Grouping {
  readonly columns: readonly string[];
  /** Undefined for a feature that belongs to no group. */
  keyOf(hit: Hit): GroupKey | undefined;
  cellsOf(hit: Hit): Cell[];
  /** Rows follow their keys, null last; else their counts. */
  readonly inOrder?: boolean;
  /** Groups that no feature is in; null where there are too many. */
  emptyGroups?(known: ReadonlySet<GroupKey>): EmptyGroup[] | null;
}

/** A group that no feature is in. */
export interface EmptyGroup {
  readonly key: GroupKey;
  readonly cells: Cell[];
}
