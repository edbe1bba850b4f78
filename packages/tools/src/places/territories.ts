import { distanceKm } from "@emberline/core";
import type { BlockPlace } from "./blocks.ts";
import type { Found, FoundPlace } from "./find-places.ts";
import type { Gazetteer } from "./gazetteer.ts";
import { placesWithin } from "./nearest-places.ts";
import type { Territory } from "./territory-table.ts";

/** The default radius: a territory that begins within it is not somewhere else. */
const besideKm = 50;
const maxListed = 3;

/** Whether a country or region has more weight than the place of its name, and is not near it. */
export function isRival(
  gazetteer: Gazetteer,
  territory: Territory,
  { place, weight }: FoundPlace,
): boolean {
  return (
    territory.people > weight &&
    !placesWithin(gazetteer, [place.lon, place.lat], besideKm).some((near) =>
      territory.holds(near.place),
    )
  );
}

/** Countries and regions that the name means more likely than its first place. */
export function rivalsOf(gazetteer: Gazetteer, { places, territories }: Found): Territory[] {
  const [first] = places;
  return first ? territories.filter((each) => isRival(gazetteer, each, first)) : [];
}

export function isBeside(place: BlockPlace, other: BlockPlace, km: number): boolean {
  return distanceKm([place.lon, place.lat], [other.lon, other.lat]) <= km;
}

/** Says what the countries and regions are and how to select them: they have no single centre. */
export function describeTerritories(territories: readonly Territory[]): string {
  const listed = territories.slice(0, maxListed).map(describeTerritory);
  const more = territories.length > maxListed ? `; ${territories.length - maxListed} more` : "";
  return `It is the name of ${listed.join("; ")}${more}: give it as within, or name a town in it.`;
}

/** "California (a region, United States; largest town "Los Angeles, …")". */
function describeTerritory({ name, country, largest }: Territory): string {
  const kind = country === null ? "a country" : `a region, ${country}`;
  return `${name} (${kind}; largest town ${JSON.stringify(largest)})`;
}
