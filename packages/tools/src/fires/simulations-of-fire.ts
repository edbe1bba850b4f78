import type { Simulation } from "@emberline/core";
import { parseTimeMs } from "@emberline/geo";
import { reachOf } from "../geometry/reach.ts";
import type { Fire } from "./fire.ts";
import { fitOf, nameKey, readingsOf } from "./fire-name.ts";

/** How a simulation is matched to a fire: by name, or only by the place and time of its start. */
export type SimulationLink = "name" | "location";

/** How a simulation is matched to a fire; null if it is not. */
export type LinkOf = (simulation: Simulation) => SimulationLink | null;

/** Farther away it is another fire of the same name. */
const namesakeKm = 50;
const defaultRadiusKm = 5;
const dayMs = 86_400_000;

/**
 * The simulations of a fire with perimeters: those near it with its name, and those without any
 * fire's name that start in or near it while it burned.
 */
export function simulationsOf(fire: Fire, radiusKm = defaultRadiusKm): LinkOf {
  const { outline } = fire.perimeter;
  const within = ({ longitude, latitude }: Simulation, km: number) =>
    outline.distanceKm(reachOf([longitude, latitude], km)) !== null;
  return (simulation) => {
    const { fireName } = simulation;
    if (fireName != null) {
      return fire.nameKeys.includes(nameKey(fireName)) && within(simulation, namesakeKm)
        ? "name"
        : null;
    }
    return isOfItsTime(simulation, fire) && within(simulation, radiusKm) ? "location" : null;
  };
}

function isOfItsTime({ createdAt }: Simulation, { firstMs, lastMs }: Fire): boolean {
  const createdMs = parseTimeMs(createdAt);
  if (createdMs === undefined || firstMs === null || lastMs === null) return true;
  return createdMs >= firstMs - 7 * dayMs && createdMs <= lastMs + 30 * dayMs;
}

/** The simulations of a fire without perimeters: by name alone. */
export function simulationsNamedLike(text: string): LinkOf {
  const readings = readingsOf(text);
  return ({ fireName }) =>
    fireName != null && readings.some(({ key }) => fitOf(nameKey(fireName), key) > 0)
      ? "name"
      : null;
}
