import { parseTimeMs } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import type { Roles } from "../values/roles.ts";
import { timeOf } from "../values/roles.ts";

const dayMs = 86_400_000;

/** Windows before now to search, shortest first; anything older is useless as "newest". */
const windowsDays = [1, 7, 30, 365];

/** The interface's maximum. The newest is certain only if a window fits into one page. */
const pageSize = 10_000;

/**
 * The newest feature's time, for extents that lack it; found in a few requests, or null.
 */
export async function probeNewest(
  { id, roles }: { readonly id: string; readonly roles: Roles },
  { client, now, softDeadline, pause }: ToolContext,
): Promise<string | null> {
  if (roles.time === undefined) return null;
  for (const days of windowsDays) {
    const datetime = `${new Date(now() - days * dayMs).toISOString()}/..`;
    const query = {
      datetime,
      limit: pageSize,
      onInvalid: "skip" as const,
      signal: softDeadline,
      pause,
    };
    // The next request reports any failure of the service.
    const page = await client.features.page(id, query).catch(() => null);
    if (!page || page.next !== null) return null;
    // Features without time match every interval.
    const times = page.features.flatMap(({ properties }) => timeOf(properties, roles) ?? []);
    if (times.length > 0)
      return times.reduce((a, b) => (parseTimeMs(b)! > parseTimeMs(a)! ? b : a));
  }
  return null;
}
