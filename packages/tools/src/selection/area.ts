import { bboxAround } from "@emberline/core";
import {
  type Bbox,
  type Box,
  bboxOf,
  boxCenter,
  flatBox,
  type Geometry,
  type LonLat,
} from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import type { ToolContext } from "../call/context.ts";
import { ifOffered } from "../call/tool.ts";
import { invalidInput, ToolError } from "../call/tool-error.ts";
import { collectionInfo } from "../collection/collection-info.ts";
import { meetsBox, widenBox } from "../geometry/box.ts";
import { type Bearing, bearingTo } from "../geometry/nearest.ts";
import { decide, decideInTurns } from "../geometry/shapes.ts";
import { areaNamed, type NamedArea, resolveNamedArea } from "../places/resolve-named-area.ts";
import { resolvePlace } from "../places/resolve-place.ts";
import { offer, quoted } from "../values/text.ts";
import type { SelectionInput } from "./parameters.ts";
import {
  checkPosition,
  nearestTo,
  parsePosition,
  selectingBox,
  type Whereabouts,
  whereaboutsOf,
} from "./position.ts";

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
  if (area.kind === "box") return { isInside: meetsBox(geometry, area.bbox), bearing: null };
  if (area.kind === "region")
    return { isInside: area.region.intersects(geometry) !== false, bearing: null };
  const bearing = bearingTo(area.center, geometry);
  return { isInside: bearing.distanceKm <= area.radiusKm, bearing };
}

/** An area around everything within a distance (km) of an area; a box unless it is a circle. */
export function areaAround(area: Area, km: number): Area {
  if (area.kind === "circle") return circleAround(area.center, area.radiusKm + km);
  return { kind: "box", bbox: widenBox(flatBox(area.bbox), km) };
}

const defaultRadiusKm = 50;

interface Described {
  /** Names of places in or near the area; absent for a box. */
  readonly whereabouts?: Whereabouts;
}

interface Circle extends Described {
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
  const { near, bbox, radius_km: radiusKm, within } = input;
  if (bbox) return { kind: "box", bbox: selectingBox(bbox) };
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

/** The area of a feature or a name, prepared for exact predicates (DE-9IM, lon/lat). */
export interface Region {
  /** `collection/featureId`, or the area's full name. */
  readonly label: string;
  readonly bbox: Box;
  /** Facts about a named area. */
  readonly named?: Pick<NamedArea, "kind" | "km2" | "source" | "others" | "served">;
  /** The geometry of a feature. */
  readonly outline?: Geometry;
  /**
   * Null where a geometry crosses itself too often to decide.
   *
   * @throws {UnpreparedError} where the valid form of a large geometry is needed
   */
  intersects(geometry: Geometry): boolean | null;
}

/**
 * The region that `within` names. Invalid polygons are repaired first (decisions, row 25).
 *
 * @throws {ToolError} when `within` names no region (`invalid_input`, `not_found`), with what would
 *   be right
 */
async function resolveRegion(within: string, context: ToolContext): Promise<Region> {
  const { client, signal, pause } = context;
  const [, collection, id] = /^([^/]+)\/(.+)$/.exec(within) ?? [];
  if (collection === undefined || id === undefined) {
    const area = await resolveNamedArea(within, pause);
    return {
      label: area.label,
      bbox: area.bbox,
      named: area,
      intersects: (geometry) => area.intersects(geometry),
    };
  }
  // Of several services, the name in front may be left out.
  const whole = client.services ? (await collectionInfo(collection, context)).id : collection;
  const feature = await ifOffered(client.features.get(whole, id, { signal, pause }));
  if (!feature)
    throw new ToolError(
      "not_found",
      `within: ${quoted(collection)} has no feature ${quoted(id)}: use a collection and id from query_features.`,
      { fault: { argument: "within" } },
    );
  const bbox = feature.geometry && bboxOf(feature.geometry);
  if (!feature.geometry || !bbox || !/Polygon|Collection/.test(feature.geometry.type)) {
    throw invalidInput(
      `within: the feature ${quoted(id)} has no area: use one whose geometry is a polygon, such as a perimeter.`,
      "within",
    );
  }
  const region = await prepareRegion(within, feature.geometry, bbox, pause);
  if (!region.isUsable) {
    throw invalidInput(
      `within: the outline of ${quoted(id)} crosses itself more than 50,000 times: use another feature, or bbox.`,
      "within",
    );
  }
  return region;
}

/**
 * A region; not usable if it crosses itself too often, so that most features are left open.
 *
 * @throws {ToolError} when the geometry cannot be used (`invalid_input`)
 */
export async function prepareRegion(
  label: string,
  shape: Geometry,
  bbox: Box,
  pause: Pause,
): Promise<Region & { readonly isUsable: boolean }> {
  // Loaded on demand: exact geometry is the heaviest module.
  const { prepareSteps, spatial, spatialInTurns } = await import("@emberline/cql2/spatial");
  const prepared = spatial.prepare(shape);
  if (!prepared) throw invalidInput(`The geometry of ${quoted(label)} cannot be used.`);
  const preparing = await decideInTurns(prepareSteps(shape), pause);
  const intersects = (geometry: Geometry) => {
    const other = spatialInTurns.prepare(geometry);
    return other !== undefined && spatial.test("s_intersects", prepared, other);
  };
  return {
    label,
    bbox,
    outline: shape,
    isUsable: preparing !== null,
    intersects: (geometry) => decide(() => intersects(geometry)),
  };
}
