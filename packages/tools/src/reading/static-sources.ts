import type { Feature } from "@emberline/core";
import { type Box, bboxOf, flatBox, type Geometry, type LonLat } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { invalidInput } from "../call/tool-error.ts";
import { type CollectionInfo, rolesOf } from "../collection/collection-info.ts";
import { BoxIndex, widenBox } from "../geometry/box.ts";
import { nearestOf, reachOf } from "../geometry/nearest.ts";
import { representativePoint } from "../geometry/shapes.ts";
import { notKnownIn } from "../selection/covered-place.ts";
import { type Selection, selectLayer } from "../selection/selection.ts";
import { idOf, ownProperty } from "../values/own-property.ts";
import { cleanText, listNames, named, quoted } from "../values/text.ts";
import { readAll } from "./read-all.ts";
import { isExact } from "./tally.ts";

/** A place that is hot without a wildfire. */
export interface StaticSource {
  readonly id: string | null;
  readonly name: string | null;
  readonly category: string | null;
  readonly geometry: Geometry;
  readonly bbox: Box;
}

export interface NearSource<Source extends StaticSource = StaticSource> {
  readonly source: Source;
  readonly distanceKm: number;
}

export function sourceOf(feature: Feature, info: CollectionInfo): StaticSource | null {
  const { geometry, properties } = feature;
  const bbox = geometry && bboxOf(geometry);
  if (!geometry || !bbox) return null;
  const text = (value: unknown) => (typeof value === "string" ? cleanText(value, 60) : null);
  return {
    id: idOf(feature),
    name: text(properties?.name),
    category: text(ownProperty(properties, rolesOf(properties, info).category)),
    geometry,
    bbox,
  };
}

/** Static sources by where they are. */
export class SourceIndex<Source extends StaticSource = StaticSource> {
  readonly #index: BoxIndex<Source>;

  constructor(sources: readonly Source[]) {
    this.#index = new BoxIndex(sources, ({ bbox }) => bbox);
  }

  /**
   * The nearest source within its own distance (km) of a position; null if none is. Among equally
   * near ones, the first by id.
   */
  nearest(
    position: LonLat,
    maxKm: number,
    ownKm: (source: Source) => number = () => maxKm,
  ): NearSource<Source> | null {
    return this.within(position, maxKm)
      .filter(({ source, distanceKm }) => distanceKm <= ownKm(source))
      .reduce<NearSource<Source> | null>(
        (best, found) => (best && !isNearer(found, best) ? best : found),
        null,
      );
  }

  /** All sources within a distance (km) of a position. */
  within(position: LonLat, maxKm: number): NearSource<Source>[] {
    return this.#index
      .meeting(reachOf(position, maxKm).box)
      .map((source) => ({ source, distanceKm: nearestOf(position, source.geometry).distanceKm }))
      .filter(({ distanceKm }) => distanceKm <= maxKm);
  }
}

function isNearer(a: NearSource, b: NearSource): boolean {
  const farther = a.distanceKm - b.distanceKm;
  return farther < 0 || (farther === 0 && (a.source.id ?? "") < (b.source.id ?? ""));
}

/** The static sources within reach of a selection. */
export interface SourcesInReach {
  /** False if some could not be read. */
  readonly isWhole: boolean;
  readonly notices: readonly string[];
  /**
   * The nearest to a position, or to a point that represents a geometry, within a distance (km).
   */
  nearest(geometry: Geometry | null, km: number): NearSource | null;
  /** All within the distance. */
  within(geometry: Geometry | null, km: number): readonly NearSource[];
}

/**
 * Reads the static sources within a distance (km) of a selection of detections.
 *
 * @param parameter the parameter that requires them, for messages
 * @throws {ToolError} when the selection has outlines, the category is unknown, or the service has
 *   no static sources (`invalid_input`)
 */
async function readSourcesNear(
  { area, collection }: Selection,
  parameter: string,
  { km, category }: { km: number; category?: string | undefined },
  context: ToolContext,
): Promise<SourcesInReach> {
  const { fire, strength } = collection.roles;
  if (fire !== undefined && strength === undefined) {
    throw invalidInput(
      `${parameter} is for detections; ${named(collection.id)} has outlines of fires: omit it.`,
      parameter,
    );
  }
  const box = area && { kind: "box" as const, bbox: widenBox(flatBox(area.bbox), km) };
  const layer = await selectLayer("staticSources", {}, context, { area: box, isNeeded: true });
  if (!layer || layer.collection.id === collection.id) {
    throw invalidInput(
      layer
        ? `${parameter}: ${named(collection.id)} are static heat sources themselves: omit it.`
        : `${parameter}: the service has no collection of static heat sources: omit it.`,
      parameter,
    );
  }
  const categories = new Set<string>();
  const sources: StaticSource[] = [];
  const tally = await readAll(layer, context, ({ feature }) => {
    const source = sourceOf(feature, layer.collection);
    if (!source) return;
    if (source.category !== null) categories.add(source.category);
    if (category === undefined || isSameCategory(category, source.category)) sources.push(source);
  });
  const isWhole = isExact(tally);
  const unknown =
    category !== undefined && sources.length === 0 && categories.size > 0
      ? `source_category: no static source in reach is a ${quoted(category, 60)}; they are ${listNames([...categories].sort())}.`
      : null;
  if (unknown !== null && area === null) throw invalidInput(unknown, "source_category");
  const index = new SourceIndex(sources);
  return {
    isWhole,
    notices: [
      unknown,
      ...(sources.length === 0 ? await notKnownIn(layer.collection, area, context) : []),
      isWhole
        ? null
        : "Static sources could be read only in part: features near a missing one count as near none.",
    ].filter((notice) => notice !== null),
    nearest(geometry, within) {
      const position = geometry && representativePoint(geometry);
      return position && index.nearest(position, within);
    },
    within(geometry, within) {
      const position = geometry && representativePoint(geometry);
      return position ? index.within(position, within) : [];
    },
  };
}

/** "Steel plant" is "steel_plant". */
function isSameCategory(asked: string, category: string | null): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[\s_-]+/g, " ")
      .trim();
  return category !== null && plain(category) === plain(asked);
}

export interface SourcesInput {
  readonly exclude_static_km?: number | undefined;
  readonly static_source_km?: number | undefined;
  readonly source_category?: string | undefined;
}

/**
 * The selection without features near static sources if requested, and the sources within reach;
 * null if nothing requires them.
 *
 * @throws {ToolError} when they are not available (`invalid_input`)
 */
export async function withSources(
  selection: Selection,
  input: SourcesInput,
  context: ToolContext,
): Promise<{ selection: Selection; sources: SourcesInReach | null }> {
  const { exclude_static_km: excludeKm, static_source_km: sourceKm } = input;
  const category = input.source_category;
  if (excludeKm === undefined && sourceKm === undefined) {
    if (category === undefined) return { selection, sources: null };
    throw invalidInput(
      "source_category needs exclude_static_km or static_source_km: add one.",
      "source_category",
    );
  }
  const parameter = excludeKm === undefined ? "static_source_km" : "exclude_static_km";
  const km = Math.max(excludeKm ?? 0, sourceKm ?? 0);
  const sources = await readSourcesNear(selection, parameter, { km, category }, context);
  return {
    selection: excludeKm === undefined ? selection : excludeNear(selection, sources, excludeKm),
    sources,
  };
}

/** The selection without features within a distance (km) of a static source. */
function excludeNear(selection: Selection, sources: SourcesInReach, km: number): Selection {
  const covers = (geometry: Geometry | null) => sources.nearest(geometry, km) !== null;
  return { ...selection, exclusion: { km, isWhole: sources.isWhole, covers } };
}
