import type { ToolContext } from "../call/context.ts";
import { sayMissing } from "../call/if-answered.ts";
import { findRoles } from "../values/roles.ts";
import { serviceNotices } from "../values/service-notices.ts";
import { simulationQueryables, simulationsId } from "./simulation-features.ts";

/** The organization's simulations as a collection, whose time is their creation. */
export async function readSimulationsInfo(
  context: Pick<ToolContext, "client" | "signal" | "note">,
) {
  const { client, signal } = context;
  const { items, notices } = await client.simulations.page({
    limit: 1,
    signal,
    ...sayMissing(context),
  });
  const newest = items[0]?.createdAt;
  return {
    id: simulationsId,
    title: "Fire-spread simulations",
    description: "Forecasts of the organization; the time is their creation.",
    bbox: null,
    interval: newest === undefined ? null : ([null, newest] as const),
    queryables: simulationQueryables,
    roles: findRoles(simulationQueryables),
    isByDate: false,
    notices: [
      "Simulations are forecasts, not observations; those of one fire overlap, so their areas do not add up.",
      ...serviceNotices("the simulations", notices),
    ],
  };
}
