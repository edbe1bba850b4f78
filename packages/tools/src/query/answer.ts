import type { z } from "zod";
import { envelopeOf, type featuresAnswer } from "../answer/envelope.ts";
import { type Table, type TableOptions, toTable } from "../answer/table.ts";
import type { ToolContext } from "../call/context.ts";
import type { ShortenableAnswer } from "../call/shortenable-answer.ts";
import { emptyNotices } from "../empty/why-empty.ts";
import { simplifiedNotice } from "../geometry/simplify.ts";
import type { Reading } from "../reading/reading.ts";
import { readInOrder } from "../reading/rows.ts";
import { readSorted } from "../reading/sorted-rows.ts";
import type { Tally } from "../reading/tally.ts";
import type { QueryInput } from "./parameters.ts";
import type { Query } from "./resolve-query.ts";

/** The rows of one answer, as columns, and what was read for them. */
export interface Found {
  readonly reading: Reading;
  readonly table: Table;
  readonly notices: readonly (string | null)[];
}

/** Reads up to `limit` rows. */
export async function findRows(
  query: Query,
  input: QueryInput,
  limit: number,
  context: ToolContext,
): Promise<Found> {
  const { selection, sort, state, outlines } = query;
  const reading = sort
    ? await readSorted(selection, sort, limit, state, context)
    : await readInOrder(selection, limit, state, context);
  const table = toTable(
    reading.hits,
    selection.collection,
    { outlines, pause: context.pause },
    tableOptions(query, input),
  );
  const hasSource = reading.hits.length === 0 || table.columns.includes("near_source");
  const shapes =
    input.geometry === "simplified" && table.columns.includes("geometry") ? simplifiedNotice : null;
  const notices = await noticesAbout(query, input, reading.tally, hasSource, context);
  return { reading, table, notices: [...notices, ...reading.notices, shapes] };
}

/** How the table of a query is laid out. */
export function tableOptions(
  { sources, sortedBy }: Query,
  { properties, geometry, static_source_km: sourceKm }: QueryInput,
): TableOptions {
  return {
    properties,
    geometry,
    sortedBy,
    ...(sources &&
      sourceKm !== undefined && { sourceOf: (each) => sources.nearest(each, sourceKm) }),
  };
}

/** Notices on what was read, without those of the reading itself. */
export async function noticesAbout(
  { selection, sources }: Query,
  { static_source_km: sourceKm }: QueryInput,
  { matched, nearStatic }: Tally,
  hasSource: boolean,
  context: ToolContext,
): Promise<(string | null)[]> {
  const empty = matched === 0 && nearStatic === 0 ? await emptyNotices(selection, context) : [];
  return [
    ...empty,
    ...(sources?.notices ?? []),
    sourceKm !== undefined && !hasSource
      ? `No row lies within ${sourceKm} km of a known static heat source.`
      : null,
  ];
}

/** The members of an answer that are not rows, if its first `kept` rows are kept. */
export function membersOf(
  { selection, cursorOf }: Query,
  { reading, notices }: Found,
  kept: number,
  context: ToolContext,
) {
  const { tally, returnedBefore } = reading;
  const isLast = kept === reading.hits.length && reading.isEnd;
  const omitted = Math.max(0, tally.matched - returnedBefore - kept);
  return {
    ...envelopeOf({ selection, tally, omitted, isLast, notices }, context),
    order: reading.order,
    returned: kept,
    ...(!isLast && { next_cursor: cursorOf(reading.stateAfter(kept)) }),
  };
}

/** The answer with as many rows as fit. */
export function toAnswer(
  query: Query,
  found: Found,
  context: ToolContext,
): ShortenableAnswer<z.input<typeof featuresAnswer>> {
  const { reading, table } = found;
  const all = { ...found, notices: [...found.notices, hiddenNotice(table)] };
  return {
    parts: reading.hits.length,
    prepare: (kept) => table.prepare(kept),
    keep: (kept) => ({ ...membersOf(query, all, kept, context), ...table.rows(kept) }),
  };
}

/** Which properties of the features the table does not show. */
export function hiddenNotice({ hidden }: Table): string | null {
  return hidden.length > 0
    ? `More properties: ${hidden.slice(0, 20).join(", ")}; list the ones to show in properties.`
    : null;
}
