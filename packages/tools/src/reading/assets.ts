import { type Geometry, positionsOf } from "@emberline/geo";
import { eachInTurns, finishInTurns, type Pause } from "@emberline/turns";
import type { ToolContext } from "../call/context.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { otherCollection } from "../collection/other-collection.ts";
import { reachOf } from "../geometry/nearest.ts";
import { Outline } from "../geometry/outline.ts";
import { testInTurns } from "../geometry/shapes.ts";
import type { Area } from "../selection/area.ts";
import { prepareRegion } from "../selection/region.ts";
import { resolveSelection } from "../selection/selection.ts";
import { idOf, ownProperty } from "../values/own-property.ts";
import { cleanText } from "../values/text.ts";
import { readAll } from "./read-all.ts";
import { isComplete, type Tally } from "./tally.ts";

/** A site, line or area of the operator; distances in km on the WGS 84 ellipsoid. */
interface Asset {
  readonly id: string | null;
  readonly name: string | null;
  readonly category: string | null;
  readonly geometry: Geometry;
  /** To the nearest detection; null if none was found. */
  detectionKm: number | null;
  /** To the nearest outline of a fire, 0 where it meets one; null if none was found. */
  perimeterKm: number | null;
}

export interface Assets {
  readonly collection: CollectionInfo;
  readonly tally: Tally;
  /** Nearest to a detection or outline first. */
  readonly assets: readonly Asset[];
  /** How many there are, of which the first are measured. */
  readonly count: number;
}

/** Of more assets the rest are counted, not measured. */
const maxMeasured = 1000;

/**
 * The operator's assets in an area, by their distances to detections and outlines; null if the
 * service has none.
 */
export async function readAssets(
  area: Area,
  {
    detections,
    perimeters,
  }: { detections: () => Iterable<Outline>; perimeters: readonly Outline[] },
  context: ToolContext,
): Promise<Assets | null> {
  const collection = await otherCollection("assets", context);
  if (!collection) return null;
  const selection = await resolveSelection({ collection: collection.id }, context, { area });
  const assets: Asset[] = [];
  let count = 0;
  const tally = await readAll(selection, context, ({ feature }) => {
    const { geometry, properties } = feature;
    if (!geometry || ++count > maxMeasured) return;
    const text = (value: unknown) => (typeof value === "string" ? cleanText(value, 80) : null);
    const category = text(ownProperty(properties, collection.roles.category));
    const name = text(ownProperty(properties, "name"));
    const none = { detectionKm: null, perimeterKm: null };
    assets.push({ id: idOf(feature), name, category, geometry, ...none });
  });
  const { pause } = context;
  for (const outline of detections()) await measure(assets, outline, "detectionKm", pause);
  for (const outline of perimeters) await measure(assets, outline, "perimeterKm", pause);
  const nearest = ({ detectionKm, perimeterKm }: Asset) =>
    Math.min(detectionKm ?? Number.POSITIVE_INFINITY, perimeterKm ?? Number.POSITIVE_INFINITY);
  return { collection, tally, count, assets: assets.sort((a, b) => nearest(a) - nearest(b)) };
}

export function isMeasured({ tally, count, assets }: Assets): boolean {
  return isComplete(tally) && count <= assets.length;
}

async function measure(
  assets: readonly Asset[],
  outline: Outline,
  member: "detectionKm" | "perimeterKm",
  pause: Pause,
): Promise<void> {
  await finishInTurns(outline.prepareSteps(), pause);
  await eachInTurns(assets, pause, async (asset) => {
    const km = await kmBetween(asset.geometry, outline, pause);
    if (km < (asset[member] ?? Number.POSITIVE_INFINITY)) asset[member] = km;
  });
}

/**
 * The distance in km between two shapes, 0 where they meet. Two that do not meet are nearest at a
 * vertex of one of them.
 */
export async function kmBetween(
  geometry: Geometry,
  outline: Outline,
  pause: Pause,
): Promise<number> {
  const farthestKm = 20_100;
  const nearestOf = (from: Geometry, to: Outline) =>
    positionsOf(from).reduce(
      (least, [lon, lat]) => Math.min(least, to.distanceKm(reachOf([lon, lat], least)) ?? least),
      farthestKm,
    );
  const own = nearestOf(geometry, outline);
  if (geometry.type === "Point" || own === 0) return own;
  const shape = new Outline(geometry);
  const { bbox } = outline;
  if (outline.isAreal && bbox) {
    const region = await prepareRegion("", outline.geometry, bbox, pause);
    if (await testInTurns(() => region.intersects(geometry), pause)) return 0;
  }
  return Math.min(own, nearestOf(outline.geometry, shape));
}
