import type { Cell, Rows } from "../answer/cells.ts";
import type { Hit } from "../reading/match.ts";
import type { Measure } from "./measure.ts";
import type { GroupKey, ServedGrouping } from "./served-grouping.ts";

export type { GroupKey } from "./served-grouping.ts";

import { finishInTurns, type Pause, sortSteps } from "@emberline/turns";
import type { ToolContext } from "../call/context.ts";
import { sayMissing } from "../call/if-answered.ts";
import { invalidInput } from "../call/tool-error.ts";
import { honoursFilter } from "../collection/honours-filter.ts";
import { featuresOf } from "../collection/simulation-features.ts";
import { emptyTally, type Tally } from "../reading/tally.ts";
import type { Selection } from "../selection/selection.ts";
import { didYouMean } from "../values/did-you-mean.ts";
import { listNames, quoted, withoutUnreachableHosts } from "../values/text.ts";
import type { SummaryInput } from "./parameters.ts";

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

/** The order of groups: by a column of their rows. */
export interface GroupSort {
  readonly column: string;
  readonly isDescending: boolean;
}

/** @throws {ToolError} when it is not one of the columns (`invalid_input`) */
export function parseGroupSort(text: string, columns: readonly string[]): GroupSort {
  const column = text.replace(/^[-+]/, "");
  if (columns.includes(column)) return { column, isDescending: text.startsWith("-") };
  throw invalidInput(
    `sort: ${quoted(column, 40)} is not a column of the groups.${didYouMean(column, columns)} They are ${listNames(columns)}.`,
    "sort",
  );
}

/** The rows in the requested order; null last, equal rows in their original order. */
export async function sortGroups(
  { columns, rows }: Rows,
  { column, isDescending }: GroupSort,
  pause: Pause,
): Promise<Rows> {
  const at = columns.indexOf(column);
  const sorted = await finishInTurns(
    sortSteps(rows, (a, b) => compareCells(a[at] ?? null, b[at] ?? null, isDescending)),
    pause,
  );
  return { columns, rows: sorted };
}

function compareCells(a: Cell, b: Cell, isDescending: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const ascending =
    typeof a === "number" && typeof b === "number" ? a - b : compareTexts(String(a), String(b));
  return isDescending ? -ascending : ascending;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The count alone, if nothing else is requested and the service's `numberMatched` is exact. It
 * includes features without location or time, so neither area nor time may be selected (decisions,
 * row 5). Null if features have to be read.
 */
export async function countOnly(
  { properties, statistics, top, top_by: topBy, group_by: groupBy, union }: SummaryInput,
  { collection, area, interval, filter, fire, latestPerFire, exclusion, query }: Selection,
  from: string | undefined,
  context: ToolContext,
): Promise<Tally | null> {
  const isMeasured = properties?.length || statistics || (top ?? topBy);
  const isBare = !isMeasured && !groupBy?.length && !union;
  // Outlines have areas to add up, unless nothing at all is to be measured.
  if (collection.roles.strength === undefined && properties === undefined) return null;
  const isWhole = !(area || interval || fire || exclusion || latestPerFire);
  if (!isBare || !isWhole || from !== undefined) return null;
  if (filter && !(await honoursFilter(collection, context))) return null;
  const page = await featuresOf(context.client, collection.id).page(collection.id, {
    ...query,
    limit: 1,
    signal: context.softDeadline,
    ...sayMissing(context),
  });
  if (page.numberMatched === undefined) return null;
  return {
    ...emptyTally(),
    matched: page.numberMatched,
    request: withoutUnreachableHosts(page.url),
  };
}
