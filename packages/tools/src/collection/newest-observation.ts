import { parseTimeMs } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import type { Roles } from "../values/roles.ts";
import { timeOf } from "../values/roles.ts";

const dayMs = 86_400_000;

/**
 * Times before now that are asked for, shortest first; a feature that is
 * older is of no use as "newest".
 */
const windowsDays = [1, 7, 30, 365];

/**
 * The largest page of the interface: a newest feature is told only
 * where all of a window fits into one.
 */
const pageSize = 10_000;

/**
 * The newest feature's time, found by a few requests when the extent lacks it;
 * null if they do not find it.
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
    // The reading that follows reports any fault of the service.
    const page = await client.features.page(id, query).catch(() => null);
    if (!page || page.next !== null) return null;
    // Features without time match every interval.
    const times = page.features.flatMap(({ properties }) => timeOf(properties, roles) ?? []);
    if (times.length > 0)
      return times.reduce((a, b) => (parseTimeMs(b)! > parseTimeMs(a)! ? b : a));
  }
  return null;
}
