import {
  type Box,
  bboxOf,
  boxAround,
  boxesOverlap,
  flatBox,
  type Geometry,
  type Position,
  unrolledEast,
} from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { invalidInput } from "../call/tool-error.ts";
import { widenBox } from "../geometry/box.ts";
import { Outline } from "../geometry/outline.ts";
import { kmBetween } from "../reading/assets.ts";
import { readAll } from "../reading/read-all.ts";
import { type Area, areaAround, resolveArea } from "../selection/area.ts";
import { findFire, fireArea } from "../selection/fire-scope.ts";
import type { SelectionInput } from "../selection/parameters.ts";
import { resolveSelection, type SelectionOptions } from "../selection/selection.ts";
import { idOf, ownProperty } from "../values/own-property.ts";
import { cleanText } from "../values/text.ts";

/** How far a feature is from a site; the site is null for an area of its own. */
export interface Distance {
  readonly km: number;
  /** Whether it lies in the area itself. */
  readonly isInside: boolean;
  readonly site: string | null;
}

export type WatchAreaInput = Partial<
  Pick<SelectionInput, "bbox" | "near" | "within" | "fire" | "radius_km">
> & { readonly assets?: string | undefined; readonly nearer_km?: number | undefined };

/** Where a watch looks, and from what it measures. */
export interface WatchScope {
  /** The area to read, reaching further for outlines. */
  areaFor(nearerKm: number | undefined): Pick<SelectionOptions, "area">;
  /** Null where nothing is measured. */
  measure(geometry: Geometry | null): Promise<Distance | null> | null;
  /** Whether what is so far away belongs to the watch. */
  reaches(distance: Distance | null, nearerKm: number | undefined): boolean;
}

interface Site {
  readonly name: string | null;
  readonly geometry: Geometry;
}

const maxSites = 200;
const defaultSiteKm = 10;

/** @throws {ToolError} when the arguments name no area (`invalid_input`, `not_found`) */
export async function resolveScope(
  { assets, nearer_km, fire, radius_km, bbox, near, within }: WatchAreaInput,
  context: ToolContext,
): Promise<WatchScope> {
  if (assets !== undefined)
    return aroundSites(await sitesOf(assets, context), context, radius_km, nearer_km);
  if (fire !== undefined) {
    // Mapped or reported: each layer would know it by its own features alone.
    const found = await findFire({ fire }, null, null, context);
    const area = await fireArea(found.fire, radius_km, context.pause);
    return { areaFor: () => ({ area }), measure: () => null, reaches: () => true };
  }
  const area = await resolveArea({ bbox, near, within, radius_km }, context);
  const site = area && nearer_km !== undefined ? siteOf(area) : null;
  const measured = async (geometry: Geometry): Promise<Distance> => {
    const km = await kmBetween(site!, new Outline(geometry), context.pause);
    return { km, isInside: km <= insideKm, site: null };
  };
  const insideKm = area?.kind === "circle" ? area.radiusKm : 0;
  return {
    areaFor: (km) => ({ area: area && km !== undefined ? areaAround(area, km) : area }),
    measure: (geometry) => (site && geometry ? measured(geometry) : null),
    reaches: (distance, km = 0) => !distance || distance.km <= Math.max(km, insideKm),
  };
}

/**
 * What distances to an area are measured from: the centre of a circle, or the shape.
 *
 * @throws {ToolError} when its shape is not at hand (`invalid_input`)
 */
function siteOf(area: Area): Geometry {
  if (area.kind === "circle") return { type: "Point", coordinates: [...area.center] };
  if (area.kind === "box") {
    const box = flatBox(area.bbox);
    const [west, south, , north] = box;
    const east = unrolledEast(box);
    const ends: Position[] = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ];
    return { type: "Polygon", coordinates: [[...ends, ends[0]!]] };
  }
  if (area.region.outline) return area.region.outline;
  throw invalidInput(
    "Distances to outlines are measured from a place, a box or assets: give near, bbox or assets instead of within.",
    "within",
  );
}

function aroundSites(
  sites: readonly Site[],
  { pause }: ToolContext,
  radiusKm = defaultSiteKm,
  nearerKm = 0,
): WatchScope {
  const boxOf = (geometry: Geometry) => bboxOf(geometry) ?? ([0, 0, 0, 0] satisfies Box);
  const bbox = boxAround(sites.map(({ geometry }) => boxOf(geometry)));
  const reachKm = Math.max(radiusKm, nearerKm);
  const reaching = sites.map((site) => ({ ...site, box: widenBox(boxOf(site.geometry), reachKm) }));
  return {
    areaFor: (km = 0) => ({ area: { kind: "box", bbox: widenBox(bbox, Math.max(km, radiusKm)) } }),
    async measure(geometry) {
      const own = geometry && bboxOf(geometry);
      if (!own) return null;
      const outline = new Outline(geometry);
      let nearest: Distance | null = null;
      for (const { name, geometry: from, box } of reaching) {
        if (!boxesOverlap(box, own)) continue;
        const km = await kmBetween(from, outline, pause);
        if (!nearest || km < nearest.km) nearest = { km, isInside: km <= radiusKm, site: name };
      }
      return nearest;
    },
    reaches: (distance, km = 0) => distance !== null && distance.km <= Math.max(km, radiusKm),
  };
}

async function sitesOf(collection: string, context: ToolContext): Promise<Site[]> {
  const selection = await resolveSelection({ collection }, context);
  const sites: Site[] = [];
  await readAll(selection, context, ({ feature }) => {
    const { geometry, properties } = feature;
    const name = ownProperty(properties, ["asset_id", "name"]) ?? idOf(feature);
    if (geometry) sites.push({ name: name === null ? null : cleanText(String(name)), geometry });
  });
  if (sites.length === 0) throw invalidInput("The collection of assets is empty.", "assets");
  if (sites.length > maxSites)
    throw invalidInput(
      `The collection of assets has ${sites.length}, and a watch takes ${maxSites}: use a smaller one.`,
      "assets",
    );
  return sites;
}
