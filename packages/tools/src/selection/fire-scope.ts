import { type BooleanExpression, propertiesOf } from "@emberline/cql2";
import { type Box, boxesOverlap, type Geometry, positionsOf } from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import { z } from "zod";
import type { ToolContext } from "../call/context.ts";
import { invalidInput, ToolError } from "../call/tool-error.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { boxOf, type Fire } from "../collection/fire.ts";
import { layerCollection } from "../collection/layer-collection.ts";
import { otherCollection } from "../collection/other-collection.ts";
import { type ResolvedFire, resolveFire, type TimeWindow } from "../collection/resolve-fire.ts";
import { widenBox } from "../geometry/box.ts";
import { compassPoint, reachOf } from "../geometry/nearest.ts";
import { Outline } from "../geometry/outline.ts";
import { quoted } from "../values/text.ts";
import { round } from "../values/text-numbers.ts";
import { type Area, type RegionArea, resolvePoint } from "./area.ts";
import { withCoverage } from "./covered-fires.ts";
import type { SelectionInput } from "./parameters.ts";
import { prepareRegion, type Region, unionOf } from "./region.ts";
import { findReported, unmappedRadiusKm } from "./reported-fire.ts";

/** What `fire` selects in one collection: features of the fire, or an area. */
export interface FireScope {
  readonly fire: Fire;
  readonly area: Area | null;
  /** Its own perimeters are selected, not features in its area. */
  readonly isOwn: boolean;
  readonly notices: readonly string[];
}

/** A fire, and a point beside it. */
export type NamedFire = { readonly fire: string } & Partial<
  Pick<SelectionInput, "near" | "lon" | "lat">
>;

/** Whether features are snapshots of fires; detections that name a fire are not. */
export function hasFireSnapshots({ roles }: CollectionInfo): boolean {
  return (roles.fire ?? roles.fire_name) !== undefined && roles.strength === undefined;
}

/** Whether a filter may pass older snapshots of a fire and not its newest. */
export function filtersSnapshots({
  collection: { roles },
  filter,
}: {
  readonly collection: CollectionInfo;
  readonly filter: { readonly tree: BooleanExpression } | null;
}): boolean {
  // These are the same in all snapshots of a fire.
  const lasting = new Set([roles.fire, roles.fire_name, roles.state].flat());
  return filter !== null && propertiesOf(filter.tree).some((name) => !lasting.has(name));
}

/**
 * The fire that a text names, by the perimeters of the collection itself or of the service. Of a
 * point given with it, the answer says how far from the fire it is.
 *
 * @param collection the collection selected from; null if there is none
 * @throws {ToolError} when several fires have the name (`invalid_input`) or none (`not_found`)
 */
export async function findFire(
  { fire: text, ...point }: NamedFire,
  collection: CollectionInfo | null,
  window: TimeWindow | null,
  context: ToolContext,
): Promise<ResolvedFire> {
  const perimeters =
    collection && hasFireSnapshots(collection)
      ? collection
      : await layerCollection("perimeters", context, { isNeeded: true });
  if (text.includes(";")) {
    const together = { collection: perimeters?.id, fire: text, group_by: ["fire"] };
    throw invalidInput(
      `fire: one fire a call here. For several side by side: summarize_features ${JSON.stringify(together)}.`,
      "fire",
    );
  }
  const isOwn = perimeters !== null && perimeters === collection;
  const incidents = isOwn ? null : await otherCollection("incidents", context);
  if (!perimeters && !incidents) {
    throw new ToolError(
      "not_found",
      "fire: the service offers no perimeters to locate a fire: use near or bbox.",
    );
  }
  try {
    const found = incidents
      ? await findReported(text, perimeters, incidents, window, context)
      : await resolveFire(text, perimeters!, window, context);
    await sayDistance(point, found.fire, context);
    return found;
  } catch (error) {
    throw perimeters ? await withCoverage(error, perimeters, context) : error;
  }
}

/** The distance (km, ellipsoid) of a point from the fire's newest outline, and its direction. */
async function sayDistance(
  point: Omit<NamedFire, "fire">,
  { name, isUnmapped, perimeter: { outline, time } }: Fire,
  context: ToolContext,
): Promise<void> {
  const from = await resolvePoint(point, context);
  if (!from) return;
  const { place, nearest_place: nearest, other_places: others } = from.whereabouts;
  const label = place ?? [from.center.toReversed().join(","), nearest && `(${nearest})`].join(" ");
  const { distanceKm } = outline.bearingFrom(from.center);
  const { distanceKm: edgeKm, bearingDeg } = outline.edgeFrom(from.center);
  const what = isUnmapped ? "the reported point" : "the newest perimeter";
  const edge = `${what}${name === null ? "" : ` of ${quoted(name, 60)}`}${time === null ? "" : ` (${time})`}`;
  const other = others?.length ? ` Other places of that name: ${others.join("; ")}.` : "";
  context.note(
    distanceKm === 0
      ? `${label} is inside ${edge}, ${round(edgeKm, 1)} km from its nearest edge, which is ${compassPoint(bearingDeg)}.${other}`
      : `${label} is ${round(edgeKm, 1)} km ${compassPoint(bearingDeg + 180)} of ${isUnmapped ? "" : "the edge of "}${edge}.${other}`,
  );
}

/**
 * What the fire selects in a collection.
 *
 * @param isTimed whether a time was requested
 */
export async function fireScope(
  { fire, notices }: ResolvedFire,
  collection: CollectionInfo,
  radiusKm: number | undefined,
  isTimed: boolean,
  pause: Pause,
): Promise<FireScope> {
  const isOwn = collection.id === fire.collection.id && radiusKm === undefined;
  if (isOwn) return { fire, area: null, isOwn, notices };
  const about = [
    collection.id === fire.collection.id
      ? "With radius_km these are perimeters of all fires; leave it out for the fire's own."
      : null,
    isTimed || collection.roles.time === undefined ? null : mappedNotice(fire),
  ].filter((each) => each !== null);
  return {
    fire,
    area: await fireArea(fire, radiusKm, pause),
    isOwn,
    notices: [...notices, ...about],
  };
}

/** The area may have burned before this fire, and may burn after it. */
function mappedNotice({ firstMs, lastMs, isUnmapped }: Fire): string | null {
  if (firstMs === null || lastMs === null || isUnmapped) return null;
  const dayOf = (epochMs: number) => new Date(epochMs).toISOString().slice(0, 10);
  return `All times are selected; the fire was mapped from ${dayOf(firstMs)} to ${dayOf(lastMs)}.`;
}

type Pinned = Pick<FireScope, "fire" | "isOwn">;

/** The member of a cursor that pins a fire; absent without one. */
export const firePin = z.string().optional();

/** What a cursor pins of a fire: another perimeter is another area. */
export function pinsOf(fire: Pinned | null): [] | [string] {
  if (!fire) return [];
  const { id, name, perimeter } = fire.fire;
  return [fire.isOwn ? `${id ?? name}` : `${perimeter.id} ${perimeter.time}`];
}

/**
 * @throws {ToolError} when the fire has a newer perimeter than the one that the cursor pins
 *   (`invalid_input`)
 */
export function checkFirePin(fire: Pinned | null, pinned: string | undefined): void {
  if (pinned === undefined || pinsOf(fire)[0] === pinned) return;
  throw invalidInput(
    "The fire has a newer perimeter than when the cursor was made, so its area changed: leave out cursor to start over.",
  );
}

/** The area of a fire's newest perimeter, or everything within a distance (km) of its edge. */
export async function fireArea(
  fire: Fire,
  radiusKm: number | undefined,
  pause: Pause,
): Promise<RegionArea> {
  if (fire.parts) {
    const regions: Region[] = [];
    for (const part of fire.parts) regions.push((await fireArea(part, radiusKm, pause)).region);
    const region = unionOf(regions);
    return {
      kind: "region",
      bbox: region.bbox,
      region,
      ...(radiusKm !== undefined && { radiusKm }),
    };
  }
  const usualKm = fire.isUnmapped ? unmappedRadiusKm(fire) : undefined;
  return areaAround(fire, await fireRegion(fire, pause), radiusKm ?? usualKm);
}

/** A fire's newest perimeter. */
export function fireRegion(fire: Fire, pause: Pause): Promise<Region> {
  const { geometry, id } = fire.perimeter;
  const label = `${fire.collection.id}/${id}`;
  return prepareRegion(label, geometry, boxOf(fire), pause);
}

/** The same as `fireArea`, for several areas around one region. */
export function areaAround(
  { perimeter: { outline } }: Fire,
  inside: Region,
  radiusKm: number | undefined,
): RegionArea {
  if (radiusKm === undefined) return { kind: "region", bbox: inside.bbox, region: inside };
  const bbox = widenBox(inside.bbox, radiusKm);
  const isNear = (geometry: Geometry) => isWithin(outline, geometry, radiusKm, bbox);
  const region = {
    label: inside.label,
    bbox,
    intersects: (geometry: Geometry) => {
      if (geometry.type === "Point") return isNear(geometry);
      const meets = inside.intersects(geometry);
      // Where that is left open, an edge may still be near.
      return meets || isNear(geometry) || isNearOf(geometry, outline, radiusKm) || meets;
    },
  };
  return { kind: "region", bbox, region, radiusKm };
}

/** Whether a position of the geometry lies within a distance (km) of the outline. */
function isWithin(outline: Outline, geometry: Geometry, km: number, bbox: Box): boolean {
  return positionsOf(geometry).some(
    ([lon, lat]) =>
      boxesOverlap(bbox, [lon, lat, lon, lat]) &&
      outline.distanceKm(reachOf([lon, lat], km)) !== null,
  );
}

/** The reverse, since two outlines are nearest at a vertex of one of them. */
function isNearOf(geometry: Geometry, outline: Outline, km: number): boolean {
  const other = new Outline(geometry);
  return (
    other.bbox !== undefined && isWithin(other, outline.geometry, km, widenBox(other.bbox, km))
  );
}
