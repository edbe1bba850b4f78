import { type Box, bboxOf, type Geometry } from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import { type NamedArea, resolveNamedArea } from "../areas/resolve-named-area.ts";
import type { ToolContext } from "../call/context.ts";
import { ifOffered } from "../call/if-offered.ts";
import { invalidInput, ToolError } from "../call/tool-error.ts";
import { collectionInfo } from "../collection/collection-info.ts";
import { decide, decideInTurns } from "../geometry/decide.ts";
import { quoted } from "../values/text.ts";

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
export async function resolveRegion(within: string, context: ToolContext): Promise<Region> {
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
  const feature = await ifOffered(client.features.get(whole, id, { signal }));
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
