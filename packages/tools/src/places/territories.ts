import { distanceKm } from "@emberline/core";
import { type Box, type LonLat, narrowestBox } from "@emberline/geo";
import type { Found } from "./find-places.ts";
import type { Gazetteer, Territory } from "./gazetteer.ts";
import { labelOf } from "./label.ts";

/** The default radius: a territory that begins within it is not somewhere else. */
const besideKm = 50;
const maxTold = 3;

/** Whether a country or region has more people than the place of its name, and is not near it. */
export function isRival(gazetteer: Gazetteer, territory: Territory, index: number): boolean {
  const held = placesOf(gazetteer, territory);
  const people = held.reduce((sum, each) => sum + gazetteer.population(each), 0);
  return (
    people > gazetteer.population(index) &&
    !held.some((each) => isBeside(gazetteer, index, each, besideKm))
  );
}

/** Countries and regions that the name means more likely than its first place. */
export function rivalsOf(gazetteer: Gazetteer, { places, territories }: Found): Territory[] {
  const [first] = places;
  return first ? territories.filter((each) => isRival(gazetteer, each, first.index)) : [];
}

export function isBeside(gazetteer: Gazetteer, index: number, other: number, km: number): boolean {
  const { lons, lats } = gazetteer.positions();
  return distanceKm([lons[index]!, lats[index]!], [lons[other]!, lats[other]!]) <= km;
}

/** Says what the countries and regions are and how to select them: they have no single centre. */
export function tellTerritories(gazetteer: Gazetteer, territories: readonly Territory[]): string {
  const told = territories
    .slice(0, maxTold)
    .map((territory) => describeTerritory(gazetteer, territory));
  const more = territories.length > maxTold ? `; ${territories.length - maxTold} more` : "";
  return `It is the name of ${told.join("; ")}${more}: name a town in it, or give bbox.`;
}

/**
 * "California (a region, United States; largest town …; all its towns lie within
 * bbox [west,south,east,north])".
 */
function describeTerritory(gazetteer: Gazetteer, territory: Territory): string {
  const { name, country } = territory;
  const kind = country === null ? "a country" : `a region, ${country}`;
  const held = placesOf(gazetteer, territory);
  const [largest] = held;
  if (largest === undefined) return `${name} (${kind})`;
  const example = JSON.stringify(labelOf(gazetteer.place(largest)));
  return `${name} (${kind}; largest town ${example}; all its towns lie within bbox [${boxOf(gazetteer, held)}])`;
}

/** Largest population first. */
function placesOf({ size }: Gazetteer, { holds }: Territory): number[] {
  const held: number[] = [];
  for (let index = 0; index < size; index++) if (holds(index)) held.push(index);
  return held;
}

/** The bbox of places, rounded outward to 0.1°; across the antimeridian if that is narrower. */
function boxOf(gazetteer: Gazetteer, held: readonly number[]): Box {
  const { lons, lats } = gazetteer.positions();
  const positions = held.map((index): LonLat => [lons[index]!, lats[index]!]);
  const [west, south, east, north] = narrowestBox(positions)!;
  const down = (degrees: number) => Math.floor(degrees * 10) / 10;
  const up = (degrees: number) => Math.ceil(degrees * 10) / 10;
  return [down(west), down(south), up(east), up(north)];
}
