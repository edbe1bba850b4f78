import { bearingDeg, checkBbox, distanceKm, InvalidRequestError } from "@emberline/core";
import { type Bbox, type Box, bboxProblem, boxCenter, type LonLat } from "@emberline/geo";
import { z } from "zod";
import { candidatesFrom, type Fault, invalidInput } from "../call/tool-error.ts";
import { compassPoint } from "../geometry/nearest.ts";
import { loadGazetteer } from "../places/gazetteer.ts";
import { nearestPlaces } from "../places/nearest-places.ts";
import { labelOf, type NamedPlace } from "../places/resolve-place.ts";
import { offer, quoted } from "../values/text.ts";
import { round } from "../values/text-numbers.ts";

const degrees = String.raw`([+-]?\d+(?:\.\d+)?)\s*°?\s*`;
const latLon = new RegExp(String.raw`^${degrees}([NS])?\s*[,;\s]\s*${degrees}([EW])?$`, "i");
const label = "(lat(?:itude)?|lon(?:g|gitude)?|lng)";
const labelled = new RegExp(
  String.raw`^${label}[:=\s]+${degrees}([NSEW])?[,;\s]\s*${label}[:=\s]+${degrees}([NSEW])?$`,
  "i",
);

/**
 * Parses `[lon, lat]` from a position with latitude first, as people write it: `"-33.9, 151.2"`,
 * `"33.9 S, 151.2 E"`, `"40.3°N, -121.2°W"` or `"lat -33.9, lon 151.2"`; null for other text.
 *
 * @throws {ToolError} when the numbers are not a position, or a sign contradicts its letter
 *   (`invalid_input`)
 */
export function parsePosition(text: string, parameter = "near"): LonLat | null {
  const bare = text
    .trim()
    .replace(/^[([]\s*(.*?)\s*[)\]]$/, "$1")
    .replace(/[\u2010-\u2015\u2212]/g, "-");
  const axes = axesOf(bare);
  if (!axes) {
    if (/\p{L}{2}/u.test(text) || !/\d/.test(text)) return null;
    throw invalidInput(
      `${parameter} ${quoted(text, 60)} is not a position or a place: give "lat,lon" in decimal degrees, for example "-33.87,151.21", or the name of a place, for example "Coimbra, Portugal".`,
      parameter,
    );
  }
  const [lats, lons] = axes;
  const [first, ...others] = lats.flatMap((lat) => lons.map((lon) => [lon, lat] as const));
  const [lon, lat] = first!;
  const unclear = (why: string, readings: readonly (readonly [number, number])[]) => {
    const candidates = readings.map(([lon, lat]) => `${lat},${lon}`);
    return invalidInput(
      `${parameter} ${quoted(text, 60)} is not clear: ${why}. ${offer(candidates.map((each) => ({ [parameter]: each })))}`,
      { argument: parameter, candidates: candidatesFrom(candidates) },
    );
  };
  if (others.length > 0)
    throw unclear("a sign contradicts its letter; south and west are negative", [
      first!,
      ...others,
    ]);
  // GeoJSON has longitude first in such brackets.
  if (/^\[[^a-z]*\]$/i.test(text.trim()) && Math.abs(lon) <= 90 && Math.abs(lat) <= 90)
    throw unclear("in brackets either number may be the latitude", [
      [lon, lat],
      [lat, lon],
    ]);
  return checkPosition(lon, lat, parameter);
}

/** What the latitude and the longitude of a text may be; null if it is no position. */
function axesOf(text: string): readonly [lats: number[], lons: number[]] | null {
  const [, lat, northSouth, lon, eastWest] = latLon.exec(text) ?? [];
  // "40° 18 W" are degrees and minutes.
  if (/^[^°,;]*°[^°,;]*$/.test(text)) return null;
  if (lat !== undefined) return [readingsOf(lat, northSouth), readingsOf(lon!, eastWest)];
  const [, firstName, first, firstLetter, secondName, second, secondLetter] =
    labelled.exec(text) ?? [];
  if (firstName === undefined) return null;
  const values = [
    { name: firstName, number: first!, letter: firstLetter },
    { name: secondName!, number: second!, letter: secondLetter },
  ];
  const isLat = ({ name }: { name: string }) => /lat/i.test(name);
  const [ofLat, ofLon] = [values.find(isLat), values.find((each) => !isLat(each))];
  if (!ofLat || !ofLon || /[EW]/i.test(ofLat.letter ?? "") || /[NS]/i.test(ofLon.letter ?? ""))
    return null;
  return [readingsOf(ofLat.number, ofLat.letter), readingsOf(ofLon.number, ofLon.letter)];
}

/** A number with the letter of its hemisphere: two readings if its sign says the other one. */
function readingsOf(text: string, letter: string | undefined): number[] {
  const degrees = Number(text);
  if (letter === undefined || degrees === 0) return [degrees];
  const isNegative = /[SW]/i.test(letter);
  if (text.startsWith(isNegative ? "+" : "-")) return [degrees, -degrees];
  return [isNegative ? -Math.abs(degrees) : degrees];
}

/**
 * Checks a position of the caller.
 *
 * @param parameter the argument that holds both as text; null for `lon` with `lat`
 * @throws {ToolError} when it is not on the Earth (`invalid_input`)
 */
export function checkPosition(lon: number, lat: number, parameter: string | null): LonLat {
  const tried = (right: { lat: number; lon: number }) =>
    offer(parameter === null ? right : { [parameter]: `${right.lat},${right.lon}` });
  const at = (right: { lat: number; lon: number } | null): Fault => ({
    argument: parameter ?? "lat",
    ...(parameter !== null &&
      right && { candidates: candidatesFrom([`${right.lat},${right.lon}`]) }),
  });
  if (Math.abs(lat) > 90) {
    const isSwapped = Math.abs(lon) <= 90 && Math.abs(lat) <= 180;
    throw invalidInput(
      `The latitude ${lat} is out of range -90..90${isSwapped ? `: latitude and longitude look swapped. ${tried({ lat: lon, lon: lat })}` : "."}`,
      at(isSwapped ? { lat: lon, lon: lat } : null),
    );
  }
  if (Math.abs(lon) > 180) {
    const isTurned = lon > 0 && lon <= 360;
    throw invalidInput(
      `The longitude ${lon} is out of range -180..180.${isTurned ? ` ${tried({ lat, lon: round(lon - 360, 6) })}` : ""}`,
      at(isTurned ? { lat, lon: round(lon - 360, 6) } : null),
    );
  }
  return [lon, lat];
}

/**
 * Checks a box of the caller.
 *
 * @throws {ToolError} when its numbers are a box in another order (`invalid_input`), with that box,
 *   or are not a box
 */
export function boxOfInput(bbox: readonly number[]): Bbox {
  try {
    return checkBbox(bbox);
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    const meant = inOrder(bbox);
    if (!meant) throw invalidInput(error.message, "bbox");
    throw invalidInput(
      `bbox ${JSON.stringify(bbox)} ${bboxProblem(bbox)}: the order is west, south, east, north. ${offer({ bbox: meant })}`,
      { argument: "bbox", candidates: [{ value: meant, label: meant.join(", ") }] },
    );
  }
}

/** The box that the numbers are when read in the usual wrong orders; null if none is valid. */
function inOrder(bbox: readonly number[]): readonly number[] | null {
  if (bbox.length !== 4) return null;
  const [a, b, c, d] = bbox as [number, number, number, number];
  const orders = [
    [a, d, c, b],
    // Latitude first.
    [b, a, d, c],
    [b, c, d, a],
    // Longitudes, then latitudes.
    [a, c, b, d],
    // Longitudes from 0 to 360.
    [turned(a), b, turned(c), d],
  ];
  return orders.find((each) => bboxProblem(each) === undefined) ?? null;
}

function turned(longitude: number): number {
  return longitude > 180 ? longitude - 360 : longitude;
}

/** Names of places in or near an area. */
export const describedWhereabouts = {
  place: z.string().optional().describe("near, as resolved"),
  place_source: z.string().optional(),
  other_places: z.array(z.string()).optional().describe("others of that name"),
  nearest_place: z.string().optional().describe("to the centre"),
};

export type Whereabouts = z.output<z.ZodObject<typeof describedWhereabouts>>;

/** Names the place that `near` resolved to. */
export function whereaboutsOf({ label, others, source }: NamedPlace): Whereabouts {
  return {
    place: label,
    place_source: source,
    ...(others.length > 0 && { other_places: [...others] }),
  };
}

/**
 * How far an area may reach from its middle to have a nearest place, in km: three of four places in
 * the gazetteer have another one within 7 km, so that a wider area has several of them near.
 */
const farthestReachKm = 7;

/**
 * Names the place nearest to a position, which reveals swapped coordinates.
 *
 * @param extent of the area that the position stands for: a wide one has no nearest place
 */
export async function nearestTo(position: LonLat, extent?: Box | null): Promise<Whereabouts> {
  if (extent && reachKmOf(extent) > farthestReachKm) return {};
  return { nearest_place: await describePosition(position) };
}

/** From the middle of a box to its farthest corner. */
function reachKmOf(box: Box): number {
  const [west, south, , north] = box;
  const middle = boxCenter(box);
  return Math.max(distanceKm(middle, [west, south]), distanceKm(middle, [west, north]));
}

/**
 * "12 km NE of Medford, Oregon, United States"; within 1 km, the place alone. The largest place
 * that is hardly farther than the nearest: people know a town rather than its suburb.
 */
async function describePosition(position: LonLat): Promise<string> {
  const gazetteer = await loadGazetteer();
  const nearest = nearestPlaces(gazetteer, position, 10);
  const mostKm = Math.max(nearest[0]!.distanceKm * hardlyFarther.factor, hardlyFarther.km);
  const { distanceKm: km, place } = nearest
    .filter((each) => each.distanceKm <= mostKm)
    .reduce((best, each) => (each.place.population > best.place.population ? each : best));
  const label = labelOf(gazetteer.describe(place));
  if (km < 1) return label;
  const direction = compassPoint(bearingDeg([place.lon, place.lat], position));
  return `${Math.round(km)} km ${direction} of ${label}`;
}

const hardlyFarther = { factor: 1.5, km: 2 };
