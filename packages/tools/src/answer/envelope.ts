import { z } from "zod";
import type { ToolContext } from "../call/context.ts";
import { mostTokens } from "../call/fit-to-budget.ts";
import { type CollectionInfo, newestOf } from "../collection/collection-info.ts";
import { receivedNotice } from "../collection/feeds.ts";
import { isComplete, isExact, type Tally } from "../reading/tally.ts";
import { describedSelection, describeSelection } from "../selection/describe-selection.ts";
import type { Selection } from "../selection/selection.ts";
import { isOfService } from "../values/service-notices.ts";
import { isMadeUp, madeUpSimulations, syntheticDataNotice } from "../values/synthetic.ts";
import { named } from "../values/text.ts";

/** Parameter of every tool: the budget. */
export const budgetParameter = {
  max_tokens: z.number().int().min(500).max(mostTokens).optional().describe("Default 3000."),
};

/** Parameter of the tools that read features: whether the answer has the first request URL. */
export const explainParameter = {
  explain: z.boolean().optional().describe("Adds the request URL."),
};

export const cell = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.number()),
  // A GeoJSON geometry.
  z.record(z.string(), z.unknown()),
]);

/** Columns that are the same in every row. */
export const constantsMember = z.record(z.string(), cell).optional();

/** A member of `rows_by_time`: a cell, or its rows. */
export const cellOrRows = z.union([cell, z.array(z.array(cell))]);

const rowsByTimeMember = z
  .array(z.record(z.string(), cellOrRows))
  .optional()
  .describe("instead of rows: those of each time, under what they share");

export const noticesMembers = {
  notices: z.array(z.string()).optional().describe("pass on"),
  service_notices: z.array(z.string()).optional(),
};
export const newestMember = z.string();

/** Whether an answer has everything; else why not: `limit`, `max_tokens`, or `unread`. */
export const completeMembers = {
  complete: z.boolean(),
  incomplete: z.enum(["limit", "max_tokens", "unread"]).optional(),
};

/** Rows that were read but are not in the answer: beyond the caller's limit, or its budget. */
export type Cut = "limit" | "max_tokens" | null;

/** @param isWhole whether everything that was asked for was read */
export function completeness(
  isWhole: boolean,
  cut: Cut,
): { complete: boolean; incomplete?: NonNullable<Cut> | "unread" } {
  if (!isWhole) return { complete: false, incomplete: "unread" };
  return cut === null ? { complete: true } : { complete: false, incomplete: cut };
}

/** The envelope of a tool that answers with features; members that do not apply are absent. */
export const featuresAnswer = z.object({
  selection: describedSelection,
  constants: constantsMember.describe("columns that are the same in every row"),
  columns: z.array(z.string()),
  rows: z.array(z.array(cell)).optional(),
  rows_by_time: rowsByTimeMember,
  order: z.string(),
  matched: z.number().int(),
  matched_exact: z.boolean(),
  returned: z.number().int(),
  omitted: z.number().int().describe("matches not shown yet"),
  no_location: z.number().int().optional().describe("not in matched: without location"),
  no_time: z.number().int().optional().describe("likewise without time"),
  excluded_static: z.number().int().optional().describe("left out by exclude_static_km"),
  ...completeMembers,
  next_cursor: z.string().optional(),
  newest: newestMember,
  ...noticesMembers,
});

/** The envelope's counts, as a reading found them. */
function countsOf(tally: Tally, omitted: number) {
  const { matched, noLocation, noTime } = tally;
  return {
    matched,
    matched_exact: isExact(tally),
    omitted,
    ...(noLocation > 0 && { no_location: noLocation }),
    ...(noTime > 0 && { no_time: noTime }),
  };
}

/** The newest observation and the notices: in every answer about one collection. */
export function collectionMembers(
  info: CollectionInfo,
  own: Iterable<string | null | undefined>,
  context: Pick<ToolContext, "notices" | "now">,
) {
  const { interval, isSynthetic = false, notices } = info;
  const all = [receivedNotice([info], context.now()), ...notices, ...own];
  return { newest: newestOf(interval), ...noticesOf(context, isSynthetic, all) };
}

interface Found {
  readonly selection: Selection;
  readonly tally: Tally;
  /** Matches or groups not in the answer. */
  readonly omitted: number;
  /** What keeps rows out of this answer. */
  readonly cut: Cut;
  /** False if more than the tally says was not read. */
  readonly isWhole?: boolean;
  readonly notices: Iterable<string | null | undefined>;
}

/** The members of every answer on a selection of features. */
export function envelopeOf(
  { selection, tally, omitted, cut, isWhole = true, notices }: Found,
  context: Pick<ToolContext, "explain" | "notices" | "now">,
) {
  const { exclusion, fire, filter } = selection;
  const all = [...(fire?.notices ?? []), ...notices, ...(filter?.notices ?? [])];
  return {
    selection: describeSelection(selection, context.explain ? tally.request : undefined),
    ...countsOf(tally, omitted),
    ...(exclusion && {
      matched_exact: isExact(tally) && exclusion.isWhole,
      excluded_static: tally.nearStatic,
    }),
    ...completeness(
      isWhole &&
        tally.stop === undefined &&
        tally.doubt === undefined &&
        isComplete({ ...tally, exact: true }) &&
        exclusion?.isWhole !== false,
      cut,
    ),
    ...collectionMembers(selection.collection, all, withFirst(context, selection.timeNotice)),
  };
}

/** The context with a notice that comes before all others. */
export function withFirst<Context extends Pick<ToolContext, "notices">>(
  context: Context,
  notice: string | null,
): Context {
  return notice === null ? context : { ...context, notices: [notice, ...context.notices] };
}

/** Notices without duplicates: the operator's, synthetic data, the tool's own; the service's apart. */
export function noticesOf(
  context: Pick<ToolContext, "notices">,
  isSynthetic: boolean,
  own: Iterable<string | null | undefined> = [],
): { notices?: string[]; service_notices?: string[] } {
  const synthetic = isSynthetic ? syntheticDataNotice : null;
  const all = [...context.notices, synthetic, ...own].filter((each) => each != null);
  const different = [...new Set(all)];
  const said = different.filter(isOfService);
  const notices = different.filter((each) => !isOfService(each));
  return {
    ...(notices.length > 0 && { notices }),
    ...(said.length > 0 && { service_notices: said }),
  };
}

/** What an answer says whose simulations are made up while its fires are real; null if none is. */
export function madeUpNotice(
  simulations: readonly { readonly [member: string]: unknown }[],
  { notices }: Pick<ToolContext, "notices">,
): string | null {
  if (notices.includes(syntheticDataNotice)) return null;
  return simulations.some(isMadeUp) ? madeUpSimulations : null;
}

/**
 * Whether all of several collections are synthetic; if only some are, a sentence with their ids.
 */
export function syntheticIn(
  listed: readonly { readonly id: string; readonly [member: string]: unknown }[],
): {
  readonly isSynthetic: boolean;
  readonly notice: string | null;
} {
  const synthetic = listed.filter(isMadeUp);
  const isSynthetic = listed.length > 0 && synthetic.length === listed.length;
  if (isSynthetic || synthetic.length === 0) return { isSynthetic, notice: null };
  const ids = synthetic.map(({ id }) => named(id)).join(", ");
  return { isSynthetic, notice: `Synthetic data, not real: ${ids}. Say so to the user.` };
}
