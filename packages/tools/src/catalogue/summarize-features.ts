import { z } from "zod";
import {
  budgetParameter,
  cell,
  constantsMember,
  envelopeOf,
  explainParameter,
  featuresAnswer,
} from "../answer/envelope.ts";
import { type Rows, withoutConstants } from "../answer/layout.ts";
import { withWhere } from "../answer/where.ts";
import { locateFires } from "../assess/locate-fires.ts";
import { cursorParameter, decodeCursor, encodeCursor } from "../call/cursor.ts";
import { defineTool, readOnly } from "../call/tool.ts";
import { invalidInput } from "../call/tool-error.ts";
import { emptyNotices } from "../describe/why-empty.ts";
import { countWhereServed } from "../reading/count-where-served.ts";
import { readAll } from "../reading/read-all.ts";
import { readServedTop } from "../reading/served-order.ts";
import { withSources } from "../reading/static-sources.ts";
import { isExact, isRead, type Tally, tallyNotices } from "../reading/tally.ts";
import { checkFirePin, filtersSnapshots, firePin, pinsOf } from "../selection/fire-scope.ts";
import { pinnedInterval } from "../selection/interval.ts";
import { resolveSelection, sameAsCursor } from "../selection/selection.ts";
import { sourceKmOf } from "../summary/arguments.ts";
import { countBeyondFires } from "../summary/count-beyond-fires.ts";
import { countOnly, summaryParameters } from "../summary/group.ts";
import { growthTimeAt } from "../summary/growth.ts";
import { groupTies } from "../summary/notices.ts";
import { Summary } from "../summary/summary.ts";
import { unobservedDays } from "../summary/unobserved-days.ts";
import { withMeantGroups } from "../summary/usual-groups.ts";

const name = "summarize_features";

const {
  rows: _rows,
  rows_by_time: _rowsByTime,
  columns: _columns,
  order: _order,
  returned: _returned,
  next_cursor: _cursor,
  ...envelope
} = featuresAnswer.shape;

/**
 * A cursor pins the arguments, the resolved interval, the next page, and how many features were
 * read.
 */
const cursorState = z.tuple([
  z.object(summaryParameters).strict(),
  z.union([z.tuple([z.string().nullable(), z.string().nullable()]), z.literal(0)]),
  z.string(),
  z.number().int().min(1),
  firePin,
]);

const output = z.object({
  ...envelope,
  next_cursor: z.string().optional().describe("summarizes the unread rest"),
  time_zone: z.string().optional(),
  stats: z
    .record(z.string(), z.record(z.string(), z.union([z.number(), z.null()])))
    .optional()
    .describe("per property, exact; percentiles interpolate"),
  area_km2: z.number().optional().describe("sum of polygon areas on the WGS 84 ellipsoid"),
  union_km2: z.number().optional().describe("area covered by all polygons, overlaps counted once"),
  groups: z.number().int().optional().describe("groups that have features"),
  grouped: z.number().int().optional(),
  ungrouped: z.number().int().optional().describe("near no source, in no fire"),
  columns: z.array(z.string()).optional(),
  rows: z.array(z.array(cell)).optional().describe("one per group"),
  top_constants: constantsMember,
  top_columns: z.array(z.string()).optional(),
  top_rows: z.array(z.array(cell)).optional().describe("greatest first"),
});

/** Exact counts, statistics and areas over all matching features. */
export const summarizeFeatures = defineTool({
  name,
  title: "Count hotspots and fires",
  description:
    'Counts detections (hotspots), fires, heat sources or simulations, exactly, by day, fire, state. To see single ones use query_features. Returns the number (how many), strength (mean, median, highest) and area, in total or by group, and the largest. Satellites detect one fire many times: for "how many fires?" group detections by cluster. Perimeters by fire and day show how each grew.',
  toolset: "analysis",
  annotations: readOnly,
  input: z.object({
    ...summaryParameters,
    cursor: cursorParameter,
    ...explainParameter,
    ...budgetParameter,
  }),
  output,
  async run({ cursor, max_tokens: _, explain: _explain, ...given }, context) {
    const [sent, interval, page, behind = 0, pin] =
      cursor === undefined ? [given] : decodeCursor(name, cursor, cursorState, context);
    if (cursor !== undefined) sameAsCursor(given, sent);
    const asked = await withMeantGroups(sent, context);
    const sourceKm = sourceKmOf(asked);
    const resolved = await resolveSelection(asked, context, {
      // Every mapping of a day counts.
      latestPerFire:
        asked.latest_per_fire ?? (growthTimeAt(asked.group_by ?? []) === null ? undefined : false),
      isRanking: true,
      pinned: interval ? { start: interval[0], end: interval[1] } : null,
    });
    checkFirePin(resolved.fire, pin);
    const { selection, sources } = await withSources(
      resolved,
      { ...asked, static_source_km: sourceKm },
      context,
    );
    const fires = asked.group_by?.includes("fire") ? await locateFires(selection, context) : null;
    const summary = new Summary(asked, selection, context, {
      ...(sources && sourceKm !== undefined && { near: { sources, km: sourceKm } }),
      ...(fires && { fireOf: fires.fireOf }),
      topOf: (property, size) => readServedTop(selection, property, size, context),
    });
    const beyond =
      fires && page === undefined
        ? await countBeyondFires(asked, selection, fires.bbox, context)
        : null;
    const read =
      (await countOnly(asked, selection, page, context)) ??
      (page === undefined ? await countWhereServed(selection, context, summary) : null) ??
      (await readAll(beyond?.near ?? selection, context, (hit) => summary.add(hit), {
        from: page,
        prepare: (hits) => summary.prepare(hits),
      }));
    const tally = beyond ? withTotal(read, beyond.total) : read;
    await summary.finish();
    const union = await summary.unionKm2();
    if (asked.union && union === null && tally.matched > 0)
      throw invalidInput("union: no matching feature has a known area; omit it.", "union");
    const empty =
      tally.matched === 0 && tally.nearStatic === 0 && isRead(tally)
        ? await emptyNotices(selection, context)
        : [];
    const found = await summary.groups(isExact(tally) && behind === 0);
    const isSorted = found !== null && asked.sort !== undefined;
    const groups = isSorted ? { ...found, ...(await withWhere(found, context.pause)) } : found;
    const unobserved =
      groups && asked.time_zone === undefined
        ? await unobservedDays(groups, selection, context)
        : [];
    const top = await withWhere(summary.top(), context.pause);
    const sizes = groups?.rows.length ?? 0;
    const parts = Math.min(sizes, asked.limit ?? sizes);
    const rest = tally.stop && {
      next_cursor: encodeCursor(
        name,
        [
          sent,
          pinnedInterval(selection.interval),
          tally.stop.next,
          behind + tally.read,
          ...pinsOf(selection.fire),
        ],
        context,
      ),
    };
    const keep = (kept: number) => ({
      ...envelopeOf(
        {
          selection,
          tally,
          omitted: sizes - kept,
          cut: kept < parts ? "max_tokens" : parts < sizes ? "limit" : null,
          isWhole: tally.exact && behind === 0 && fires?.isWhole !== false,
          notices: [
            ...empty,
            ...unobserved,
            ...(sources?.notices ?? []),
            ...tallyNotices(tally, filtersSnapshots(selection)),
            partNotice(tally, behind),
            ...summary.notices(),
            ...(fires?.notices() ?? []),
            groups && groupTies(groups, kept),
            kept < parts
              ? `${sizes - kept} of ${sizes} groups are omitted: raise max_tokens, use coarser groups, or select less.`
              : null,
          ],
        },
        context,
      ),
      ...rest,
      ...(asked.time_zone !== undefined && { time_zone: asked.time_zone }),
      ...summary.totals(),
      ...(union !== null && { union_km2: union }),
      ...((sourceKm !== undefined || fires) && {
        grouped: read.matched - summary.ungrouped,
        ungrouped: tally.matched - read.matched + summary.ungrouped,
      }),
      ...(groups && {
        groups: groups.filled,
        ...withoutConstants({ columns: groups.columns, rows: groups.rows.slice(0, kept) }),
      }),
      ...topMembers(top),
    });
    return { parts, keep };
  },
});

/** Of a part that was read, and the count of all. Its cursor would be one of the part. */
function withTotal({ stop: _, ...read }: Tally, { matched, noLocation, noTime }: Tally): Tally {
  return { ...read, matched, noLocation, noTime };
}

/** The greatest features; what they have in common stands above them. */
function topMembers(greatest: Rows) {
  const { constants, columns, rows } = withoutConstants(greatest);
  return {
    ...(constants && { top_constants: constants }),
    ...(rows.length > 0 && { top_columns: columns, top_rows: rows }),
  };
}

function partNotice({ stop }: Tally, behind: number): string | null {
  if (stop === undefined && behind === 0) return null;
  return [
    behind > 0 ? `This is a partial summary: only the features after the first ${behind}.` : null,
    stop === undefined ? null : "next_cursor summarizes the rest.",
    "Counts, sums and groups of the parts add up; medians, means, clusters and unions do not.",
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
}
