import type { Simulation } from "@emberline/core";
import { parseTimeMs } from "@emberline/geo";
import { reachOf } from "../geometry/nearest.ts";
import type { Fire } from "./fire.ts";
import { fitOf, type NameReading, nameKey, readingsOf } from "./fire-name.ts";

/**
 * How a simulation is matched to a fire: by its id; by name, place and time; by name and place, at
 * another time than the fire's; or only by the place and time of its start.
 */
export type SimulationLink = "id" | "name" | "name only" | "location";

/** How a simulation is matched to a fire; null if it is not. */
export type LinkOf = (simulation: Simulation) => SimulationLink | null;

/** Farther away it is another fire of the same name. */
const namesakeKm = 50;
const defaultRadiusKm = 5;
const dayMs = 86_400_000;

/**
 * The simulations of a fire with perimeters: those with its id, those near it with its name, and
 * those without any fire's name that start in or near it while it burned.
 */
export function simulationsOf(fire: Fire, radiusKm = defaultRadiusKm): LinkOf {
  const { outline } = fire.perimeter;
  const within = ({ longitude, latitude }: Simulation, km: number) =>
    outline.distanceKm(reachOf([longitude, latitude], km)) !== null;
  return (simulation) => {
    const { fireName, clusterId } = simulation;
    if (clusterId != null && clusterId === String(fire.id)) return "id";
    const isTimely = isOfItsTime(simulation, fire);
    if (fireName != null) {
      if (!fire.nameKeys.includes(nameKey(fireName)) || !within(simulation, namesakeKm))
        return null;
      // The same place may burn under the same name in another year.
      return isTimely === true ? "name" : "name only";
    }
    return isTimely !== false && within(simulation, radiusKm) ? "location" : null;
  };
}

/** Null if a time is not known. */
function isOfItsTime({ createdAt }: Simulation, { firstMs, lastMs }: Fire): boolean | null {
  const createdMs = parseTimeMs(createdAt);
  if (createdMs === undefined || firstMs === null || lastMs === null) return null;
  return createdMs >= firstMs - 7 * dayMs && createdMs <= lastMs + 30 * dayMs;
}

/** The simulations of a fire without perimeters: by name alone. */
export function simulationsNamedLike(text: string): LinkOf {
  const readings = readingsOf(text);
  return ({ fireName, createdAt }) => {
    const isNamed = ({ key, year }: NameReading) =>
      fitOf(nameKey(fireName ?? ""), key) > 0 &&
      (year === null || new Date(createdAt).getUTCFullYear() === year);
    return fireName != null && readings.some(isNamed) ? "name only" : null;
  };
}
