import { bearingDeg, distanceKm, type Simulation } from "@emberline/core";
import type { LonLat } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { ifOffered } from "../call/if-offered.ts";
import type { Bearing } from "../geometry/bearing.ts";
import { forecastsMeeting } from "../reading/forecasts.ts";
import type { Interval } from "../selection/interval.ts";

export interface NearbySimulation {
  readonly simulation: Simulation;
  readonly bearing: Bearing;
}

/**
 * Simulations within `radiusKm` whose forecast overlaps the interval, newest first; null if the
 * service does not offer simulations.
 */
export async function readNearbySimulations(
  center: LonLat,
  radiusKm: number,
  interval: Interval,
  context: ToolContext,
): Promise<NearbySimulation[] | null> {
  const read = async () => {
    const near: NearbySimulation[] = [];
    for await (const simulation of forecastsMeeting(interval, context)) {
      const position: LonLat = [simulation.longitude, simulation.latitude];
      const distance = distanceKm(center, position);
      if (distance > radiusKm) continue;
      near.push({
        simulation,
        bearing: { distanceKm: distance, bearingDeg: bearingDeg(center, position) },
      });
    }
    return near;
  };
  return ifOffered(read());
}
