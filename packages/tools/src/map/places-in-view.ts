import { type Box, boxContains } from "@emberline/geo";
import type { Place, Span } from "@emberline/map";
import { loadGazetteer } from "../places/gazetteer.ts";

/** More names than fit on a map. */
const maxPlaces = 200;

/** The most populous places of the gazetteer in the visible area; null is the world. */
export async function placesIn(visible: Span | null): Promise<Place[]> {
  const gazetteer = await loadGazetteer();
  const { lons, lats } = gazetteer.positions();
  const box: Box | null = visible && [visible.west, visible.south, visible.east, visible.north];
  const found: Place[] = [];
  for (let index = 0; index < gazetteer.size && found.length < maxPlaces; index++) {
    const [lon, lat] = [lons[index]!, lats[index]!];
    if (box && !boxContains(box, [lon, lat])) continue;
    const { name, population } = gazetteer.place(index);
    found.push({ name, population, position: [lon, lat] });
  }
  return found;
}
