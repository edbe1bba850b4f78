import { bearingDeg, distanceKm, type Simulation } from "@emberline/core";
import type { ToolContext } from "../call/tool.ts";
import type { Bearing } from "../selection/area.ts";
import type { Interval } from "../selection/interval.ts";
import { unlessNotOffered } from "../selection/layers.ts";
import { dayMs } from "./snapshots.ts";

/** No forecast of a fire's spread reaches farther: older ones are not read. */
const longestForecastDays = 30;

export interface NearbySimulation {
  readonly simulation: Simulation;
  readonly bearing: Bearing;
}

/** All simulations whose forecast meets the interval, newest first. */
export async function* forecastsMeeting(
  { start, end }: Interval,
  { client, signal }: ToolContext,
): AsyncIterable<Simulation> {
  const startMs = start === null ? Number.NEGATIVE_INFINITY : Date.parse(start);
  const endMs = end === null ? Number.POSITIVE_INFINITY : Date.parse(end);
  const since =
    start === null
      ? {}
      : { since: new Date(Math.max(0, startMs - longestForecastDays * dayMs)).toISOString() };
  for await (const simulation of client.simulations.iterate({ ...since, signal })) {
    const createdMs = Date.parse(simulation.createdAt);
    const untilMs = createdMs + simulation.durationHours * 3_600_000;
    if (!(createdMs > endMs || untilMs < startMs)) yield simulation;
  }
}

/**
 * Simulations within `radiusKm` whose forecast meets the interval, newest
 * first; null where the service does not offer them.
 */
export async function readNearbySimulations(
  center: readonly [number, number],
  radiusKm: number,
  interval: Interval,
  context: ToolContext,
): Promise<NearbySimulation[] | null> {
  const read = async () => {
    const near: NearbySimulation[] = [];
    for await (const simulation of forecastsMeeting(interval, context)) {
      const position = [simulation.longitude, simulation.latitude] as const;
      const distance = distanceKm(center, position);
      if (distance > radiusKm) continue;
      near.push({
        simulation,
        bearing: { distanceKm: distance, bearingDeg: bearingDeg(center, position) },
      });
    }
    return near;
  };
  return unlessNotOffered(read());
}
