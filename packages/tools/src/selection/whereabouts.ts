import { bearingDeg } from "@emberline/core";
import { z } from "zod";
import { loadGazetteer } from "../places/gazetteer.ts";
import { labelOf } from "../places/label.ts";
import { nearestPlaces } from "../places/nearest-places.ts";
import { type Area, compassPoint } from "./area.ts";

/** Members of an echo that tell in names where an area is. */
export const whereaboutsEcho = {
  place: z.string().optional().describe("taken for near"),
  place_source: z.string().optional(),
  other_places: z.array(z.string()).optional().describe("of that name, not taken"),
  nearest_place: z.string().optional().describe("to the centre"),
};

export type Whereabouts = z.output<z.ZodObject<typeof whereaboutsEcho>>;

/** The place that was named; else the one nearest to the centre, so that a swapped latitude shows. */
export async function whereaboutsOf(area: Area): Promise<Whereabouts> {
  if (area.kind === "circle" && area.place) {
    const { label, others, source } = area.place;
    return {
      place: label,
      place_source: source,
      ...(others.length > 0 ? { other_places: [...others] } : {}),
    };
  }
  return { nearest_place: await describePosition(centerOf(area)) };
}

/** "12 km NE of Medford, Oregon, United States", or the place alone within a kilometre of it. */
async function describePosition(position: readonly [number, number]): Promise<string> {
  const gazetteer = await loadGazetteer();
  const { index, distanceKm } = nearestPlaces(gazetteer, position, 1)[0]!;
  const place = gazetteer.place(index);
  if (distanceKm < 1) return labelOf(place);
  const direction = compassPoint(bearingDeg([place.lon, place.lat], position));
  return `${Math.round(distanceKm)} km ${direction} of ${labelOf(place)}`;
}

function centerOf(area: Area): readonly [number, number] {
  if (area.kind === "circle") return area.center;
  const [west, south, east, north] = flat(area.bbox);
  const width = east >= west ? east - west : east - west + 360;
  const lon = west + width / 2;
  return [lon > 180 ? lon - 360 : lon, (south + north) / 2];
}

/** West, south, east, north; also of a box with heights. */
function flat(bbox: readonly number[]): [number, number, number, number] {
  const [west, south] = bbox;
  const [east, north] = bbox.length === 6 ? bbox.slice(3) : bbox.slice(2);
  return [west!, south!, east!, north!];
}
