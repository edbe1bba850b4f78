import { type Client, isEmberlineError } from "@emberline/core";
import { ifOffered, type Tool } from "./call/tool.ts";
import type { ServiceSettings } from "./service-settings.ts";
import type { NamedService } from "./services-settings.ts";

/** How long a program that starts waits for the answer of a service. */
const waitMs = 3000;

const ofSimulations: readonly string[] = ["list_simulations"];

/** What a program is connected to: one service, several, or an embedded one. */
type Connected = ServiceSettings | { readonly services: readonly NamedService[] } | null;

/** Whether a service may be another than the interface's, which has simulations. */
export function mayLackSimulations(connected: Connected): boolean {
  if (connected === null) return false;
  if (!("services" in connected)) return connected.clientId === undefined;
  return connected.services.every(
    ({ source }) => source.kind === "remote" && source.service.clientId === undefined,
  );
}

/**
 * The tools without those of simulations, if the service says that it has none. A service that does
 * not answer in time keeps them.
 *
 * @example
 * const tools = await servedTools(settings.tools, client);
 */
export async function servedTools<Listed extends Pick<Tool, "name">>(
  tools: readonly Listed[],
  { simulations }: Pick<Client, "simulations">,
): Promise<readonly Listed[]> {
  if (!tools.some(({ name }) => ofSimulations.includes(name))) return tools;
  const asked = simulations.page({ limit: 1, signal: AbortSignal.timeout(waitMs) });
  const found = await ifOffered(asked).catch((error: unknown) => {
    if (isEmberlineError(error)) return undefined;
    throw error;
  });
  return found === null ? tools.filter(({ name }) => !ofSimulations.includes(name)) : tools;
}
