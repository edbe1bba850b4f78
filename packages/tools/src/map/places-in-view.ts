import type { Place, Span } from "@emberline/map";
import { loadGazetteer } from "../places/gazetteer.ts";

/** A map has room for fewer names than this. */
const maxPlaces = 200;

/** The most populous places of the gazetteer in what a map shows; null is the world. */
export async function placesIn(visible: Span | null): Promise<Place[]> {
  const gazetteer = await loadGazetteer();
  const { lons, lats } = gazetteer.positions();
  const found: Place[] = [];
  for (let index = 0; index < gazetteer.size && found.length < maxPlaces; index++) {
    const [lon, lat] = [lons[index]!, lats[index]!];
    if (visible && !contains(visible, lon, lat)) continue;
    const { name, population } = gazetteer.place(index);
    found.push({ name, population, position: [lon, lat] });
  }
  return found;
}

function contains({ west, south, east, north }: Span, lon: number, lat: number): boolean {
  // The span may go beyond the antimeridian on either side.
  const isBetween = [lon - 360, lon, lon + 360].some((each) => each >= west && each <= east);
  return isBetween && lat >= south && lat <= north;
}
