import { distanceKm } from "@emberline/core";
import { type Box, type LonLat, wrapLongitude } from "@emberline/geo";
import TinyQueue from "tinyqueue";
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

export interface Near {
  readonly place: BlockPlace;
  readonly distanceKm: number;
}

/** The places nearest to a position `[lon, lat]` on the ellipsoid, nearest first. */
export function nearestPlaces(gazetteer: Gazetteer, position: LonLat, count: number): Near[] {
  const nearest: Near[] = [];
  for (const near of placesFrom(gazetteer, position)) {
    if (nearest.push(near) >= count) break;
  }
  return nearest;
}

/** The places within a radius on the ellipsoid, nearest first. */
function placesWithin(gazetteer: Gazetteer, position: LonLat, withinKm: number): Near[] {
  const found: Near[] = [];
  for (const near of placesFrom(gazetteer, position)) {
    if (near.distanceKm > withinKm) break;
    found.push(near);
  }
  return found;
}

/** A block of places, or one of them, with a lower bound of its distance or the distance. */
interface Step {
  readonly km: number;
  readonly block?: number;
  readonly place?: BlockPlace;
  readonly isMeasured?: boolean;
}

/**
 * All places, nearest to `[lon, lat]` first. Bounds come first: an exact distance takes much longer,
 * and is measured only of places that no other is certainly nearer than.
 */
export function* placesFrom({ blocks }: Gazetteer, position: LonLat): Generator<Near> {
  const steps = blocks.boxes.map((box, block): Step => ({ km: leastKmTo(box, position), block }));
  const queue = new TinyQueue(steps, (a, b) => a.km - b.km);
  for (let step = queue.pop(); step; step = queue.pop()) {
    const { km, block, place, isMeasured } = step;
    if (block !== undefined) {
      for (const each of blocks.placesOf(block))
        queue.push({ km: leastKmBetween([each.lon, each.lat], position), place: each });
    } else if (place && isMeasured) yield { place, distanceKm: km };
    else if (place) {
      const measuredKm = distanceKm(position, [place.lon, place.lat]);
      queue.push({ km: measuredKm, place, isMeasured: true });
    }
  }
}

/**
 * A lower bound of the distance of two positions: that on the sphere, by haversines, less a
 * billionth for rounding.
 */
function leastKmBetween([lonA, latA]: LonLat, [lonB, latB]: LonLat): number {
  const haversine = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2;
  const across = Math.cos(latA * radians) * Math.cos(latB * radians) * haversine(lonA - lonB);
  const angle = 2 * Math.asin(Math.min(1, Math.sqrt(haversine(latA - latB) + across)));
  return leastRadiusKm * angle * (1 - 1e-9);
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
