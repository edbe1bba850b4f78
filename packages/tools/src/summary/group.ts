import { finishInTurns, type Pause, sortSteps } from "@emberline/turns";
import { z } from "zod";
import type { Rows } from "../answer/layout.ts";
import type { ToolContext } from "../call/context.ts";
import { sayMissing } from "../call/if-answered.ts";
import { invalidInput } from "../call/tool-error.ts";
import { honoursFilter } from "../collection/check-properties.ts";
import { featuresOf } from "../collection/simulation-features.ts";
import type { Hit } from "../reading/match.ts";
import { checkSortWords } from "../reading/sort.ts";
import { emptyTally, type Tally } from "../reading/tally.ts";
import {
  exclusionParameters,
  selectionParameters,
  staticSourceKmParameter,
} from "../selection/parameters.ts";
import type { Selection } from "../selection/selection.ts";
import { didYouMean } from "../values/did-you-mean.ts";
import { listNames, pathOf, quoted } from "../values/text.ts";
import type { Cell } from "../values/text-numbers.ts";
import type { Measure } from "./measure.ts";

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
  /** What is to be known of its groups, after all features. */
  notice?(): string | null;
  /** Another count of each group, which may have features of others too. */
  readonly counted?: { readonly column: string; of(key: GroupKey): number };
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
  checkSortWords(text, columns);
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
  selection: Selection,
  from: string | undefined,
  context: ToolContext,
): Promise<Tally | null> {
  const { collection, area, interval, filter, fire, latestPerFire, exclusion, query } = selection;
  const isMeasured = properties?.length || statistics || (top ?? topBy);
  const isBare = !isMeasured && !groupBy?.length && !union;
  // Outlines have areas to add up, unless nothing at all is to be measured.
  if (collection.roles.strength === undefined && properties === undefined) return null;
  const isWhole = !(area || interval || fire || exclusion || latestPerFire);
  if (!isBare || !isWhole || from !== undefined) return null;
  if (!(await honoursFilter(filter, collection, context))) return null;
  const page = await featuresOf(context.client, collection.id).page(collection.id, {
    ...query,
    limit: 1,
    signal: context.softDeadline,
    pause: context.pause,
    ...sayMissing(context),
  });
  if (page.numberMatched === undefined) return null;
  return {
    ...emptyTally(selection),
    matched: page.numberMatched,
    request: pathOf(page.url),
  };
}

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

/** Parameters of a summary. */
export const summaryParameters = {
  ...selectionParameters,
  ...exclusionParameters,
  static_source_km: staticSourceKmParameter.describe('For group_by "static_source" (default 1).'),
  latest_per_fire: z
    .boolean()
    .optional()
    .describe("Only the newest snapshot of each fire (default true)."),
  group_by: z
    .array(z.string().max(100))
    .max(2)
    .optional()
    .describe(
      'Up to two of: day, hour, hour_of_day (in time_zone), local_hour (by the sun), fire, country, region (state), county (USA), area (each of within), static_source (nearest), cell, satellite_name, confidence_class, a property, ranges of a number ("frp:10,50,100"); or cluster alone.',
    ),
  properties: z.array(z.string().max(100)).max(5).optional().describe("Numbers to measure."),
  statistics: z
    .array(z.string().max(10))
    .max(10)
    .optional()
    .describe("sum, min, max, mean, median (default all), percentiles such as p90."),
  sort: z.string().max(120).optional().describe('Orders groups by a column; descending with "-".'),
  limit: z.number().int().min(1).max(1000).optional().describe("Maximum groups."),
  top: z
    .number()
    .int()
    .min(0)
    .max(50)
    .optional()
    .describe("How many of the greatest features by top_by to add (default 3)."),
  top_by: z.string().max(100).optional().describe('Ranks them: a number or "area_km2".'),
  union: z.boolean().optional().describe("Adds the area that all polygons cover together."),
  cell_deg: z.number().min(0.01).max(90).optional().describe("Size of cells (default 1)."),
  cluster_km: z
    .number()
    .min(0.1)
    .max(50)
    .optional()
    .describe("Between neighbours in a cluster (default 2)."),
  cluster_hours: z
    .number()
    .min(1)
    .max(720)
    .optional()
    .describe("Maximum time between them (default 48)."),
};

export type SummaryInput = z.output<z.ZodObject<typeof summaryParameters>>;
