import type { ToolContext } from "../call/context.ts";
import { sayMissing } from "../call/if-answered.ts";
import { honoursFilter } from "../collection/honours-filter.ts";
import { featuresOf } from "../collection/simulation-features.ts";
import { emptyTally, type Tally } from "../reading/tally.ts";
import type { Selection } from "../selection/selection.ts";
import { withoutUnreachableHosts } from "../values/shown-url.ts";
import type { SummaryInput } from "./parameters.ts";

/**
 * The count alone, if nothing else is requested and the service's `numberMatched` is exact. It
 * includes features without location or time, so neither area nor time may be selected (decisions,
 * row 5). Null if features have to be read.
 */
export async function countOnly(
  { properties, statistics, top, top_by: topBy, group_by: groupBy, union }: SummaryInput,
  { collection, area, interval, filter, fire, latestPerFire, exclusion, query }: Selection,
  from: string | undefined,
  context: ToolContext,
): Promise<Tally | null> {
  const isMeasured = properties?.length || statistics || (top ?? topBy);
  const isBare = !isMeasured && !groupBy?.length && !union;
  // Outlines have areas to add up, unless nothing at all is to be measured.
  if (collection.roles.strength === undefined && properties === undefined) return null;
  const isWhole = !(area || interval || fire || exclusion || latestPerFire);
  if (!isBare || !isWhole || from !== undefined) return null;
  if (filter && !(await honoursFilter(collection, context))) return null;
  const page = await featuresOf(context.client, collection.id).page(collection.id, {
    ...query,
    limit: 1,
    signal: context.softDeadline,
    ...sayMissing(context),
  });
  if (page.numberMatched === undefined) return null;
  return {
    ...emptyTally(),
    matched: page.numberMatched,
    request: withoutUnreachableHosts(page.url),
  };
}
