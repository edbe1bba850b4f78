import { type Box, boxContains, boxesOverlap, unrolledEast } from "@emberline/geo";
import { eachInTurns, finishInTurns, type Pause } from "@emberline/turns";
import { reachOf } from "../geometry/nearest.ts";
import type { Outline } from "../geometry/outline.ts";
import type { BlockPlace } from "./blocks.ts";
import { loadGazetteer } from "./gazetteer.ts";

/** Maximum distance of a town from the nearest detection or perimeter, unless another is asked. */
export const usualTownKm = 25;

/** What the distance of a town is measured to. */
export type TownsBy = "detection" | "perimeter";

/** A town near detections or perimeters; distances in km on the WGS 84 ellipsoid. */
export interface Town {
  readonly place: BlockPlace;
  /** Null if no detection is within reach. */
  detectionKm: number | null;
  /** Distance to the edge of the nearest perimeter, 0 inside; null if none is within reach. */
  perimeterKm: number | null;
}

interface Threats {
  /** Outlines of any number of detections each. */
  readonly detections: Iterable<Outline>;
  readonly perimeters: Iterable<Outline>;
  /** Minimum population of a town. */
  readonly minPopulation: number;
  readonly maxKm: number;
  /** The nearer of both if absent. */
  readonly by?: TownsBy | undefined;
}

/**
 * The places of the gazetteer within reach of detections or perimeters, nearest first. Sections of
 * towns are omitted, since the population of their town includes theirs.
 */
export async function townsNear(
  { detections, perimeters, minPopulation, maxKm, by }: Threats,
  pause: Pause,
): Promise<Town[]> {
  const { blocks } = await loadGazetteer();
  const known = new Map<number, Town[]>();
  const townsOf = (block: number) => {
    const towns =
      known.get(block) ??
      blocks
        .placesOf(block)
        .filter(({ population, isSection }) => !isSection && population >= minPopulation)
        .map((place): Town => ({ place, detectionKm: null, perimeterKm: null }));
    known.set(block, towns);
    return towns;
  };
  const measure = async (outline: Outline, member: "detectionKm" | "perimeterKm") => {
    const box = outline.bbox && widened(outline.bbox, maxKm);
    if (!box) return;
    await finishInTurns(outline.prepareSteps(), pause);
    const near = blocks.boxes.flatMap((each, block) => (boxesOverlap(box, each) ? [block] : []));
    await eachInTurns(near, pause, (block) =>
      eachInTurns(townsOf(block), pause, (town) => {
        const { lon, lat } = town.place;
        if (!boxContains(box, [lon, lat])) return;
        const km = outline.distanceKm(reachOf([lon, lat], maxKm));
        if (km !== null && km < (town[member] ?? Number.POSITIVE_INFINITY)) town[member] = km;
      }),
    );
  };
  await eachInTurns(detections, pause, (each) => measure(each, "detectionKm"));
  await eachInTurns(perimeters, pause, (each) => measure(each, "perimeterKm"));
  return [...known.values()]
    .flat()
    .filter((town) => nearestKm(town, by) <= maxKm)
    .sort((a, b) => nearestKm(a, by) - nearestKm(b, by) || b.place.population - a.place.population);
}

/** Distance to the nearest detection or perimeter, or of one of them. */
function nearestKm({ detectionKm, perimeterKm }: Town, by?: TownsBy): number {
  const far = Number.POSITIVE_INFINITY;
  if (by === "detection") return detectionKm ?? far;
  if (by === "perimeter") return perimeterKm ?? far;
  return Math.min(detectionKm ?? far, perimeterKm ?? far);
}

/** Total population of the towns within a distance of the nearest detection or perimeter. */
export function peopleWithin(towns: readonly Town[], km: number, by?: TownsBy): number {
  return towns
    .filter((town) => nearestKm(town, by) <= km)
    .reduce((sum, { place }) => sum + place.population, 0);
}

/** The box extended by the reach in km; longitudes may lie beyond ±180. */
function widened(box: Box, reachKm: number): Box {
  const [west, south, , north] = box;
  const poleward: [number, number] = [west, Math.abs(south) > Math.abs(north) ? south : north];
  const [reachWest, , reachEast] = reachOf(poleward, reachKm).box;
  const margin = (reachEast - reachWest) / 2;
  const height = reachOf([west, 0], reachKm).box[3];
  return [west - margin, south - height, unrolledEast(box) + margin, north + height];
}
