import { z } from "zod";
import {
  budgetParameter,
  cell,
  newestMember,
  noticesMember,
  noticesOf,
} from "../answer/envelope.ts";
import { cursorParameter, decodeCursor, encodeCursor } from "../call/cursor.ts";
import { defineTool, readOnly } from "../call/tool.ts";
import { invalidInput } from "../call/tool-error.ts";
import { DetectionComparison } from "../compare/detections.ts";
import { FireComparison } from "../compare/fires.ts";
import { areaMeter } from "../geometry/measure-area.ts";
import { scan, tallyNotices } from "../reading/scan.ts";
import { emptyNotices } from "../reading/why-empty.ts";
import { echo, selectionEcho } from "../selection/describe-selection.ts";
import { selectionParameters } from "../selection/parameters.ts";
import { resolveSelection, sameAsCursor } from "../selection/selection.ts";

const name = "compare_periods";
const { time: _time, ...selecting } = selectionParameters;

const asked = {
  ...selecting,
  cluster_km: z
    .number()
    .min(0.1)
    .max(50)
    .optional()
    .describe("Greatest distance of neighbours in a cluster of detections (default 2)."),
};

/** What an answer leaves for the next: its later period, and how many matched in it then. */
const sinceState = z.object({
  given: z.object(asked).strict(),
  after: z.tuple([z.string().nullable(), z.string()]),
  matched: z.number().int().min(0),
});

const period = z.object({
  interval: z.array(z.string().nullable()).describe("[start, end] in UTC"),
  matched: z.number().int().describe("features, of snapshots one per fire"),
});

const output = z.object({
  selection: selectionEcho,
  before: period,
  after: period,
  late_arrivals: z
    .number()
    .int()
    .optional()
    .describe("features of the earlier period that were not there at the last answer"),
  compared: z.enum(["fires", "clusters of detections"]),
  by_status: z.record(z.string(), z.number().int()),
  columns: z.array(z.string()),
  rows: z.array(z.array(cell)),
  returned: z.number().int(),
  omitted: z.number().int(),
  complete: z.boolean(),
  since_cursor: z.string().optional().describe("pass as since later on"),
  newest: newestMember,
  notices: noticesMember,
});

/** What changed between two periods: fires by area, detections by clusters and counts. */
export const comparePeriods = defineTool({
  name,
  title: "Compare periods",
  description:
    "Tells what changed between two periods of one selection: fires that are new, grown or unchanged with areas (perimeters), clusters that are new, continuing or not seen again with counts (detections). For one period take summarize_features. Not seen again does not mean out: nobody may have looked.",
  toolset: "analysis",
  annotations: readOnly,
  input: z.object({
    ...asked,
    before: z
      .string()
      .max(200)
      .optional()
      .describe('The earlier period, as time elsewhere: "2023-08-10", "yesterday", "start/end".'),
    after: z
      .string()
      .max(200)
      .optional()
      .describe("The later period (default with since: from there to now)."),
    since: cursorParameter.describe("since_cursor of an earlier answer, instead of before."),
    ...budgetParameter,
  }),
  output,
  async run({ before, after, since, max_tokens: _, ...given }, context) {
    const state = since === undefined ? undefined : decodeCursor(name, since, sinceState);
    if (state) sameAsCursor(given, state.given);
    if ((before === undefined) === (state === undefined))
      throw invalidInput("Give either before or since.");
    if (before !== undefined && after === undefined)
      throw invalidInput('after is missing: give the later period, for example "today".');
    const base = state?.given ?? given;
    const select = (time: string | undefined, pinned?: { start: string | null; end: string }) =>
      resolveSelection({ ...base, time }, context, { isRanking: true, pinned: pinned ?? null });
    const earlier = await select(before, state && { start: state.after[0], end: state.after[1] });
    const later = await select(after ?? (state && `${state.after[1]}/now`));
    const [was, is] = [earlier.interval, later.interval];
    if (!was || !is) throw invalidInput("before and after need a start or an end each.");

    const { collection } = earlier;
    const comparison = earlier.latestPerFire
      ? new FireComparison(collection, await areaMeter())
      : new DetectionComparison(base.cluster_km ?? 2);
    const tallyBefore = await scan(earlier, context, (hit) => comparison.add("before", hit));
    const tallyAfter = await scan(later, context, (hit) => comparison.add("after", hit));
    const rows = comparison.rows();
    const statusColumn = comparison.columns.indexOf("status");
    const byStatus: Record<string, number> = {};
    for (const row of rows)
      byStatus[String(row[statusColumn])] = (byStatus[String(row[statusColumn])] ?? 0) + 1;
    const late = state ? Math.max(0, tallyBefore.matched - state.matched) : 0;
    const isWhole = [tallyBefore, tallyAfter].every(({ exact, skipped }) => exact && skipped === 0);
    const [emptyBefore, emptyAfter] = await Promise.all(
      [[earlier, tallyBefore] as const, [later, tallyAfter] as const].map(
        ([selection, { matched, exact }]) =>
          matched === 0 && exact ? emptyNotices(selection, context) : [],
      ),
    );
    const { interval: _interval, request: _request, ...selection } = echo(earlier, context);
    const build = (kept: number) => ({
      selection: { ...selection, request: echo(later, context).request },
      before: { interval: [was.start, was.end], matched: tallyBefore.matched },
      after: { interval: [is.start, is.end], matched: tallyAfter.matched },
      ...(state ? { late_arrivals: late } : {}),
      compared: earlier.latestPerFire ? ("fires" as const) : ("clusters of detections" as const),
      by_status: byStatus,
      columns: comparison.columns,
      rows: rows.slice(0, kept),
      returned: kept,
      omitted: rows.length - kept,
      complete: kept === rows.length && isWhole,
      ...(is.end === null
        ? {}
        : {
            since_cursor: encodeCursor(name, {
              given: base,
              after: [is.start, is.end],
              matched: tallyAfter.matched,
            }),
          }),
      newest: collection.interval?.[1] ?? "unknown",
      ...noticesOf(
        context,
        [collection.title, collection.description],
        [
          ...emptyBefore!.map((notice) => `before: ${notice}`),
          ...emptyAfter!.map((notice) => `after: ${notice}`),
          ...tallyNotices({ ...tallyBefore, older: 0 }).map((notice) => `before: ${notice}`),
          ...tallyNotices({ ...tallyAfter, older: 0 }).map((notice) => `after: ${notice}`),
          late > 0
            ? `${late} features with times of the earlier period arrived after the last answer: they are counted in before.`
            : null,
          was.end !== null && is.start !== null && was.end >= is.start
            ? "The periods overlap: what lies in both counts in both."
            : null,
          !earlier.latestPerFire && collection.roles.strength === undefined
            ? `No property of ${collection.id} tells which fire a feature belongs to: what lies within ${base.cluster_km ?? 2} km is taken together and counted, and areas are not compared.`
            : null,
          ...(earlier.filter?.notices ?? []),
          kept < rows.length
            ? `${rows.length - kept} of ${rows.length} rows are left out, those with the least change: raise max_tokens, or select a smaller area.`
            : null,
        ],
      ),
    });
    return { size: rows.length, build };
  },
});
