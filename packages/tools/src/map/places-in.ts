import { type Box, boxContains, boxesOverlap } from "@emberline/geo";
import type { MapPlace, Span } from "@emberline/map";
import { loadGazetteer } from "../places/gazetteer.ts";

/** More names than fit on a map. */
const maxPlaces = 200;

/** The most populous places of the gazetteer in the visible area; null is the world. */
export async function placesIn(visible: Span | null): Promise<MapPlace[]> {
  const { blocks } = await loadGazetteer();
  const box: Box = visible
    ? [visible.west, visible.south, visible.east, visible.north]
    : [-180, -90, 180, 90];
  const inView = [...blocks.boxes.keys()]
    .filter((block) => boxesOverlap(box, blocks.boxes[block]!))
    .map((block) => ({ block, mostPeople: blocks.mostPeopleOf(block) }))
    .sort((a, b) => b.mostPeople - a.mostPeople);
  let found: MapPlace[] = [];
  for (const { block, mostPeople } of inView) {
    if (found.length === maxPlaces && mostPeople <= found[maxPlaces - 1]!.population) break;
    const places = blocks
      .placesOf(block)
      .filter(({ lon, lat }) => boxContains(box, [lon, lat]))
      .map(
        ({ name, population, lon, lat }): MapPlace => ({ name, population, position: [lon, lat] }),
      );
    found = [...found, ...places].sort((a, b) => b.population - a.population).slice(0, maxPlaces);
  }
  return found;
}
