import type { Pause } from "@emberline/turns";
import { z } from "zod";
import {
  cell,
  collectionMembers,
  completeMembers,
  completeness,
  constantsMember,
  newestMember,
  noticesMembers,
  withFirst,
} from "../answer/envelope.ts";
import { withoutConstants } from "../answer/layout.ts";
import type { ShortenableAnswer, ToolContext } from "../call/context.ts";
import { isOfFires } from "../collection/layers.ts";
import { emptyNotices, noObservations } from "../describe/why-empty.ts";
import { isComplete, isRead, type Tally, tallyNotices } from "../reading/tally.ts";
import { describedSelection, describeSelection } from "../selection/describe-selection.ts";
import type { Interval } from "../selection/interval.ts";
import type { Selection } from "../selection/selection.ts";
import { named } from "../values/text.ts";
import { type Cell, round } from "../values/text-numbers.ts";

export const describedPeriod = z
  .object({
    interval: z.array(z.string().nullable()),
    matched: z.number().int(),
    excluded_static: z.number().int().optional(),
  })
  .describe("interval; matched: features, of snapshots one per fire");

export const comparisonAnswer = z.object({
  selection: describedSelection,
  before: describedPeriod,
  after: describedPeriod,
  late_arrivals: z
    .number()
    .int()
    .optional()
    .describe("features of the earlier period added since the last answer"),
  compared: z.string().describe("what is counted: fires or clusters"),
  by_status: z.record(z.string(), z.number().int()).describe("how many of compared"),
  sums_by_status: z.record(z.string(), z.unknown()).describe("km² or detections"),
  constants: constantsMember,
  columns: z.array(z.string()),
  rows: z.array(z.array(cell)),
  returned: z.number().int(),
  omitted: z.number().int(),
  ...completeMembers,
  since_cursor: z.string().optional().describe("pass as since later"),
  newest: newestMember,
  ...noticesMembers,
});

type Answer = z.input<typeof comparisonAnswer>;

interface Period {
  readonly selection: Selection;
  readonly interval: Interval;
  readonly tally: Tally;
}

/** Two periods as read, and their differences. */
interface Compared {
  readonly before: Period;
  readonly after: Period;
  readonly comparison: {
    readonly columns: string[];
    /** The columns of numbers that add up: before, after, and the change. */
    readonly summed: readonly [string, string, string];
    rows(pause: Pause): Promise<Cell[][]>;
    /** Rows of groups instead, if they were asked for. */
    groups(pause: Pause): Promise<{ columns: string[]; rows: Cell[][] } | null>;
    notices(): string[];
  };
  /** What lies across the border of the area, and the fires of groups, were read completely. */
  readonly isWhole: boolean;
  /** What that and the groups mean. */
  readonly groupNotices: readonly (string | null)[];
  readonly clusterKm: number;
  /** That the data ends before the later period. */
  readonly timeNotice: string | null;
  readonly sourceNotices: readonly string[];
  /** Features of the earlier period that arrived after the last answer; null if there was none. */
  readonly late: number | null;
  readonly sinceCursor: string | null;
}

/** The answer; it is shortened by rows of the comparison. */
export async function toComparisonAnswer(
  compared: Compared,
  context: ToolContext,
): Promise<ShortenableAnswer<Answer>> {
  const { before, after, comparison, late, sinceCursor } = compared;
  const all = await comparison.rows(context.pause);
  const byStatus = countByStatus(comparison.columns, all);
  const sums = sumByStatus(comparison, all);
  const { columns, rows } = (await comparison.groups(context.pause)) ?? {
    columns: comparison.columns,
    rows: all,
  };
  const unobserved = await unobservedPeriods(compared, context);
  const notices = [...unobserved, ...(await noticesAbout(compared, context))];
  const request = context.explain ? after.tally.request : undefined;
  const { interval: _, ...selection } = describeSelection(before.selection, request);
  const areExact = [before, after].every(
    ({ selection: { exclusion }, tally }) => isComplete(tally) && exclusion?.isWhole !== false,
  );
  const isWhole = areExact && compared.isWhole && unobserved.length === 0;
  const keep = (kept: number): Answer => ({
    selection,
    before: periodOf(before),
    after: periodOf(after),
    ...(late !== null && { late_arrivals: late }),
    compared: before.selection.latestPerFire
      ? "fires"
      : `clusters of ${isOfFires(before.selection.collection) ? "detections" : "features"}`,
    by_status: byStatus,
    sums_by_status: sums,
    ...withoutConstants({ columns, rows: rows.slice(0, kept) }),
    returned: kept,
    omitted: rows.length - kept,
    ...completeness(isWhole, kept < rows.length ? "max_tokens" : null),
    ...(sinceCursor !== null && { since_cursor: sinceCursor }),
    ...collectionMembers(
      before.selection.collection,
      [
        ...notices,
        kept < rows.length
          ? `${rows.length - kept} of ${rows.length} rows with the least change are omitted: raise max_tokens, or select a smaller area.`
          : null,
      ],
      withFirst(context, compared.timeNotice),
    ),
  });
  return { parts: rows.length, keep };
}

function periodOf({ selection, interval, tally }: Period) {
  return {
    interval: [interval.start, interval.end],
    matched: tally.matched,
    ...(selection.exclusion && { excluded_static: tally.nearStatic }),
  };
}

function countByStatus(columns: readonly string[], rows: readonly Cell[][]) {
  const column = columns.indexOf("status");
  const counts: Record<string, number> = {};
  for (const row of rows) {
    const status = String(row[column]);
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

/** Sums of columns by status, whose zeros and changes of one alone are absent, and in total. */
function sumByStatus(
  { columns, summed }: Compared["comparison"],
  rows: readonly Cell[][],
): Record<string, Record<string, number>> {
  const at = ["status", summed[0], summed[1]].map((column) => columns.indexOf(column));
  const sums = new Map<string, readonly [number, number]>();
  for (const row of rows) {
    const [status, before, after] = at.map((i) => row[i] ?? null);
    for (const key of [String(status), "total"]) {
      const [was, is] = sums.get(key) ?? [0, 0];
      sums.set(key, [was + Number(before), is + Number(after)]);
    }
  }
  const shown = (key: string) => {
    const [before, after] = sums.get(key)!;
    const cells = [before, after, after - before].map((sum, i) => [summed[i]!, round(sum, 4)]);
    const isOfOne = before === 0 || after === 0;
    const kept = cells.filter(([, sum], i) => sum !== 0 && !(i === 2 && isOfOne));
    return [key, Object.fromEntries(key === "total" ? cells : kept)];
  };
  const statuses = [...sums.keys()].filter((key) => key !== "total");
  return Object.fromEntries([...statuses, ...(sums.has("total") ? ["total"] : [])].map(shown));
}

/** That a period has nothing at all to compare with; what a service declares as covered has. */
async function unobservedPeriods(
  { before, after }: Compared,
  context: ToolContext,
): Promise<string[]> {
  if (before.selection.collection.coverage?.spans) return [];
  const said = Object.entries({ before, after }).map(async ([name, { selection, tally }]) => {
    const isEmpty = tally.matched === 0 && tally.nearStatic === 0 && isRead(tally);
    const isUnobserved = isEmpty && (await noObservations(selection, context)).length > 0;
    return isUnobserved ? [`${name} has no observations: new and gone say nothing.`] : [];
  });
  return (await Promise.all(said)).flat();
}

async function noticesAbout(compared: Compared, context: ToolContext): Promise<(string | null)[]> {
  const { before, after, comparison, groupNotices, clusterKm } = compared;
  const { sourceNotices, late } = compared;
  const { collection, filter, fire, latestPerFire } = before.selection;
  const periods = [["before", before] as const, ["after", after] as const];
  const empty = await Promise.all(
    periods.map(async ([name, { selection, tally }]) => {
      const reasons =
        tally.matched === 0 && tally.nearStatic === 0 && isRead(tally)
          ? await emptyNotices(selection, context)
          : [];
      return reasons.map((notice) => `${name}: ${notice}`);
    }),
  );
  return [
    ...empty.flat(),
    ...periods.flatMap(([name, { tally }]) =>
      tallyNotices({ ...tally, older: 0 }).map((notice) => `${name}: ${notice}`),
    ),
    late
      ? `${late} features of the earlier period arrived after the last answer: before includes them.`
      : null,
    !latestPerFire && collection.roles.strength === undefined
      ? `No property of ${named(collection.id)} names the fire that a feature belongs to: features within ${clusterKm} km are joined and counted, and areas are not compared.`
      : null,
    ...comparison.notices(),
    ...groupNotices,
    ...sourceNotices,
    ...(fire?.notices ?? []),
    ...(filter?.notices ?? []),
  ];
}
