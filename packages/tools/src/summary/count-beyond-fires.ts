import type { Box } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { countWhereServed } from "../reading/count-where-served.ts";
import type { Tally } from "../reading/tally.ts";
import type { Selection } from "../selection/selection.ts";
import { countOnly, type SummaryInput } from "./group.ts";
import { Summary } from "./summary.ts";

interface Beyond {
  /** The detections that have to be read. */
  readonly near: Selection;
  /** Of all detections. */
  readonly total: Tally;
}

/**
 * Of detections everywhere that are counted by fire, those outside the box of all fires need not be
 * read: they are in none. Null if the service cannot count them, or more than counts is wanted.
 *
 * @param box of the outlines of all fires
 */
export async function countBeyondFires(
  input: SummaryInput,
  selection: Selection,
  box: Box | null,
  context: ToolContext,
): Promise<Beyond | null> {
  const { properties, statistics, top, top_by: topBy, union } = input;
  const isCounted = !(properties?.length || statistics || (top ?? topBy) || union);
  if (!isCounted || selection.area || !box) return null;
  const { group_by: _, sort: __, ...ungrouped } = input;
  const total =
    (await countOnly(ungrouped, selection, undefined, context)) ??
    (await countWhereServed(selection, context, new Summary(ungrouped, selection, context)));
  if (!total) return null;
  const area = { kind: "box" as const, bbox: box };
  return { near: { ...selection, area, query: { ...selection.query, bbox: box } }, total };
}
