import type { Simulation } from "@emberline/core";
import type { ToolContext } from "../call/context.ts";
import { sayMissing } from "../call/if-answered.ts";
import { ifOffered } from "../call/if-offered.ts";
import { fitOf, type NameReading, nameKey } from "./fire-name.ts";

/** The largest page of the interface. */
const pageSize = 100;
/** Older simulations do not help with today's questions. */
const maxPages = 20;

/** The fire's name in simulations; false if none has it, null if some could not be read. */
export async function simulationsNamed(
  readings: readonly NameReading[],
  context: ToolContext,
): Promise<string | false | null> {
  const { client, signal, pages } = context;
  const options = { limit: pageSize, signal, ...sayMissing(context) };
  let cursor: string | null = null;
  for (let read = 0; read < maxPages; read++) {
    const page: { items: Simulation[]; nextCursor: string | null } | null = await ifOffered(
      client.simulations.page({ ...options, ...(cursor !== null && { cursor }) }),
    );
    const named = page?.items.find(
      ({ fireName }) => fireName != null && isNamed(fireName, readings),
    );
    if (named) return named.fireName ?? null;
    if (!page) return null;
    if (page.nextCursor === null) return false;
    if (pages.spend(page.items.length) !== null) return null;
    cursor = page.nextCursor;
  }
  return null;
}

function isNamed(name: string, readings: readonly NameReading[]): boolean {
  return readings.some(({ key }) => fitOf(nameKey(name), key) > 0);
}
