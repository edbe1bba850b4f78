import type { LonLat } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { quoted } from "../values/text.ts";
import type { BlockPlace } from "./blocks.ts";
import { findPlaces } from "./find-places.ts";
import { type Gazetteer, gazetteerSource, loadGazetteer, type Place } from "./gazetteer.ts";
import { describeTerritories, nearestPlaces, rivalsOf } from "./nearest-places.ts";
import { isClear, labelsOf, notUsed, townsOnly } from "./resolve-place.ts";
import { similarPlaces } from "./similar-places.ts";

/** A place in an answer; null where something is unknown. */
interface AnsweredPlace extends Pick<Place, "name" | "lon" | "lat"> {
  readonly county: string | null;
  readonly region: string | null;
  readonly country: string | null;
  readonly population: number | null;
}

export interface Match {
  readonly place: AnsweredPlace;
  /** How the place was found. */
  readonly match: "name" | "other spelling" | "similar" | "near" | "geocoder";
}

export interface PlaceSearch {
  readonly matches: readonly Match[];
  /** Total number of matches. */
  readonly matched: number;
  readonly source: string;
  readonly notices: readonly string[];
}

/** The places of a name, largest first; else those of the geocoder; else similar spellings. */
export async function placesNamed(
  text: string,
  limit: number,
  { geocoder, signal, pause }: ToolContext,
): Promise<PlaceSearch> {
  const gazetteer = await loadGazetteer();
  const found = findPlaces(gazetteer, text);
  const [best] = found.places;
  if (best !== undefined) {
    const clear = isClear(gazetteer, found);
    const shown = found.places.map(({ place }) => gazetteer.describe(place));
    const first = quoted(labelsOf(shown)[0]!);
    const rivals = clear ? [] : rivalsOf(gazetteer, found);
    return {
      matches: found.places.slice(0, limit).map(({ place, isName }) => {
        return { place: toAnswer(gazetteer, place), match: isName ? "name" : "other spelling" };
      }),
      matched: found.places.length,
      source: gazetteerSource,
      notices: [
        ...notUsed(found.unknownParts),
        ...(rivals.length > 0 ? [describeTerritories(rivals)] : []),
        clear
          ? `near reads it as ${first}.`
          : `near does not accept this name alone: write ${first}, or another place with its region.`,
      ],
    };
  }
  const answer = await geocoder?.search(text, signal);
  if (geocoder && answer && answer.places.length > 0) {
    return {
      matches: answer.places.slice(0, limit).map(({ label, lon, lat }) => ({
        place: {
          name: label,
          county: null,
          region: null,
          country: null,
          lon,
          lat,
          population: null,
        },
        match: "geocoder",
      })),
      matched: answer.places.length,
      source: geocoder.source,
      notices: [],
    };
  }
  const failures = answer?.failure ? [answer.failure] : [];
  if (found.territories.length > 0) {
    return {
      matches: [],
      matched: 0,
      source: gazetteerSource,
      notices: [describeTerritories(found.territories), ...failures],
    };
  }
  const similar = await similarPlaces(gazetteer, text, { count: limit, pause });
  return {
    matches: similar.map((place) => ({ place: toAnswer(gazetteer, place), match: "similar" })),
    matched: 0,
    source: gazetteerSource,
    notices: [
      similar.length > 0
        ? "No place has this name: these have similar spellings."
        : "No place has this name or a similar one.",
      townsOnly,
      ...failures,
    ],
  };
}

/** The places nearest to `[lon, lat]`. */
export async function placesAround(position: LonLat, limit: number): Promise<PlaceSearch> {
  const gazetteer = await loadGazetteer();
  const nearest = nearestPlaces(gazetteer, position, limit);
  return {
    matches: nearest.map(({ place }) => ({ place: toAnswer(gazetteer, place), match: "near" })),
    matched: nearest.length,
    source: gazetteerSource,
    notices: [],
  };
}

function toAnswer(gazetteer: Gazetteer, place: BlockPlace): AnsweredPlace {
  const { name, county, region, country, lon, lat, population } = gazetteer.describe(place);
  return {
    name,
    county: county || null,
    region: region || null,
    country,
    lon,
    lat,
    population: population || null,
  };
}
