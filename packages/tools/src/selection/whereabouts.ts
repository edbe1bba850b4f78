import { bearingDeg } from "@emberline/core";
import type { LonLat } from "@emberline/geo";
import { z } from "zod";
import { compassPoint } from "../geometry/bearing.ts";
import { loadGazetteer } from "../places/gazetteer.ts";
import { labelOf } from "../places/label.ts";
import { nearestPlaces } from "../places/nearest-places.ts";
import type { NamedPlace } from "../places/resolve-place.ts";

/** Names of places in or near an area. */
export const describedWhereabouts = {
  place: z.string().optional().describe("near, as resolved"),
  place_source: z.string().optional(),
  other_places: z.array(z.string()).optional().describe("others of that name"),
  nearest_place: z.string().optional().describe("to the centre"),
};

export type Whereabouts = z.output<z.ZodObject<typeof describedWhereabouts>>;

/** Names the place that `near` resolved to. */
export function whereaboutsOf({ label, others, source }: NamedPlace): Whereabouts {
  return {
    place: label,
    place_source: source,
    ...(others.length > 0 && { other_places: [...others] }),
  };
}

/** Names the place nearest to a position, which reveals swapped coordinates. */
export async function nearestTo(position: LonLat): Promise<Whereabouts> {
  return { nearest_place: await describePosition(position) };
}

/**
 * "12 km NE of Medford, Oregon, United States"; within 1 km, the place alone. The largest place
 * that is hardly farther than the nearest: people know a town rather than its suburb.
 */
async function describePosition(position: LonLat): Promise<string> {
  const gazetteer = await loadGazetteer();
  const nearest = nearestPlaces(gazetteer, position, 10);
  const mostKm = Math.max(nearest[0]!.distanceKm * hardlyFarther.factor, hardlyFarther.km);
  const { distanceKm, place } = nearest
    .filter((each) => each.distanceKm <= mostKm)
    .reduce((best, each) => (each.place.population > best.place.population ? each : best));
  const label = labelOf(gazetteer.describe(place));
  if (distanceKm < 1) return label;
  const direction = compassPoint(bearingDeg([place.lon, place.lat], position));
  return `${Math.round(distanceKm)} km ${direction} of ${label}`;
}

const hardlyFarther = { factor: 1.5, km: 2 };
