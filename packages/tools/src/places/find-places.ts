import { fold } from "@emberline/areas/fold";
import type { BlockPlace } from "./blocks.ts";
import type { Gazetteer } from "./gazetteer.ts";
import { type Territory, withoutKind } from "./territory-table.ts";

/** Matches for a name in the gazetteer. */
export interface Found {
  /** Greatest weight first. */
  readonly places: readonly FoundPlace[];
  /** Countries and regions of the same name, such as "Georgia". */
  readonly territories: readonly Territory[];
  /** Unknown parts of the text after the place's name, such as a region. */
  readonly unknownParts: readonly string[];
}

export interface FoundPlace {
  readonly place: BlockPlace;
  /** Whether the text is the place's name rather than another spelling. */
  readonly isName: boolean;
  /** Its population; a quarter of it if the text is another spelling. */
  readonly weight: number;
}

/** Maximum words in the name of a country or region that follows a place without a comma. */
const maxWords = 5;

/**
 * Places of a name as people write it, in any case, with or without diacritics: "Coimbra",
 * "Paris, TX", "Santa Rosa California", "Paradise, Butte County, California".
 */
export function findPlaces(gazetteer: Gazetteer, text: string): Found {
  const { key, parts } = partsOf(text);
  const found = parts.length > 0 ? findWithin(gazetteer, key, parts) : findAlone(gazetteer, key);
  if (found) return found;
  const territories = territoriesOf(gazetteer, fold(text));
  return { places: [], territories, unknownParts: [] };
}

/** The folded name of the place, and the parts after it. */
export function partsOf(text: string): { key: string; parts: string[] } {
  const [first = "", ...parts] = text
    .trim()
    .replace(/^near\s+/i, "")
    .split(/[,;，、]/)
    .map((part) => part.trim());
  return { key: fold(first), parts: parts.filter(Boolean) };
}

function findWithin(gazetteer: Gazetteer, key: string, parts: readonly string[]): Found | null {
  const unknownParts: string[] = [];
  let places = spelled(gazetteer, key);
  for (const part of parts) {
    const held = heldBy(gazetteer, fold(part), places);
    if (held === null) unknownParts.push(part);
    else places = held;
  }
  // With only an unknown region, every place of that name would match.
  if (places.length === 0 || unknownParts.length === parts.length) return null;
  return { places: weighed(places, key), territories: [], unknownParts };
}

function findAlone(gazetteer: Gazetteer, key: string): Found | null {
  const places = spelled(gazetteer, key);
  if (places.length > 0) {
    const territories = territoriesOf(gazetteer, key);
    return { places: weighed(places, key), territories, unknownParts: [] };
  }
  const words = key.split(" ");
  for (let count = 1; count <= Math.min(words.length - 1, maxWords); count++) {
    const territories = territoriesOf(gazetteer, words.slice(-count).join(" "));
    if (territories.length === 0) continue;
    const name = words.slice(0, -count).join(" ");
    const held = spelled(gazetteer, name).filter((place) => isHeld(place, territories));
    if (held.length > 0) return { places: weighed(held, name), territories: [], unknownParts: [] };
  }
  return null;
}

/** Countries and regions of a name, else those that differ only by their kind. */
function territoriesOf({ territories }: Gazetteer, key: string): Territory[] {
  if (key === "") return [];
  const named = territories.named(key);
  return named.length > 0 ? named : territories.alike(key);
}

/**
 * The places within a territory or county of a name; null if there is none. A county precedes a
 * region that differs by its kind: Washington County does not mean the state.
 */
export function heldBy(
  { territories }: Gazetteer,
  key: string,
  places: readonly BlockPlace[],
): BlockPlace[] | null {
  const named = territories.named(key);
  if (named.length > 0) return places.filter((place) => isHeld(place, named));
  const inCounty = places.filter(({ county }) => fold(county) === key);
  if (inCounty.length > 0) return inCounty;
  const alike = territories.alike(key);
  if (alike.length > 0) return places.filter((place) => isHeld(place, alike));
  const bare = withoutKind(key);
  const inCountyAlike = places.filter(({ county }) => withoutKind(fold(county)) === bare);
  return inCountyAlike.length > 0 ? inCountyAlike : null;
}

function isHeld(place: BlockPlace, territories: readonly Territory[]): boolean {
  return territories.some((territory) => territory.holds(place));
}

function spelled(gazetteer: Gazetteer, key: string): BlockPlace[] {
  if (key === "") return [];
  const named = gazetteer.named(key);
  return named.length > 0 ? named : gazetteer.named(withoutDigraphs(key));
}

function weighed(places: readonly BlockPlace[], key: string): FoundPlace[] {
  return places
    .map((place) => {
      const { name, population } = place;
      const isName = withoutDigraphs(fold(name)) === withoutDigraphs(key);
      // An unknown population counts as one, so that no such place is clearer than another.
      const weight = Math.max(population, 1) / (isName ? 1 : 4);
      return { place, isName, weight };
    })
    .sort((a, b) => b.weight - a.weight);
}

/** ae, oe and ue may stand for ä, ö and ü: "Muenchen" is München. */
function withoutDigraphs(key: string): string {
  return key.replace(/([aou])e/g, "$1");
}
