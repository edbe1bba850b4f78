import type { Simulation, SimulationPage } from "@emberline/core";
import type { ToolContext } from "../call/context.ts";
import { serviceNotices } from "../values/service-notices.ts";
import { stopReason } from "./read-all.ts";
import { SimulationCounts } from "./simulation-counts.ts";
import { compareKeys, type SimulationKey, type SimulationSort } from "./simulation-sort.ts";
import {
  passes,
  type SimulationFilter,
  type SimulationPlace,
  type SimulationReading,
  simulationPageSize,
} from "./simulations.ts";

/** Reads the whole list, and keeps the first `limit` after the place in the requested order. */
export async function readSortedSimulations(
  filter: SimulationFilter,
  sort: SimulationSort,
  limit: number,
  place: SimulationPlace | undefined,
  context: ToolContext,
): Promise<SimulationReading> {
  const after = place?.after;
  let best: { simulation: Simulation; key: SimulationKey }[] = [];
  let left = 0;
  const shorten = () => {
    best = best.sort((a, b) => compareKeys(sort, a.key, b.key)).slice(0, limit);
  };
  const onMatch = (simulation: Simulation) => {
    const key = [sort.valueOf(simulation), simulation.id] as const;
    if (after && compareKeys(sort, key, after) <= 0) return;
    left++;
    best.push({ simulation, key });
    // Keeps only the best, so that memory is bounded.
    if (best.length >= limit * 4 + 1000) shorten();
  };
  const { counts, statuses, seen, stopped, notices, isRead } = await readList(
    filter,
    onMatch,
    context,
  );
  shorten();
  const before = place?.returned ?? 0;
  return {
    simulations: best.map(({ simulation }) => simulation),
    matched: counts.total,
    counts,
    isCounted: isRead,
    isEnd: isRead && left <= best.length,
    statuses: filter.status === undefined || counts.total !== 0 ? [] : statuses,
    seen,
    stopped: null,
    notices: [
      ...notices,
      ...(stopped === null
        ? []
        : [`Not all simulations could be read (${stopped}): order and counts are of the newest.`]),
    ],
    placeAfter: (kept) => ({
      page: null,
      skip: 0,
      returned: before + kept,
      ...(kept === 0 ? after && { after } : { after: [...best[kept - 1]!.key] }),
    }),
  };
}

/** Reads the list to its end, as far as the limits of the call allow. */
async function readList(
  filter: SimulationFilter,
  onMatch: (simulation: Simulation) => void,
  context: ToolContext,
) {
  const counts = new SimulationCounts();
  const statuses = new Set<string>();
  let seen = 0;
  let notices: readonly string[] = [];
  let cursor: string | null = null;
  let stopped: string | null = null;
  let isRead = false;
  for (let pages = 0; !isRead && stopped === null; pages++) {
    try {
      const page: SimulationPage = await context.client.simulations.page({
        limit: simulationPageSize,
        signal: context.softDeadline,
        ...(filter.since !== undefined && { since: filter.since }),
        ...(cursor !== null && { cursor }),
      });
      notices = serviceNotices("the simulations", page.notices);
      for (const simulation of page.items) {
        statuses.add(simulation.status);
        seen++;
        if (!passes(simulation, filter)) continue;
        counts.add(simulation);
        onMatch(simulation);
      }
      cursor = page.nextCursor;
      isRead = cursor === null;
      const exhausted = context.pages.spend(page.items.length);
      if (!isRead) stopped = exhausted;
    } catch (error) {
      stopped = stopReason(error, pages > 0 ? "read" : null, context);
    }
  }
  return { counts, statuses: [...statuses].sort(), seen, stopped, notices, isRead };
}
