import type { Simulation } from "@emberline/core";

/** What makes a simulation one of a fire: its name, or only where it is. */
type SimulationLink = "name" | "location";

/** How a simulation belongs to a fire; null where it does not. */
export type LinkOf = (simulation: Simulation) => SimulationLink | null;

/** Simulations whose fire, or at least whose location, has the text in its name. */
export function simulationsNamed(text: string): LinkOf {
  const wanted = text.toLowerCase();
  const has = (name: string | null | undefined) => name?.toLowerCase().includes(wanted) === true;
  return ({ fireName, locationName }) =>
    has(fireName) ? "name" : has(locationName) ? "location" : null;
}
