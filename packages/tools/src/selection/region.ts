import { kindWord } from "@emberline/areas";
import { type Box, bboxOf, boxAround, type Geometry } from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import type { ToolContext } from "../call/context.ts";
import { ifOffered } from "../call/tool.ts";
import { invalidInput, ToolError } from "../call/tool-error.ts";
import { collectionInfo } from "../collection/collection-info.ts";
import { decide, decideInTurns } from "../geometry/shapes.ts";
import { type NamedArea, resolveNamedAreas } from "../places/resolve-named-area.ts";
import { quoted } from "../values/text.ts";

/** The area of a feature or a name, or several, prepared for exact predicates (DE-9IM, lon/lat). */
export interface Region {
  /** `collection/featureId`, or the area's full name; of several, between semicolons. */
  readonly label: string;
  readonly bbox: Box;
  /** Facts about a named area. */
  readonly named?: Omit<NamedArea, "label" | "bbox" | "intersects">;
  /** The geometry of a feature. */
  readonly outline?: Geometry;
  /** The areas that it is the union of, if it is of several. */
  readonly parts?: readonly Region[];
  /**
   * Null where a geometry crosses itself too often to decide.
   *
   * @throws {UnpreparedError} where the valid form of a large geometry is needed
   */
  intersects(geometry: Geometry): boolean | null;
}

/**
 * The region that `within` names: one area, or the union of several between semicolons. Invalid
 * polygons are repaired first (decisions, row 25).
 *
 * @throws {ToolError} when `within` names no region (`invalid_input`, `not_found`), with what would
 *   be right
 */
export async function resolveRegion(within: string, context: ToolContext): Promise<Region> {
  const texts = within.split(";").map((each) => each.trim());
  const given = [...new Set(texts)].filter((each) => each !== "");
  const asked = given.length > 0 ? given : [within];
  const names = asked.filter((each) => !isFeature(each));
  const areas = await resolveNamedAreas(names, context.pause, asked);
  const parts: Region[] = [];
  for (const each of asked) {
    const area = isFeature(each) ? null : areas[names.indexOf(each)]!;
    const part = area === null ? await featureRegion(each, context) : namedRegion(area);
    if (!parts.some(({ label }) => label === part.label)) parts.push(part);
  }
  const [first, ...others] = parts;
  return others.length > 0 ? unionOf(parts) : first!;
}

function isFeature(text: string): boolean {
  return /^[^/]+\/.+$/.test(text);
}

function namedRegion(area: NamedArea): Region {
  const { label, bbox } = area;
  return { label, bbox, named: area, intersects: (geometry) => area.intersects(geometry) };
}

/** Kinds of which no two areas overlap. */
const apart = new Set(["country", "region", "county"].map(kindWord));

/** The union of regions. */
export function unionOf(parts: readonly Region[]): Region {
  const named = parts.map((part) => part.named).filter((each) => each !== undefined);
  const [first] = named;
  const isOfNames = first !== undefined && named.length === parts.length;
  const isOfOneKind = isOfNames && named.every(({ kind }) => kind === first.kind);
  return {
    label: parts.map(({ label }) => label).join("; "),
    bbox: boxAround(parts.map(({ bbox }) => bbox)),
    parts,
    ...(isOfNames && {
      named: {
        kind: isOfOneKind ? first.kind : "several kinds of area",
        // Areas of other kinds may overlap.
        ...(isOfOneKind &&
          apart.has(first.kind) && {
            km2: named.reduce((sum, { km2 = 0 }) => sum + km2, 0),
          }),
        members: named.flatMap(({ members = [] }) => members),
        source: [...new Set(named.map(({ source }) => source))].join("; "),
        others: [],
        served: () => null,
      },
    }),
    intersects(geometry) {
      const met = parts.map((part) => part.intersects(geometry));
      return met.includes(true) || (met.includes(null) ? null : false);
    },
  };
}

async function featureRegion(text: string, context: ToolContext): Promise<Region> {
  const { client, signal, pause } = context;
  const [, collection = "", id = ""] = /^([^/]+)\/(.+)$/.exec(text) ?? [];
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
  const region = await prepareRegion(text, feature.geometry, bbox, pause);
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
