import { distanceKm } from "@emberline/core";
import { invalidInput, ToolError } from "../errors.ts";
import { quoted } from "../text.ts";
import type { ToolContext } from "../tool.ts";
import { type Found, findPlaces, similarPlaces } from "./find.ts";
import {
  type Gazetteer,
  gazetteerSource,
  loadGazetteer,
  type Place,
  type Territory,
} from "./gazetteer.ts";
import { type GeocodedPlace, type Geocoder, isOnePlace } from "./geocoder.ts";

/** A place that a name was taken for. */
export interface NamedPlace {
  /** Name, region and country. */
  readonly label: string;
  readonly center: readonly [lon: number, lat: number];
  /** The largest other places of that name, which were not taken. */
  readonly others: readonly string[];
  /** Whose data it is; licences ask for it to be told. */
  readonly source: string;
}

/** A name is taken for a place that has this many times the weight of any other of that name. */
const clearFactor = 10;

/** The default radius: what begins within it is no other place. */
const besideKm = 50;
const mostListed = 5;

/**
 * The place that a name means. Of several places of one name the largest is
 * taken where it has at least ten times the people of the next; one of which it
 * is only another spelling counts a tenth. A name that is a larger country's or
 * region's elsewhere is never taken for a place. The operator's geocoder is
 * asked where the gazetteer knows none.
 *
 * @throws ToolError `invalid_input` for a name of several places, listing them;
 *   `not_found` for one of none, with the nearest spellings
 */
export async function resolvePlace(text: string, context: ToolContext): Promise<NamedPlace> {
  const gazetteer = await loadGazetteer();
  const found = findPlaces(gazetteer, text);
  const [best] = found.places;
  if (best === undefined) return geocode(text, found, gazetteer, context);
  if (!isClear(gazetteer, found)) throw ambiguous(text, found, gazetteer);
  const place = gazetteer.place(best.index);
  return {
    label: [labelOf(place), ...notUsed(found.unknownParts)].join(". "),
    center: [place.lon, place.lat],
    others: found.places.slice(1, 4).map(({ index }) => labelOf(gazetteer.place(index))),
    source: gazetteerSource,
  };
}

/**
 * Whether the first place is the one that is meant: no other has more than a
 * tenth of its weight, and no country or region of that name has more people,
 * but for those that hold it or begin beside it.
 */
export function isClear(gazetteer: Gazetteer, { places, territories }: Found): boolean {
  const [best, next] = places;
  if (best === undefined) return false;
  return (
    (next === undefined || best.weight >= clearFactor * next.weight) &&
    !territories.some((territory) => isRival(gazetteer, territory, best.index))
  );
}

function isRival(gazetteer: Gazetteer, { holds }: Territory, index: number): boolean {
  const { lons, lats } = gazetteer.positions();
  const placeOf = (each: number) => [lons[each]!, lats[each]!] as const;
  const held = Array.from({ length: gazetteer.size }, (_, each) => each).filter(holds);
  const people = held.reduce((sum, each) => sum + gazetteer.place(each).population, 0);
  return (
    people > gazetteer.place(index).population &&
    !held.some((each) => distanceKm(placeOf(index), placeOf(each)) <= besideKm)
  );
}

/** "Coimbra, Coimbra, Portugal". */
export function labelOf({ name, region, country }: Place): string {
  return [name, region, country].filter(Boolean).join(", ");
}

function ambiguous(text: string, { places, territories }: Found, gazetteer: Gazetteer): ToolError {
  const listed = places.slice(0, mostListed).map(({ index }) => described(gazetteer.place(index)));
  const more = places.length > mostListed ? `; ${places.length - mostListed} more` : "";
  const regions = territories.length > 0 ? `, and ${regionsOf(territories)}` : "";
  return invalidInput(
    `near: ${quoted(text, 60)} may be several places: ${listed.join("; ")}${more}${regions}. Say which by its region or country, such as ${quoted(labelOf(gazetteer.place(places[0]!.index)))}, or give "lat,lon".`,
  );
}

async function geocode(
  text: string,
  found: Found,
  gazetteer: Gazetteer,
  { geocoder, signal }: ToolContext,
): Promise<NamedPlace> {
  const answer = await geocoder?.search(text, signal);
  const [best, ...others] = answer?.places ?? [];
  if (geocoder && best) return fromGeocoder(text, best, others, geocoder);
  const similar = similarPlaces(gazetteer, text, 3).map((index) =>
    described(gazetteer.place(index)),
  );
  const sentences = [
    `near: no place named ${quoted(text, 60)} is known.`,
    found.territories.length > 0
      ? `It is the name of ${regionsOf(found.territories)}: name a place in it, or give a bbox.`
      : null,
    similar.length > 0 ? `Did you mean ${similar.join("; ")}?` : null,
    answer?.failure,
    'A position as "lat,lon" always works.',
  ];
  throw new ToolError("not_found", sentences.filter(Boolean).join(" "));
}

function fromGeocoder(
  text: string,
  best: GeocodedPlace,
  others: readonly GeocodedPlace[],
  geocoder: Geocoder,
): NamedPlace {
  if (!isOnePlace([best, ...others])) {
    const listed = [best, ...others].map(({ label, lon, lat }) => `${label} (${lat},${lon})`);
    throw invalidInput(
      `near: ${quoted(text, 60)} may be several places: ${listed.join("; ")}. Say which by its region or country, or give "lat,lon".`,
    );
  }
  return { label: best.label, center: [best.lon, best.lat], others: [], source: geocoder.source };
}

function regionsOf(territories: Found["territories"]): string {
  const count = territories.length;
  return count === 1 ? "a country or region" : `${count} countries or regions`;
}

function described(place: Place): string {
  return `${labelOf(place)} (${place.lat},${place.lon}; ${place.population.toLocaleString("en-US")} people)`;
}

/** Sentences on what a text says of where a place lies, and nobody knows. */
export function notUsed(unknownParts: readonly string[]): string[] {
  return unknownParts.map((part) => `${quoted(part, 60)} is not known here and was not used.`);
}
