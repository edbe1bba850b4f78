import type { Simulation, SimulationPage } from "@emberline/core";
import type { ToolContext } from "../call/context.ts";
import { sayMissing } from "../call/if-answered.ts";
import { serviceNotices } from "../values/service-notices.ts";
import { stopReason } from "./read-all.ts";
import { SimulationCounts } from "./simulation-counts.ts";
import {
  passes,
  type SimulationFilter,
  type SimulationPlace,
  simulationPageSize,
} from "./simulations.ts";

/**
 * Reads the list to its end, as far as the limits of the call allow, and keeps no simulation longer
 * than `onMatch` does.
 */
export async function readEachSimulation(
  filter: SimulationFilter,
  onMatch: (simulation: Simulation) => void | Promise<void>,
  context: ToolContext,
  from: Pick<SimulationPlace, "page" | "skip"> = { page: null, skip: 0 },
) {
  const counts = new SimulationCounts();
  const statuses = new Set<string>();
  let seen = 0;
  let notices: readonly string[] = [];
  let cursor = from.page;
  let { skip } = from;
  let stopped: string | null = null;
  let isRead = false;
  for (let pages = 0; !isRead && stopped === null; pages++) {
    try {
      const page: SimulationPage = await context.client.simulations.page({
        limit: simulationPageSize,
        signal: context.softDeadline,
        ...sayMissing(context),
        ...(filter.since !== undefined && { since: filter.since }),
        ...(cursor !== null && { cursor }),
      });
      notices = serviceNotices("the simulations", page.notices);
      for (const simulation of page.items.slice(skip)) {
        statuses.add(simulation.status);
        seen++;
        if (!passes(simulation, filter)) continue;
        counts.add(simulation);
        const taking = onMatch(simulation);
        if (taking) await taking;
      }
      skip = 0;
      cursor = page.nextCursor;
      isRead = cursor === null;
      const exhausted = context.pages.spend(page.items.length);
      context.onRead?.(page.items.length);
      if (!isRead) stopped = exhausted;
    } catch (error) {
      stopped = stopReason(error, pages > 0 ? "read" : null, context);
    }
  }
  return { counts, statuses: [...statuses].sort(), seen, stopped, notices, isRead, next: cursor };
}
