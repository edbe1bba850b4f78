import type { Simulation } from "@emberline/core";
import type { ToolContext } from "../call/context.ts";
import { ifAnswered } from "../call/if-answered.ts";
import type { Bearing } from "../geometry/bearing.ts";
import { forecastsMeeting } from "../reading/forecasts.ts";
import type { Area } from "../selection/area.ts";
import { placeIn } from "../selection/covers.ts";
import type { Interval } from "../selection/interval.ts";

export interface NearbySimulation {
  readonly simulation: Simulation;
  /** Distance and bearing from the centre of a circle; null in other areas. */
  readonly bearing: Bearing | null;
}

/**
 * Simulations in the area whose forecast overlaps the interval, newest first; null if the service
 * does not offer simulations.
 */
export async function readNearbySimulations(
  area: Area,
  interval: Interval,
  context: ToolContext,
  onPartial: () => void,
): Promise<NearbySimulation[] | null> {
  const read = async () => {
    const near: NearbySimulation[] = [];
    for await (const simulation of forecastsMeeting(interval, context, onPartial)) {
      const { longitude, latitude } = simulation;
      const { isInside, bearing } = placeIn(area, {
        type: "Point",
        coordinates: [longitude, latitude],
      });
      if (isInside) near.push({ simulation, bearing });
    }
    return near;
  };
  return ifAnswered(read(), context);
}
