import { z } from "zod";
import type { ToolContext } from "../call/tool.ts";
import { syntheticNotice } from "../collection/collection-info.ts";
import type { Tally } from "../reading/scan.ts";
import { selectionEcho } from "../selection/describe-selection.ts";

/** Parameter of every tool: the budget. */
export const budgetParameter = {
  max_tokens: z
    .number()
    .int()
    .min(500)
    .max(10_000)
    .optional()
    .describe("Longest answer in tokens (default 3000)."),
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

export const noticesMember = z.array(z.string()).optional().describe("what to know and to pass on");
export const newestMember = z
  .string()
  .describe('newest observation in the collection, UTC, or "unknown"');

/** The envelope of a tool that answers with features; members that do not apply are absent. */
export const featuresAnswer = z.object({
  selection: selectionEcho,
  columns: z.array(z.string()),
  rows: z.array(z.array(cell)),
  order: z.string(),
  matched: z.number().int(),
  matched_exact: z.boolean(),
  returned: z.number().int(),
  omitted: z.number().int().describe("matches that this answer and those before it leave out"),
  no_location: z.number().int().optional().describe("features without location, not in matched"),
  no_time: z.number().int().optional().describe("features without time, not in matched"),
  complete: z.boolean().describe("nothing is left out after this answer"),
  next_cursor: z.string().optional(),
  newest: newestMember,
  notices: noticesMember,
});

/** The envelope's counts, as a reading found them. */
export function countsOf({ matched, exact, noLocation, noTime }: Tally, omitted: number) {
  return {
    matched,
    matched_exact: exact,
    omitted,
    ...(noLocation > 0 ? { no_location: noLocation } : {}),
    ...(noTime > 0 ? { no_time: noTime } : {}),
  };
}

/** The sentences of an answer: those of the operator, of synthetic data, then the tool's own; none twice. */
export function noticesOf(
  context: Pick<ToolContext, "notices">,
  texts: Iterable<string | null | undefined>,
  own: Iterable<string | null | undefined> = [],
): { notices?: string[] } {
  const all = [...context.notices, syntheticNotice(texts), ...own].filter((each) => each != null);
  const notices = [...new Set(all)];
  return notices.length > 0 ? { notices } : {};
}
