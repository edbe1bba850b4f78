import type { LinkOf } from "../fires/simulations-of-fire.ts";

/** Simulations whose fire, or at least whose location, has the text in its name. */
export function simulationsNamed(text: string): LinkOf {
  const wanted = text.toLowerCase();
  const has = (name: string | null | undefined) => name?.toLowerCase().includes(wanted) === true;
  return ({ fireName, locationName }) =>
    has(fireName) ? "name" : has(locationName) ? "location" : null;
}
