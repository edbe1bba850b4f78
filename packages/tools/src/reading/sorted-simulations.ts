import type { Simulation } from "@emberline/core";
import type { ToolContext } from "../call/context.ts";
import {
  compareKeys,
  readEachSimulation,
  type SimulationFilter,
  type SimulationKey,
  type SimulationPlace,
  type SimulationReading,
  type SimulationSort,
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
  const best: { simulation: Simulation; key: SimulationKey }[] = [];
  let left = 0;
  // Those left out that have the value of the last one kept, which only rises in the order.
  let ties: { value: SimulationKey[0]; count: number } | null = null;
  const shorten = () => {
    best.sort((a, b) => compareKeys(sort, a.key, b.key));
    const rest = best.splice(limit);
    const value = best.at(-1)?.key[0] ?? null;
    const count = rest.filter(({ key }) => key[0] === value).length;
    ties = { value, count: count + (ties?.value === value ? ties.count : 0) };
  };
  const onMatch = (simulation: Simulation) => {
    const key = [sort.valueOf(simulation), simulation.id] as const;
    if (after && compareKeys(sort, key, after) <= 0) return;
    left++;
    best.push({ simulation, key });
    // Keeps only the best, so that memory is bounded.
    if (best.length >= limit * 4 + 1000) shorten();
  };
  const { counts, statuses, seen, unread, stopped, notices, isRead } = await readEachSimulation(
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
    isCounted: isRead && unread === 0,
    isEnd: isRead && left <= best.length,
    statuses: filter.status === undefined || counts.total !== 0 ? [] : statuses,
    unread,
    seen,
    stopped: null,
    notices: [
      ...notices,
      ...(stopped === null
        ? []
        : [`Not all simulations could be read (${stopped}): order and counts are of the newest.`]),
    ],
    tiesAfter(kept) {
      const value = best[kept - 1]?.key[0] ?? null;
      if (value === null) return 0;
      const more = best.slice(kept).filter(({ key }) => key[0] === value).length;
      return more + (ties?.value === value ? ties.count : 0);
    },
    placeAfter: (kept) => ({
      page: null,
      skip: 0,
      returned: before + kept,
      ...(kept === 0 ? after && { after } : { after: [...best[kept - 1]!.key] }),
    }),
  };
}
