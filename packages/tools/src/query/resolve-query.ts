import { eachInTurns } from "@emberline/turns";
import type { z } from "zod";
import { envelopeOf, type featuresAnswer } from "../answer/envelope.ts";
import { type Table, type TableOptions, toTable } from "../answer/table.ts";
import { wheresOf } from "../answer/where.ts";
import type { ShortenableAnswer, ToolContext } from "../call/context.ts";
import { decodeCursor, encodeCursor } from "../call/cursor.ts";
import { checkProperties } from "../collection/check-properties.ts";
import { emptyNotices } from "../describe/why-empty.ts";
import { Outlines } from "../geometry/outlines.ts";
import { representativePoint } from "../geometry/shapes.ts";
import { simplifiedNotice } from "../geometry/simplify.ts";
import { Contradictions } from "../geometry/stated-area.ts";
import { readSorted } from "../reading/read-sorted.ts";
import { readInOrder } from "../reading/rows.ts";
import { withProperties } from "../reading/select-properties.ts";
import { parseSort, type Sort, tiesNotice } from "../reading/sort.ts";
import { type SourcesInReach, withSources } from "../reading/static-sources.ts";
import type { Reading, ReadingState, Tally } from "../reading/tally.ts";
import { propertyNamed } from "../selection/filter-area.ts";
import { checkFirePin, pinsOf } from "../selection/fire-scope.ts";
import { pinnedInterval } from "../selection/interval.ts";
import { resolveSelection, type Selection, sameAsCursor } from "../selection/selection.ts";
import { listNames } from "../values/text.ts";
import { cursorState, type QueryInput } from "./parameters.ts";

/** The rows of one answer, as columns, and what was read for them. */
interface Found {
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
    { ...tableOptions(query, input), wheres: await wheresIn(query, reading, context) },
  );
  const hasSource = reading.hits.length === 0 || table.columns.includes("near_source");
  const shapes =
    input.geometry === "simplified" && table.columns.includes("geometry") ? simplifiedNotice : null;
  const notices = await noticesAbout(query, input, reading.tally, hasSource, context);
  const contradictions = new Contradictions();
  await eachInTurns(reading.hits, context.pause, ({ feature }) => contradictions.add(feature));
  const own = [...reading.notices, contradictions.notice(), shapes];
  return { reading, table, notices: [...notices, ...own] };
}

/** Where the rows at the top are, if the caller sorts; a circle says where they are already. */
async function wheresIn(
  { selection, sortedBy }: Query,
  { hits, returnedBefore }: Reading,
  { pause }: ToolContext,
) {
  const isTop = sortedBy !== undefined && returnedBefore === 0 && hits.length > 0;
  if (!isTop || selection.area?.kind === "circle") return undefined;
  return wheresOf(
    hits.map(({ feature: { geometry } }) => geometry && representativePoint(geometry)),
    pause,
  );
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
  const { length } = reading.hits;
  const isLast = kept === length && reading.isEnd;
  const isLimited = kept === length && !reading.isEnd;
  const omitted = Math.max(0, tally.matched - returnedBefore - kept);
  return {
    ...envelopeOf(
      {
        selection,
        tally,
        omitted,
        cut: kept < length ? "max_tokens" : isLimited ? "limit" : null,
        isWhole: !reading.isStopped,
        notices: [...notices, tiesNotice(reading.order, reading.tiesAfter?.(kept) ?? 0)],
      },
      context,
    ),
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
    ? `More properties: ${listNames(hidden, 20)}; list the ones to show in properties.`
    : null;
}

const name = "query_features";

/** A query as resolved: what to read, from where, and in which order. */
export interface Query {
  readonly selection: Selection;
  readonly sources: SourcesInReach | null;
  readonly outlines: Outlines;
  /** Null for the service's own order. */
  readonly sort: Sort | null;
  /** The property that the caller sorts by; its column is always shown. */
  readonly sortedBy: string | undefined;
  /** How far earlier answers got; undefined for the first. */
  readonly state: ReadingState | undefined;
  /** The cursor of an answer that ends there. */
  cursorOf(state: ReadingState): string;
}

/**
 * Resolves the arguments, or those that a cursor pins.
 *
 * @throws {ToolError} when an argument is invalid (`invalid_input`) or names nothing (`not_found`)
 */
export async function resolveQuery(
  {
    cursor,
    limit: _limit,
    properties,
    geometry: _geometry,
    max_tokens: _,
    explain: _explain,
    ...more
  }: QueryInput,
  context: ToolContext,
): Promise<Query> {
  const { static_source_km: sourceKm, ...given } = more;
  const [before, interval, state, pin] =
    cursor === undefined ? [] : decodeCursor(name, cursor, cursorState, context);
  if (before) sameAsCursor(given, before);
  const asked = before ?? given;
  const pinned = interval ? { start: interval[0], end: interval[1] } : null;
  const resolved = await resolveSelection(asked, context, {
    pinned,
    latestPerFire: asked.latest_per_fire,
    isRanking: asked.sort === undefined ? isNearPoint(asked) : !/^[-+]?time$/.test(asked.sort),
  });
  checkFirePin(resolved.fire, pin);
  const { selection, sources } = await withSources(
    resolved,
    { ...asked, static_source_km: sourceKm },
    context,
  );
  checkProperties(properties ?? [], selection.collection, "properties");
  const outlines = new Outlines(context);
  // In the service's own order nothing is known to be the newest; a circle has an order.
  const isOrdered = !selection.latestPerFire || selection.area?.kind === "circle";
  const sort = parseSort(asked.sort ?? (isOrdered ? undefined : "-time"), selection, outlines);
  const sortedBy =
    asked.sort && propertyNamed(asked.sort.replace(/^[-+]/, ""), selection.collection);
  const read = properties && [...properties, ...(sortedBy ? [sortedBy] : [])];
  return {
    selection: read ? await withProperties(selection, read, context) : selection,
    sources,
    outlines,
    sort,
    sortedBy,
    state,
    cursorOf: (reached) =>
      encodeCursor(
        name,
        [asked, pinnedInterval(selection.interval), reached, ...pinsOf(selection.fire)],
        context,
      ),
  };
}

/** Beside a fire, a point is only measured from. */
function isNearPoint({ near, lon, fire }: Pick<QueryInput, "near" | "lon" | "fire">): boolean {
  return fire === undefined && (near ?? lon) !== undefined;
}
