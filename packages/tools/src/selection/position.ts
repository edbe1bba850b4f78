import { bearingDeg, checkBbox, distanceKm, InvalidRequestError } from "@emberline/core";
import { type Bbox, type Box, bboxProblem, boxCenter, flatBox, type LonLat } from "@emberline/geo";
import { z } from "zod";
import { candidatesFrom, type Fault, invalidInput } from "../call/tool-error.ts";
import { compassPoint } from "../geometry/nearest.ts";
import { loadGazetteer } from "../places/gazetteer.ts";
import { nearestPlaces } from "../places/nearest-places.ts";
import { labelOf, type NamedPlace } from "../places/resolve-place.ts";
import { offer, quoted } from "../values/text.ts";
import { round } from "../values/text-numbers.ts";
import { readPosition } from "./position-text.ts";

/**
 * Parses `[lon, lat]` from a position as people write it; null for other text.
 *
 * @throws {ToolError} when the numbers are not a position, or may be several (`invalid_input`)
 */
export function parsePosition(text: string, parameter = "near"): LonLat | null {
  const { positions, doubt, isLettered } = readPosition(text);
  const [position] = positions;
  if (!position) {
    if (/\p{L}{2}/u.test(text) || !/\d/.test(text)) return null;
    throw invalidInput(
      `${parameter} ${quoted(text, 60)} is not a position or a place: give "lat,lon" in decimal degrees, for example "-33.87,151.21", or the name of a place, for example "Coimbra, Portugal".`,
      parameter,
    );
  }
  const [lon, lat] = position;
  if (doubt === null) return checkPosition(lon, lat, parameter, isLettered);
  const candidates = positions.map(([lon, lat]) => `${lat},${lon}`);
  throw invalidInput(
    `${parameter} ${quoted(text, 60)} is not clear: ${doubt}. ${offer(candidates.map((each) => ({ [parameter]: each })))}`,
    { argument: parameter, candidates: candidatesFrom(candidates) },
  );
}

/**
 * Checks a position of the caller.
 *
 * @param parameter the argument that holds both as text; null for `lon` with `lat`
 * @param isLettered letters give the signs, so that swapped numbers keep them
 * @throws {ToolError} when it is not on the Earth (`invalid_input`)
 */
export function checkPosition(
  lon: number,
  lat: number,
  parameter: string | null,
  isLettered = false,
): LonLat {
  const tried = (right: { lat: number; lon: number }) =>
    offer(parameter === null ? right : { [parameter]: `${right.lat},${right.lon}` });
  const at = (right: { lat: number; lon: number } | null): Fault => ({
    argument: parameter ?? "lat",
    ...(parameter !== null &&
      right && { candidates: candidatesFrom([`${right.lat},${right.lon}`]) }),
  });
  if (Math.abs(lat) > 90) {
    const isSwapped = Math.abs(lon) <= 90 && Math.abs(lat) <= 180;
    const swapped = isLettered
      ? { lat: Math.sign(lat) * Math.abs(lon), lon: Math.sign(lon) * Math.abs(lat) }
      : { lat: lon, lon: lat };
    throw invalidInput(
      `The latitude ${lat} is out of range -90..90${isSwapped ? `: latitude and longitude look swapped. ${tried(swapped)}` : "."}`,
      at(isSwapped ? swapped : null),
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

/** A box across the antimeridian that is wider has its west and east exchanged. */
const maxWidthAcross = 270;

/**
 * Checks a box that is to select features.
 *
 * @throws {ToolError} when `boxOfInput` does, or its west and east look exchanged (`invalid_input`)
 */
export function selectingBox(bbox: readonly number[]): Bbox {
  const box = boxOfInput(bbox);
  const [west, south, east, north] = flatBox(box);
  const width = east + 360 - west;
  if (west <= east || width <= maxWidthAcross) return box;
  const meant = [
    [east, south, west, north],
    [-180, south, 180, north],
  ];
  throw invalidInput(
    `bbox ${JSON.stringify(bbox)} is ${round(width, 6)}° wide, since its west is greater than its east. ${offer(meant.map((each) => ({ bbox: each })))}`,
    { argument: "bbox", candidates: meant.map((value) => ({ value, label: value.join(", ") })) },
  );
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
