import type { ToolContext } from "../call/context.ts";
import { honoursFilter } from "../collection/honours-filter.ts";
import { emptyTally, type Tally } from "../reading/tally.ts";
import type { Selection } from "../selection/selection.ts";
import type { SummaryInput } from "./parameters.ts";

/**
 * The count alone, if nothing else is requested and the service's `numberMatched` is exact. It
 * includes features without location or time, so neither area nor time may be selected (decisions,
 * row 5). Null if features have to be read.
 */
export async function countOnly(
  { properties, top, group_by: groupBy, union }: SummaryInput,
  { collection, area, interval, filter, fire, latestPerFire, query }: Selection,
  from: string | undefined,
  context: ToolContext,
): Promise<Tally | null> {
  const isBare = properties?.length === 0 && top === 0 && !groupBy?.length && !union;
  if (!isBare || area || interval || fire || latestPerFire || from !== undefined) return null;
  if (filter && !(await honoursFilter(collection, context))) return null;
  const page = await context.client.features.page(collection.id, {
    ...query,
    limit: 1,
    signal: context.softDeadline,
  });
  if (page.numberMatched === undefined) return null;
  return { ...emptyTally(), matched: page.numberMatched, request: page.url };
}
