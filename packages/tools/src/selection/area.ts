import { bboxAround } from "@emberline/core";
import {
  type Bbox,
  type Box,
  boxCenter,
  boxesOverlap,
  boxWidthDeg,
  flatBox,
  type Geometry,
  type LonLat,
} from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { invalidInput, ToolError } from "../call/tool-error.ts";
import { meetsBox, widenBox } from "../geometry/box.ts";
import { type Bearing, bearingTo } from "../geometry/nearest.ts";
import { areaNamed } from "../places/resolve-named-area.ts";
import { resolvePlace } from "../places/resolve-place.ts";
import { isState } from "../values/own-property.ts";
import { offer } from "../values/text.ts";
import type { SelectionInput } from "./parameters.ts";
import { placesIn } from "./place-list.ts";
import {
  checkPosition,
  nearestTo,
  parsePosition,
  selectingBox,
  type Whereabouts,
  whereaboutsOf,
} from "./position.ts";
import { type Region, resolveRegion } from "./region.ts";

/** Whether a position lies in an area, edges included. */
export function covers(area: Area, [lon, lat]: LonLat): boolean {
  return placeIn(area, { type: "Point", coordinates: [lon, lat] }).isInside;
}

/**
 * Distance and bearing of a geometry; only a circle has a centre to measure from. What cannot be
 * decided counts as inside, so that nothing is omitted.
 */
export function placeIn(
  area: Area,
  geometry: Geometry,
): { readonly isInside: boolean; readonly bearing: Bearing | null } {
  const isInBoth = area.also === undefined || placeIn(area.also, geometry).isInside;
  if (area.kind === "box")
    return { isInside: isInBoth && meetsBox(geometry, area.bbox), bearing: null };
  if (area.kind === "region")
    return { isInside: isInBoth && area.region.intersects(geometry) !== false, bearing: null };
  const bearing = bearingTo(area.center, geometry);
  return { isInside: isInBoth && bearing.distanceKm <= area.radiusKm, bearing };
}

/** An area around everything within a distance (km) of an area; a box unless it is a circle. */
export function areaAround(area: Area, km: number): Area {
  if (area.kind === "circle") return circleAround(area.center, area.radiusKm + km);
  return { kind: "box", bbox: widenBox(flatBox(area.bbox), km) };
}

export const defaultRadiusKm = 50;

interface Described {
  /** Names of places in or near the area; absent for a box. */
  readonly whereabouts?: Whereabouts;
  /** Another area that features have to meet as well. */
  readonly also?: Area;
}

interface Circle extends Described {
  readonly kind: "circle";
  readonly bbox: Box;
  /** `[lon, lat]`; the radius is measured on the WGS 84 ellipsoid. */
  readonly center: LonLat;
  readonly radiusKm: number;
}

interface BoxArea extends Described {
  readonly kind: "box";
  readonly bbox: Bbox;
}

export interface RegionArea extends Described {
  readonly kind: "region";
  readonly bbox: Box;
  readonly region: Region;
  /** How far around the shape it reaches. */
  readonly radiusKm?: number;
}

/** A selected area: a box, a circle, or the area of a feature or of names. */
export type Area = BoxArea | Circle | RegionArea;

type AreaInput = Partial<
  Pick<SelectionInput, "bbox" | "near" | "lon" | "lat" | "radius_km" | "within" | "fire">
>;

/**
 * The area selected by the arguments; null for everywhere, and for a fire, whose area depends on
 * the collection.
 *
 * @throws {ToolError} when there are two areas at once, half a position, a latitude beyond 90 or a
 *   name of several places (`invalid_input`), or the place or feature is unknown (`not_found`)
 */
export async function resolveArea(input: AreaInput, context: ToolContext): Promise<Area | null> {
  checkOneArea(input);
  // Beside a fire, a point is only measured from.
  if (input.fire !== undefined) return null;
  const inside = input.within === undefined ? null : await areaWithin(input.within, context);
  const other = await boxOrCircle(input, context);
  if (!inside || !other) return inside ?? other;
  if (!boxesOverlap(inside.bbox, flatBox(other.bbox))) throw apart(inside.region, other);
  // The smaller box is the one to read.
  const isSmaller = boxWidthDeg(inside.bbox) < boxWidthDeg(flatBox(other.bbox));
  return other.kind === "box" && isSmaller
    ? { ...inside, also: other }
    : { ...other, also: inside };
}

async function areaWithin(within: string, context: ToolContext): Promise<RegionArea> {
  const region = await resolveRegion(within, context);
  if (region.named) return { kind: "region", bbox: region.bbox, region };
  const whereabouts = await nearestTo(boxCenter(region.bbox), region.bbox);
  return { kind: "region", bbox: region.bbox, region, whereabouts };
}

function apart({ label }: Region, { kind }: BoxArea | Circle): ToolError {
  const other = kind === "box" ? "bbox" : "the circle of near";
  return invalidInput(
    `within (${label}) and ${other} have no place in common: omit one of them.`,
    "within",
  );
}

async function boxOrCircle(
  input: AreaInput,
  context: ToolContext,
): Promise<BoxArea | Circle | null> {
  if (input.bbox) return { kind: "box", bbox: selectingBox(input.bbox) };
  const point = await resolvePoint(input, context);
  return (
    point && {
      ...circleAround(point.center, input.radius_km),
      whereabouts: point.whereabouts,
    }
  );
}

/** The point of a circle, with names of places; null if none is given. */
export async function resolvePoint(
  { near: given, ...input }: Pick<AreaInput, "near" | "lon" | "lat">,
  context: ToolContext,
): Promise<{ readonly center: LonLat; readonly whereabouts: Whereabouts } | null> {
  const [near, ...others] = given === undefined ? [] : placesIn(given);
  if (others.length > 0)
    throw invalidInput(
      `near takes one place here: assess_location answers for several, one row each. ${offer({ near })}`,
      "near",
    );
  const center = near === undefined ? positionOf(input) : parsePosition(near);
  if (center) return { center, whereabouts: await nearestTo(center) };
  if (near === undefined) return null;
  const place = await resolvePlace(near, context).catch((error) => withAreaNamed(near, error));
  return { center: place.center, whereabouts: whereaboutsOf(place) };
}

/**
 * Points a caller whose `near` is not a place to the area of that name.
 *
 * @throws {unknown} always: the error, with the area if one has the name
 */
async function withAreaNamed(near: string, error: unknown): Promise<never> {
  const within = error instanceof ToolError ? await areaNamed(near) : null;
  if (within === null) throw error;
  const { code, message, fault } = error as ToolError;
  throw new ToolError(code, message, { fault, instead: { near: null, radius_km: null, within } });
}

/** @throws {ToolError} when two areas were given, or half of one (`invalid_input`) */
function checkOneArea(input: AreaInput): void {
  const hasPosition = input.lon !== undefined || input.lat !== undefined;
  const center = hasPosition || input.near !== undefined;
  if (input.near !== undefined && hasPosition)
    throw invalidInput("near and lon/lat were both given: give only one of them.", "near");
  if (input.bbox && center)
    throw invalidInput(
      "bbox and a point (near, or lon with lat) were both given: give only one of them.",
      "bbox",
    );
  if (input.fire !== undefined && (input.bbox || input.within !== undefined))
    throw invalidInput(
      `fire and another area (bbox or within) were both given: give only one of them; a year or state tells fires of one name apart, as in "Canyon, Oregon". ${offer(withoutArea(input.fire, input.within))}`,
      "fire",
    );
  if (input.radius_km !== undefined && !center && input.fire === undefined)
    throw invalidInput(
      'radius_km needs a point or a fire: add near (a place, or "lat,lon"), lon and lat, or fire.',
      "radius_km",
    );
}

/** The arguments that ask for the fire alone, told apart by the state where one was given. */
function withoutArea(fire: string, within: string | undefined) {
  if (within === undefined) return { fire, bbox: null };
  return { fire: isState(within.toLowerCase()) ? `${fire}, ${within}` : fire, within: null };
}

/** The circle around `[lon, lat]`. */
export function circleAround(center: LonLat, radiusKm = defaultRadiusKm): Circle {
  return { kind: "circle", bbox: outward(bboxAround(center, radiusKm)), center, radiusKm };
}

/** Rounds the box outward to 0.00001° (about 1 m): the circle itself decides. */
function outward([west, south, east, north]: Box): Box {
  const [down, up] = [
    (degrees: number) => Math.floor(degrees * 1e5) / 1e5,
    (degrees: number) => Math.ceil(degrees * 1e5) / 1e5,
  ];
  return [
    Math.max(down(west), -180),
    Math.max(down(south), -90),
    Math.min(up(east), 180),
    Math.min(up(north), 90),
  ];
}

function positionOf({ lon, lat }: AreaInput): LonLat | null {
  if (lon === undefined && lat === undefined) return null;
  if (lon === undefined)
    throw invalidInput("lat was given without lon: give both, in degrees.", "lon");
  if (lat === undefined)
    throw invalidInput("lon was given without lat: give both, in degrees.", "lat");
  return checkPosition(lon, lat, null);
}
