import type { ToolContext } from "../call/context.ts";
import { decodeCursor, encodeCursor } from "../call/cursor.ts";
import { checkProperties } from "../collection/check-properties.ts";
import { Outlines } from "../geometry/outlines.ts";
import type { ReadingState } from "../reading/reading.ts";
import { parseSort, type Sort } from "../reading/sort.ts";
import { type SourcesInReach, withSources } from "../reading/static-sources.ts";
import { checkFirePin, pinsOf } from "../selection/fire-scope.ts";
import { pinnedInterval } from "../selection/interval.ts";
import { resolveSelection, type Selection, sameAsCursor } from "../selection/selection.ts";
import { cursorState, type QueryInput } from "./parameters.ts";

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
  const sort = parseSort(
    asked.sort ?? (asked.latest_per_fire && !isNearPoint(asked) ? "-time" : undefined),
    selection,
    outlines,
  );
  return {
    selection,
    sources,
    outlines,
    sort,
    sortedBy: asked.sort?.replace(/^[-+]/, ""),
    state,
    cursorOf: (reached) =>
      encodeCursor(
        name,
        [asked, pinnedInterval(selection.interval), reached, ...pinsOf(selection.fire)],
        context,
      ),
  };
}

function isNearPoint({
  near,
  lon,
}: {
  near?: string | undefined;
  lon?: number | undefined;
}): boolean {
  return near !== undefined || lon !== undefined;
}
