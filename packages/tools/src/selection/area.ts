import { bboxAround } from "@emberline/core";
import { type Bbox, type Box, boxCenter, type LonLat } from "@emberline/geo";
import { areaNamed } from "../areas/resolve-named-area.ts";
import type { ToolContext } from "../call/context.ts";
import { invalidInput, ToolError } from "../call/tool-error.ts";
import { resolvePlace } from "../places/resolve-place.ts";
import { offer } from "../values/offer.ts";
import { boxOfInput } from "./mend-box.ts";
import type { SelectionInput } from "./parameters.ts";
import { checkPosition, parsePosition } from "./position.ts";
import { type Region, resolveRegion } from "./region.ts";
import { nearestTo, type Whereabouts, whereaboutsOf } from "./whereabouts.ts";

const defaultRadiusKm = 50;

interface Described {
  /** Names of places in or near the area; absent for a box. */
  readonly whereabouts?: Whereabouts;
}

export interface Circle extends Described {
  readonly kind: "circle";
  readonly bbox: Box;
  /** `[lon, lat]`; the radius is measured on the WGS 84 ellipsoid. */
  readonly center: LonLat;
  readonly radiusKm: number;
}

/** A selected area: a box, a circle, or the area of a feature or a name. */
export type Area =
  | ({ readonly kind: "box"; readonly bbox: Bbox } & Described)
  | Circle
  | ({
      readonly kind: "region";
      readonly bbox: Box;
      readonly region: Region;
      /** How far around the shape it reaches. */
      readonly radiusKm?: number;
    } & Described);

export type AreaInput = Partial<
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
  const { near, bbox, radius_km: radiusKm, within } = input;
  if (bbox) return { kind: "box", bbox: boxOfInput(bbox) };
  if (within !== undefined) {
    const region = await resolveRegion(within, context);
    if (region.named) return { kind: "region", bbox: region.bbox, region };
    const whereabouts = await nearestTo(boxCenter(region.bbox), region.bbox);
    return { kind: "region", bbox: region.bbox, region, whereabouts };
  }
  const center = near === undefined ? positionOf(input) : parsePosition(near);
  if (center) return { ...circleAround(center, radiusKm), whereabouts: await nearestTo(center) };
  if (near === undefined) return null;
  const place = await resolvePlace(near, context).catch((error) => withAreaNamed(near, error));
  return { ...circleAround(place.center, radiusKm), whereabouts: whereaboutsOf(place) };
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
  throw new ToolError(code, `${message} ${offer({ within })}`, { fault });
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
  if (input.within !== undefined && (input.bbox || center))
    throw invalidInput(
      "within and another area (bbox or a point) were both given: give only one of them.",
      "within",
    );
  if (input.fire !== undefined && (input.bbox || center || input.within !== undefined))
    throw invalidInput(
      'fire and another area (bbox, a point or within) were both given: give only one of them; a year or state tells fires of one name apart, as in "Canyon, Oregon".',
      "fire",
    );
  if (input.radius_km !== undefined && !center && input.fire === undefined)
    throw invalidInput(
      'radius_km needs a point or a fire: add near (a place, or "lat,lon"), lon and lat, or fire.',
      "radius_km",
    );
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
