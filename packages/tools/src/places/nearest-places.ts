import { distanceKm } from "@emberline/core";
import { type Box, type LonLat, wrapLongitude } from "@emberline/geo";
import type { BlockPlace } from "./blocks.ts";
import type { Found, FoundPlace } from "./find-places.ts";
import type { Gazetteer } from "./gazetteer.ts";
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

/**
 * The smallest radius of curvature on WGS 84, in km: a (1 - e²), the meridian's at the equator. On
 * a sphere with it, no distance is longer than on the ellipsoid.
 */
const leastRadiusKm = 6335.43;
const radians = Math.PI / 180;

interface Near {
  readonly place: BlockPlace;
  readonly distanceKm: number;
}

/** The places nearest to a position `[lon, lat]` on the ellipsoid, nearest first. */
export function nearestPlaces(gazetteer: Gazetteer, position: LonLat, count: number): Near[] {
  const nearest: Near[] = [];
  let withinKm = Number.POSITIVE_INFINITY;
  for (const { block, leastKm } of blocksFrom(gazetteer, position)) {
    if (leastKm > withinKm) break;
    for (const candidate of candidatesOf(gazetteer, block, position)) {
      if (candidate.leastKm > withinKm) break;
      nearest.push(measured(candidate, position));
      nearest.sort(byDistance);
      nearest.length = Math.min(nearest.length, count);
      withinKm = nearest[count - 1]?.distanceKm ?? withinKm;
    }
  }
  return nearest;
}

/** The places within a radius on the ellipsoid, nearest first. */
function placesWithin(gazetteer: Gazetteer, position: LonLat, withinKm: number): Near[] {
  const found: Near[] = [];
  for (const { block, leastKm } of blocksFrom(gazetteer, position)) {
    if (leastKm > withinKm) break;
    const candidates = candidatesOf(gazetteer, block, position);
    for (const candidate of candidates)
      if (candidate.leastKm <= withinKm) found.push(measured(candidate, position));
  }
  return found.filter(({ distanceKm }) => distanceKm <= withinKm).sort(byDistance);
}

interface Candidate {
  readonly place: BlockPlace;
  readonly leastKm: number;
}

/** The places of a block by a lower bound of their distance: exact ones take much longer. */
function candidatesOf({ blocks }: Gazetteer, block: number, position: LonLat): Candidate[] {
  return blocks
    .placesOf(block)
    .map((place) => {
      const { lon, lat } = place;
      return { place, leastKm: leastKmTo([lon, lat, lon, lat], position) };
    })
    .sort((a, b) => a.leastKm - b.leastKm);
}

function measured({ place }: Candidate, position: LonLat): Near {
  return { place, distanceKm: distanceKm(position, [place.lon, place.lat]) };
}

/**
 * All blocks, by a lower bound of the distance to their places. Callers need few of them, so that a
 * search for each next block is faster than sorting.
 */
function* blocksFrom(
  { blocks }: Gazetteer,
  position: LonLat,
): Generator<{ block: number; leastKm: number }> {
  const leastKms = Float64Array.from(blocks.boxes, (box) => leastKmTo(box, position));
  for (;;) {
    let next = 0;
    for (let block = 1; block < leastKms.length; block++)
      if (leastKms[block]! < leastKms[next]!) next = block;
    const leastKm = leastKms[next]!;
    if (leastKm === Number.POSITIVE_INFINITY) return;
    leastKms[next] = Number.POSITIVE_INFINITY;
    yield { block: next, leastKm };
  }
}

/** A lower bound of the distance to a box: that to its parallels and to its meridians. */
function leastKmTo([west, south, east, north]: Box, [lon, lat]: LonLat): number {
  const northward = Math.max(south - lat, lat - north, 0);
  const isBetween = west <= lon && lon <= east;
  const toWest = Math.abs(wrapLongitude(west - lon));
  const toEast = Math.abs(wrapLongitude(east - lon));
  // Beyond a quarter turn the nearest position of a meridian is a pole.
  const eastward = isBetween ? 0 : Math.min(toWest, toEast, 90);
  const toMeridian = Math.asin(Math.cos(lat * radians) * Math.sin(eastward * radians));
  return leastRadiusKm * Math.max(northward * radians, toMeridian);
}

function byDistance(a: Near, b: Near): number {
  return a.distanceKm - b.distanceKm;
}
