import { z } from "zod";
import { budgetParameter, explainParameter } from "../answer/envelope.ts";
import { type FireLocator, locateFires } from "../assess/locate-fires.ts";
import type { ToolContext } from "../call/context.ts";
import { cursorParameter, decodeCursor, encodeCursor } from "../call/cursor.ts";
import { defineTool, readOnly } from "../call/tool.ts";
import { invalidInput } from "../call/tool-error.ts";
import { isOfFires } from "../collection/layers.ts";
import type { ResolvedFire } from "../collection/resolve-fire.ts";
import { comparisonAnswer, toComparisonAnswer } from "../compare/answer.ts";
import { Outlines } from "../geometry/outlines.ts";
import { lookAcross } from "../periods/across-border.ts";
import { checkBothCovered } from "../periods/both-covered.ts";
import { comparedPeriods } from "../periods/compared-periods.ts";
import { DetectionComparison } from "../periods/detections.ts";
import { checkNotIncidents, discoveredNotice } from "../periods/discovered-incidents.ts";
import { FireComparison } from "../periods/fires.ts";
import { orderNotice, spanOf } from "../periods/order-of-periods.ts";
import { PeriodGroups } from "../periods/period-groups.ts";
import { readAll } from "../reading/read-all.ts";
import { withSources } from "../reading/static-sources.ts";
import { resolveArea } from "../selection/area.ts";
import { joined } from "../selection/data-end.ts";
import type { Interval } from "../selection/interval.ts";
import { exclusionParameters, selectionInBrief } from "../selection/parameters.ts";
import { resolveSelection, type Selection, sameAsCursor } from "../selection/selection.ts";
import { areaGroupNotice } from "../summary/area-grouping.ts";
import { areaLevelOf, groupingOf } from "../summary/grouping.ts";
import { withMeantGroups } from "../summary/usual-groups.ts";
import { offer } from "../values/text.ts";

const name = "compare_periods";
const { time: _time, ...selecting } = selectionInBrief;

const asked = {
  ...selecting,
  ...exclusionParameters,
  group_by: z
    .array(z.string().max(100))
    .max(1)
    .optional()
    .describe("Sums by country, region (state), county, area (each of within) or fire."),
  cluster_km: z
    .number()
    .min(0.1)
    .max(50)
    .optional()
    .describe("Between neighbours in a cluster (default 2)."),
};

const askedShape = z.object(asked).strict();

type Asked = z.output<typeof askedShape>;

/** Pins the later period of an answer, and how many features matched in it then. */
const sinceState = z.object({
  given: askedShape,
  after: z.tuple([z.string().nullable(), z.string()]),
  matched: z.number().int().min(0),
});

/** The groups of the rows; null where rows are clusters or fires. */
function groupsOf(
  { group_by: names, time_zone: zone = "UTC" }: Asked,
  { area, collection, interval, latestPerFire }: Selection,
  fires: FireLocator | null,
  context: ToolContext,
): PeriodGroups | null {
  const [name] = names ?? [];
  if (name === undefined || (name === "fire" && latestPerFire)) return null;
  if (name === "static_source")
    throw invalidInput(
      'group_by "static_source" is for summarize_features: call it for each period.',
      "group_by",
    );
  const [nowMs, { pause }] = [context.now(), context];
  const options = { zone, area, interval, nowMs, cellDeg: 1, pause, fireOf: fires?.fireOf };
  return new PeriodGroups(groupingOf(name, collection, options));
}

function groupNoticeOf({ group_by: names }: Asked, { collection }: Selection): string | null {
  const level = names?.[0] === undefined ? null : areaLevelOf(names[0], collection);
  return level && areaGroupNotice(level);
}

/** What changed between two periods: fires by area, detections by clusters and counts. */
export const comparePeriods = defineTool({
  name,
  title: "Compare two periods",
  description:
    "Compares two periods: fires or hotspots that are new (first mapped), grown, changed, not seen again. For one period use summarize_features, also day by day. Returns by how many detections or km² they changed, a row for each fire or cluster; since_cursor goes on. Not seen again does not mean out.",
  toolset: "analysis",
  annotations: readOnly,
  input: z.object({
    ...asked,
    before: z
      .string()
      .max(200)
      .optional()
      .describe(
        'The earlier period: "2023-08-10", "start/end" (default: as long as after, just before it).',
      ),
    after: z
      .string()
      .max(200)
      .optional()
      .describe("The later period; required without since (then: to now)."),
    since: cursorParameter.describe("since_cursor of an earlier answer, instead of before."),
    ...explainParameter,
    ...budgetParameter,
  }),
  output: comparisonAnswer,
  async run({ before, after, since, max_tokens: _, explain: _explain, ...given }, context) {
    const state = since === undefined ? undefined : decodeCursor(name, since, sinceState, context);
    if (state) sameAsCursor(given, state.given);
    if (before !== undefined && state) throw invalidInput("Give either before or since.", "before");
    if (!state && after === undefined)
      throw invalidInput(`No later period was given. ${offer({ after: "today" })}`, "after");
    const asked = state?.given ?? given;
    const base = await withMeantGroups(asked, context);
    const area = await resolveArea(base, context);
    // Both periods select the same fire, even if a namesake burned in the other.
    const select = (
      timeName: "before" | "after",
      time: string | undefined,
      pinned?: Interval | null,
      fire?: ResolvedFire,
    ) =>
      resolveSelection({ ...base, time }, context, {
        isRanking: true,
        timeName,
        isTimeFixed: true,
        area,
        pinned: pinned ?? null,
        ...(fire && { fire }),
      });
    const periods =
      after !== undefined && !state
        ? await comparedPeriods({ before, after }, base.collection, area, context)
        : null;
    const pinnedBefore = state && { start: state.after[0], end: state.after[1] };
    const { selection: earlier, sources } = await withSources(
      await select("before", before, periods?.before ?? pinnedBefore),
      base,
      context,
    );
    const timeAfter = after ?? (state && `${state.after[1]}/now`);
    const later = {
      ...(await select("after", timeAfter, periods?.after, earlier.fire ?? undefined)),
      ...(earlier.exclusion && { exclusion: earlier.exclusion }),
    };
    await checkNotIncidents(earlier, context);
    const [was, is] = [earlier.interval, later.interval];
    if (!was || !is)
      throw invalidInput("before and after must each have a start or an end.", "before");
    checkBothCovered({ before: earlier, after: later }, periods?.notice ?? null, context.now());

    const clusterKm = base.cluster_km ?? 2;
    // Of the fires of both periods.
    const both = { ...earlier, interval: spanOf(was, is) };
    const fires = base.group_by?.[0] === "fire" ? await locateFires(both, context) : null;
    const groups = groupsOf(base, earlier, fires, context);
    const comparison = earlier.latestPerFire
      ? new FireComparison(earlier.collection, new Outlines(context), groups)
      : new DetectionComparison(clusterKm, groups);
    const read = (selection: Selection, period: "before" | "after") =>
      readAll(selection, context, (hit) => comparison.add(period, hit), {
        prepare: (hits) => comparison.prepare(hits),
      });
    const tallyBefore = await read(earlier, "before");
    const tallyAfter = await read(later, "after");
    const isWholeAcross = await lookAcross(
      comparison,
      { before: earlier, after: later },
      context,
      async (across) => (await withSources(across, base, context)).selection,
    );
    const late = state ? Math.max(0, tallyBefore.matched - state.matched) : null;
    return toComparisonAnswer(
      {
        before: { selection: earlier, interval: was, tally: tallyBefore },
        after: { selection: later, interval: is, tally: tallyAfter },
        comparison,
        isWhole: isWholeAcross && fires?.isWhole !== false,
        groupNotices: [
          isWholeAcross ? null : "What lies across the border could be read only in part.",
          groupNoticeOf(base, earlier),
          isOfFires(earlier.collection)
            ? await discoveredNotice(earlier.area, { before: earlier, after: later }, context)
            : null,
          ...(fires?.notices() ?? []),
        ],
        clusterKm,
        timeNotice: joined(
          orderNotice({ before: was, after: is }, { before, after }),
          periods?.notice,
          was.reading,
          periods?.notice ? is.reading : later.timeNotice,
        ),
        sourceNotices: sources?.notices ?? [],
        late,
        sinceCursor:
          is.end === null
            ? null
            : encodeCursor(
                name,
                { given: asked, after: [is.start, is.end], matched: tallyAfter.matched },
                context,
              ),
      },
      context,
    );
  },
});
