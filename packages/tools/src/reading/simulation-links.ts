import type { LinkOf } from "../fires/simulations-of-fire.ts";

/** Simulations with the text in the name of their fire or, failing that, of their location. */
export function simulationsNamed(text: string): LinkOf {
  const wanted = text.toLowerCase();
  const has = (name: string | null | undefined) => name?.toLowerCase().includes(wanted) === true;
  return ({ fireName, locationName }) =>
    has(fireName) ? "name" : has(locationName) ? "location" : null;
}
