import type { Cell } from "../answer/cells.ts";
import type { Hit } from "../reading/match.ts";
import type { Measure } from "./measure.ts";
import type { GroupKey, ServedGrouping } from "./served-grouping.ts";

export type { GroupKey } from "./served-grouping.ts";

/** One thing to group by: the key of a feature's group, and the group's columns and cells. */
export interface Grouping {
  readonly columns: readonly string[];
  /** Whether its column has the name of a property, which another column may have too. */
  readonly isOfProperty?: boolean;
  /** Undefined for a feature that belongs to no group. */
  keyOf(hit: Hit): GroupKey | undefined;
  cellsOf(hit: Hit): Cell[];
  /** Finds the groups of these hits, if that takes long. */
  prepare?(hits: readonly Hit[]): Promise<void>;
  /** Whether rows are ordered by key, null last; else by count. */
  readonly inOrder?: boolean;
  /** The same groups formed by a service; null or absent if it cannot. */
  served?(): ServedGrouping | Promise<ServedGrouping> | null;
  /** Groups without features; null if there are too many. */
  emptyGroups?(known: ReadonlySet<GroupKey>): EmptyGroup[] | null;
}

/** A group without features. */
export interface EmptyGroup {
  readonly key: GroupKey;
  readonly cells: Cell[];
}

export interface Group {
  /** By the first and the second grouping; the second is null if there is only one. */
  readonly keys: readonly [GroupKey, GroupKey];
  readonly cells: Cell[];
  count: number;
  areaKm2: number;
  readonly measures: Measure[];
}

/** Numbers ascending with texts, of equal ones numbers first; null last. */
export function compareKeys(a: GroupKey, b: GroupKey): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [one, other] = [String(a), String(b)];
  // 80 and "80" are keys of their own.
  if (one === other) return typeof a < typeof b ? -1 : 1;
  return one < other ? -1 : 1;
}
