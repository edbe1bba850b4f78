import { boxWidthDeg } from "@emberline/geo";
import { groundIn, groundLimits } from "@emberline/map";
import type { Ground, GroundRequest } from "../work/map-ground.ts";
import { placesIn } from "./places-in-view.ts";

/** The basemap and the places of a part of the world. */
export async function ground({ box, kmPerPixel }: GroundRequest): Promise<Ground> {
  const [west, south, , north] = box;
  const span = { west, south, east: west + boxWidthDeg(box), north };
  const isCoarse = kmPerPixel > groundLimits.maxKmPerPixel;
  return {
    part: isCoarse ? null : await groundIn(span, kmPerPixel),
    places: await placesIn(span),
  };
}
