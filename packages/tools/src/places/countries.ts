import {
  AreaLocator,
  type Areas,
  boxOfRings,
  findAreas,
  labelOfArea,
  loadAreas,
} from "@emberline/areas";
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
  box: Box,
  label: string | undefined,
  pause: Pause,
): Promise<string[]> {
  const country = label?.split(", ").at(-1);
  return labelsIn("country", box, country, pause);
}

async function labelsIn(
  level: "country" | "region",
  [west, south, east, north]: Box,
  label: string | undefined,
  pause: Pause,
): Promise<string[]> {
  const locator = await AreaLocator.open(level, pause);
  if (label !== undefined && locator.hasLabel(label)) return [label];
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

/** The names of countries and their parts by codes (ISO 3166); unknown codes stay as they are. */
export async function namesOfCountries(codes: readonly string[]): Promise<string[]> {
  const areas = await loadAreas();
  return codes.map((code) => {
    if (!code.includes("-")) return countryNamed(areas, code) ?? code;
    const { best } = findAreas(areas, code);
    return best?.kind === "region" ? labelOfArea(areas, best) : code;
  });
}

/**
 * The countries of a box that are not covered; of those covered in part, the states that are not.
 *
 * @param covered names as `namesOfCountries` gives them
 */
export async function uncoveredIn(
  box: Box,
  label: string | undefined,
  covered: readonly string[],
  pause: Pause,
): Promise<string[]> {
  const isIn = (country: string) => (part: string) => part.endsWith(`, ${country}`);
  const here = await countriesIn(box, label, pause);
  const lacking = here.map(async (country) => {
    if (covered.includes(country)) return [];
    if (!covered.some(isIn(country))) return [country];
    const parts = await labelsIn("region", box, label, pause);
    return parts.filter((part) => isIn(country)(part) && !covered.includes(part));
  });
  return (await Promise.all(lacking)).flat();
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
