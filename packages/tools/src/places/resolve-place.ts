import type { ToolContext } from "../call/context.ts";
import type { GeocodedPlace, Geocoder } from "../call/geocoder.ts";
import { invalidInput, type Option, ToolError } from "../call/tool-error.ts";
import { quoted } from "../values/text.ts";
import type { BlockPlace } from "./blocks.ts";
import { type Found, findPlaces } from "./find-places.ts";
import { type Gazetteer, gazetteerSource, loadGazetteer, type Place } from "./gazetteer.ts";
import { isOnePlace } from "./geocoder.ts";
import { describeTerritories, isBeside, isRival, rivalsOf } from "./nearest-places.ts";
import { similarPlaces } from "./similar-places.ts";

/** The place that a name resolved to. */
export interface NamedPlace {
  /** Name, region and country. */
  readonly label: string;
  readonly center: readonly [lon: number, lat: number];
  /** The largest other places of that name. */
  readonly others: readonly string[];
  /** Source of the data; licences require attribution. */
  readonly source: string;
}

/**
 * How many times the weight of every other candidate a place must have to be chosen. Capitals and
 * cities of a million win sooner than towns: Paradise in Nevada is larger than the one in
 * California, but not better known.
 */
const clearFactor = { wellKnown: 5, other: 9 };
const cityPopulation = 1_000_000;
/** Places this close count as one: Delhi and New Delhi. */
const samePlaceKm = 10;
const maxListed = 5;
const maxSimilar = 3;

/**
 * The place that a name means. Among several, the largest is chosen if it is clear
 * ({@link isClear}), and the next ones are listed. Alternative spellings count a quarter. A name
 * that belongs to a larger country or region elsewhere is never taken for a place. If the gazetteer
 * has none, the operator's geocoder is asked.
 *
 * @throws {ToolError} when several places have the name (`invalid_input`), listing them, or none
 *   has it (`not_found`), with the nearest spellings
 */
export async function resolvePlace(text: string, context: ToolContext): Promise<NamedPlace> {
  const gazetteer = await loadGazetteer();
  const found = findPlaces(gazetteer, text);
  const [best] = found.places;
  if (best === undefined) return geocode(text, found, gazetteer, context);
  if (!isClear(gazetteer, found)) throw ambiguous(text, found, gazetteer);
  const [label, ...others] = labelsOf(found.places.map(({ place }) => gazetteer.describe(place)));
  return {
    label: [label, ...notUsed(found.unknownParts)].join(". "),
    center: [best.place.lon, best.place.lat],
    others: others.slice(0, 3),
    source: gazetteerSource,
  };
}

/**
 * Whether the first place is clearly meant: it has several times the weight of any other, and no
 * country or region of that name has more people, unless it contains the place or begins near it.
 */
export function isClear(gazetteer: Gazetteer, { places, territories }: Found): boolean {
  const [best, ...others] = places;
  if (best === undefined) return false;
  // A smaller town that has the name besides its own, as Gresham has Eugene, is no rival.
  const next = others.find(({ place, isName }) => {
    const isLesser = best.isName && !isName && place.population <= best.place.population;
    return !isLesser && !isBeside(place, best.place, samePlaceKm);
  });
  return (
    (next === undefined || best.weight >= clearFactorOf(best.place) * next.weight) &&
    !territories.some((territory) => isRival(gazetteer, territory, best))
  );
}

function clearFactorOf({ isCapital, population }: BlockPlace): number {
  return isCapital || population >= cityPopulation ? clearFactor.wellKnown : clearFactor.other;
}

function ambiguous(text: string, found: Found, gazetteer: Gazetteer): ToolError {
  const rivals = rivalsOf(gazetteer, found);
  const places = found.places.map(({ place }) => place);
  const listed = listOf(gazetteer, places, maxListed);
  const options = optionsOf(gazetteer, places).slice(0, maxListed);
  const [first] = options;
  const name = quoted(text, 60);
  return invalidInput(
    rivals.length > 0
      ? `near: ${name} is not one place. ${describeTerritories(rivals)} Places of this name: ${listed}.`
      : `near: ${name} may be several places: ${listed}. Add its region or country, such as ${quoted(first!.value)}, or give "lat,lon".`,
    { argument: "near", question: `Which place is meant by ${name}?`, options },
  );
}

async function geocode(
  text: string,
  found: Found,
  gazetteer: Gazetteer,
  { geocoder, signal, pause }: ToolContext,
): Promise<NamedPlace> {
  const answer = await geocoder?.search(text, signal);
  const [best, ...others] = answer?.places ?? [];
  if (geocoder && best) return fromGeocoder(text, best, others, geocoder);
  const similar =
    found.territories.length > 0
      ? []
      : await similarPlaces(gazetteer, text, { count: maxSimilar, pause });
  const sentences = [
    `near: no place named ${quoted(text, 60)} is known.`,
    ...(found.territories.length > 0
      ? [describeTerritories(found.territories)]
      : [suggestions(similar, gazetteer), townsOnly]),
    answer?.failure,
    'A position as "lat,lon" always works.',
  ];
  throw new ToolError("not_found", sentences.filter(Boolean).join(" "), {
    fault: { argument: "near", candidates: optionsOf(gazetteer, similar) },
  });
}

/** Places as a person chooses between them. */
function optionsOf(gazetteer: Gazetteer, places: readonly BlockPlace[]): Option[] {
  return labelsOf(places.map((place) => gazetteer.describe(place))).map((value, i) => {
    return { value, label: listOf(gazetteer, places.slice(i, i + 1), 1, [value]) };
  });
}

/** What the gazetteer lacks, and what to give instead. */
export const townsOnly =
  "The gazetteer has towns, but not counties, parks, lakes, islands or villages below 500 people: name a larger town nearby, or give bbox.";

function suggestions(similar: readonly BlockPlace[], gazetteer: Gazetteer): string | null {
  return similar.length > 0 ? `Did you mean ${listOf(gazetteer, similar, maxSimilar)}?` : null;
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
      `near: ${quoted(text, 60)} may be several places: ${listed.join("; ")}. Add its region or country, or give "lat,lon".`,
      "near",
    );
  }
  return { label: best.label, center: [best.lon, best.lat], others: [], source: geocoder.source };
}

/** "Springfield, Missouri, United States (37.215,-93.298; 166,810 people); …; 63 more". */
function listOf(
  gazetteer: Gazetteer,
  places: readonly BlockPlace[],
  count: number,
  labels = labelsOf(places.map((place) => gazetteer.describe(place))),
): string {
  const listed = places.slice(0, count).map(({ lat, lon, population }, i) => {
    const people =
      population === 0 ? "people unknown" : `${population.toLocaleString("en-US")} people`;
    return `${labels[i]} (${lat},${lon}; ${people})`;
  });
  return [...listed, ...(places.length > count ? [`${places.length - count} more`] : [])].join(
    "; ",
  );
}

/** Sentences on unknown parts of a place's name. */
export function notUsed(unknownParts: readonly string[]): string[] {
  return unknownParts.map((part) => `${quoted(part, 60)} is unknown and was ignored.`);
}

type Named = Pick<Place, "name" | "county" | "region" | "country">;

/** "Coimbra, Coimbra, Portugal". */
export function labelOf({ name, region, country }: Pick<Named, "name" | "region" | "country">) {
  return [name, region, country].filter(Boolean).join(", ");
}

/** Labels of several places, with the county where they would be the same without it. */
export function labelsOf(places: readonly Named[]): string[] {
  const labels = places.map(labelOf);
  return places.map((place, i) => {
    const isAlone = labels.indexOf(labels[i]!) === labels.lastIndexOf(labels[i]!);
    const { name, county, region, country } = place;
    return isAlone ? labels[i]! : [name, county, region, country].filter(Boolean).join(", ");
  });
}
