import { AreaLocator, type Areas, boxOfRings, findAreas, loadAreas } from "@emberline/areas";
import { type Box, wrapLongitude } from "@emberline/geo";
import type { Pause } from "@emberline/turns";

/** Positions along each side of a box at which its countries are looked up. */
const steps = 5;

/**
 * The countries of a box, by a grid of positions in it; none at sea.
 *
 * @param label of the area that the box is of, if it has a name: that of its country decides
 */
export async function countriesIn(
  [west, south, east, north]: Box,
  label: string | undefined,
  pause: Pause,
): Promise<string[]> {
  const locator = await AreaLocator.open("country", pause);
  const country = label?.split(", ").at(-1);
  if (country !== undefined && locator.hasLabel(country)) return [country];
  const width = east < west ? east + 360 - west : east - west;
  const found = new Set<string>();
  for (let i = 0; i < steps * steps; i++) {
    await pause();
    const lon = west + (width * ((i % steps) + 0.5)) / steps;
    const lat = south + ((north - south) * (Math.floor(i / steps) + 0.5)) / steps;
    const at = locator.labelAt(wrapLongitude(lon), lat);
    if (at !== null) found.add(at);
  }
  return [...found].sort();
}

/** The names of countries by their codes (ISO 3166-1); unknown codes stay as they are. */
export async function namesOfCountries(codes: readonly string[]): Promise<string[]> {
  const areas = await loadAreas();
  return codes.map((code) => countryNamed(areas, code) ?? code);
}

/** The name of the only country of a name or code; null for none, or several. */
export function countryNamed(areas: Areas, text: string): string | null {
  const { best, others } = findAreas(areas, text);
  const [country, ...more] = [...(best ? [best] : []), ...others].filter(
    ({ kind }) => kind === "country",
  );
  return country && more.length === 0 ? country.name : null;
}

/** The box of a country by its name; null for an unknown one. */
export async function boxOfCountry(name: string): Promise<Box | null> {
  const areas = await loadAreas();
  const { best } = findAreas(areas, `${name} (country)`);
  return best && boxOfRings(areas.polygons(best.index));
}
