import { bearingDeg, distanceKm } from "@emberline/core";
import { type Box, boxCenter, type LonLat } from "@emberline/geo";
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

/**
 * How far an area may reach from its middle to have a nearest place, in km: three of four places in
 * the gazetteer have another one within 7 km, so that a wider area has several of them near.
 */
const farthestReachKm = 7;

/**
 * Names the place nearest to a position, which reveals swapped coordinates.
 *
 * @param extent of the area that the position stands for: a wide one has no nearest place
 */
export async function nearestTo(position: LonLat, extent?: Box | null): Promise<Whereabouts> {
  if (extent && reachKmOf(extent) > farthestReachKm) return {};
  return { nearest_place: await describePosition(position) };
}

/** From the middle of a box to its farthest corner. */
function reachKmOf(box: Box): number {
  const [west, south, , north] = box;
  const middle = boxCenter(box);
  return Math.max(distanceKm(middle, [west, south]), distanceKm(middle, [west, north]));
}

/**
 * "12 km NE of Medford, Oregon, United States"; within 1 km, the place alone. The largest place
 * that is hardly farther than the nearest: people know a town rather than its suburb.
 */
async function describePosition(position: LonLat): Promise<string> {
  const gazetteer = await loadGazetteer();
  const nearest = nearestPlaces(gazetteer, position, 10);
  const mostKm = Math.max(nearest[0]!.distanceKm * hardlyFarther.factor, hardlyFarther.km);
  const { distanceKm: km, place } = nearest
    .filter((each) => each.distanceKm <= mostKm)
    .reduce((best, each) => (each.place.population > best.place.population ? each : best));
  const label = labelOf(gazetteer.describe(place));
  if (km < 1) return label;
  const direction = compassPoint(bearingDeg([place.lon, place.lat], position));
  return `${Math.round(km)} km ${direction} of ${label}`;
}

const hardlyFarther = { factor: 1.5, km: 2 };
