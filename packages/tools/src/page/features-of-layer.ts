import type { Feature } from "@emberline/core";
import { type Geometry, printInstant } from "@emberline/geo";
import { resolveQuestion, selectionsFor } from "../assess/question.ts";
import type { ToolContext } from "../call/context.ts";
import { invalidInput } from "../call/tool-error.ts";
import { type CollectionInfo, rolesOf } from "../collection/collection-info.ts";
import { type Layer, layerOf, otherOf } from "../collection/layers.ts";
import { representativePoint } from "../geometry/shapes.ts";
import { simulationsName } from "../map/map-data.ts";
import type { MapInput } from "../map/parameters.ts";
import { type MapQuestion, resolveMap } from "../map/read-map.ts";
import { sourceOf } from "../reading/static-sources.ts";
import { resolveSelection, type Selection, selectLayer } from "../selection/selection.ts";
import { idOf, ownProperty } from "../values/own-property.ts";
import { timeMsOf } from "../values/roles.ts";
import { cleanText, quoted } from "../values/text.ts";
import { round } from "../values/text-numbers.ts";

type FeatureCell = string | number | null;

/** A feature as a row; with its geometry if that is drawn. */
export interface FeatureRow {
  readonly cells: readonly FeatureCell[];
  readonly geometry?: Geometry;
}

/** How the features of a layer are answered. */
interface LayerForm {
  readonly columns: readonly string[];
  /** Features per answer: outlines may take hundreds of kB each. */
  readonly pageSize: number;
  /** Null for a feature that has no place on a map. */
  toRow(feature: Feature, collection: CollectionInfo): FeatureRow | null;
}

const detections: LayerForm = {
  columns: ["id", "lon", "lat", "time", "frp_mw"],
  pageSize: 2000,
  toRow(feature, collection) {
    const position = feature.geometry && representativePoint(feature.geometry);
    if (!position) return null;
    const { properties } = feature;
    const power = ownProperty(properties, rolesOf(properties, collection).strength);
    const frp = typeof power === "number" && Number.isFinite(power) ? round(power, 1) : null;
    return { cells: [idOf(feature), ...lonLat(position), timeCell(feature, collection), frp] };
  },
};

const perimeters: LayerForm = {
  columns: ["id", "name", "fire", "time"],
  pageSize: 200,
  toRow(feature, collection) {
    const { properties, geometry } = feature;
    if (!geometry) return null;
    const roles = rolesOf(properties, collection);
    const name = ownProperty(properties, roles.fire_name ?? roles.fire);
    const fire = ownProperty(properties, roles.fire) ?? ownProperty(properties, roles.fire_name);
    const cells = [idOf(feature), textOf(name), textOf(fire), timeCell(feature, collection)];
    return { cells, geometry };
  },
};

const staticSources: LayerForm = {
  columns: ["id", "name", "category", "lon", "lat"],
  pageSize: 2000,
  toRow(feature, collection) {
    const source = sourceOf(feature, collection);
    const position = source && representativePoint(source.geometry);
    return position && { cells: [source.id, source.name, source.category, ...lonLat(position)] };
  },
};

/** Collections of no known kind. */
const others: LayerForm = {
  columns: ["id", "name", "time"],
  pageSize: 200,
  toRow(feature, collection) {
    const { geometry, properties } = feature;
    const names = [...(collection.roles.fire_name ?? []), "zone_name", "name"];
    const name = textOf(ownProperty(properties, names));
    return geometry && { cells: [idOf(feature), name, timeCell(feature, collection)], geometry };
  },
};

export function formOf(layer: Layer | null): LayerForm {
  return layer === null ? others : { hotspots: detections, perimeters, staticSources }[layer];
}

function lonLat([lon, lat]: readonly [number, number]): [number, number] {
  return [round(lon, 5), round(lat, 5)];
}

function timeCell({ properties }: Feature, collection: CollectionInfo): string | null {
  const timeMs = timeMsOf(properties, rolesOf(properties, collection));
  return timeMs === null ? null : printInstant(timeMs);
}

function textOf(value: unknown): string | null {
  return typeof value === "string" || typeof value === "number"
    ? cleanText(String(value), 80)
    : null;
}

/** The arguments of the call whose answer a page shows, and one of its layers. */
interface LayerInput extends Omit<MapInput, "collections" | "latest_per_fire"> {
  readonly tool: "show_map" | "assess_location" | "assess_fire" | "compare_periods";
  /** The id of a collection, or "simulations". */
  readonly layer: string;
  readonly perimeter_buffer_km?: number | undefined;
  readonly static_source_km?: number | undefined;
  readonly volcano_km?: number | undefined;
}

/** What an answer read of a layer. The selection is null if the service does not offer it. */
export type LayerSelection =
  | {
      readonly kind: "features";
      readonly layer: Layer | null;
      readonly selection: Selection | null;
    }
  | ({ readonly kind: "simulations" } & Pick<MapQuestion, "area" | "interval">);

/**
 * The selection of a layer, the same as that of the answer on the page.
 *
 * @throws {ToolError} when an argument is invalid (`invalid_input`) or names nothing (`not_found`)
 */
export async function selectionOfLayer(
  { tool, layer: name, ...input }: LayerInput,
  context: ToolContext,
): Promise<LayerSelection> {
  if (otherOf(name, context.client)) return ofOther(tool, name, input, context);
  if (tool === "assess_location") return ofAssessment(name, input, context);
  if (tool === "assess_fire") return ofStory(name, input, context);
  return ofMap(name, input, context);
}

/** What is reported and ordered now, which no time of a call selects. */
async function ofOther(
  tool: LayerInput["tool"],
  name: string,
  { time: _, ...input }: Omit<LayerInput, "tool" | "layer">,
  context: ToolContext,
): Promise<LayerSelection> {
  if (tool !== "assess_location") return ofMap(name, input, context);
  const { area } = await resolveQuestion(input, context);
  const selection = await resolveSelection({ collection: name }, context, { area });
  return { kind: "features", layer: null, selection };
}

async function ofMap(
  name: string,
  input: Omit<LayerInput, "tool" | "layer">,
  context: ToolContext,
): Promise<LayerSelection> {
  const { area, interval, layers } = await resolveMap(
    { ...input, collections: [name], latest_per_fire: false },
    context,
  );
  const { layer, selection } = layers[0]!;
  return layer === simulationsName
    ? { kind: "simulations", area, interval }
    : { kind: "features", layer, selection };
}

/** The largest `radius_km` of assess_fire. */
const maxStoryRadiusKm = 100;

/** The story of a fire takes no other arguments, and reads nothing beyond them. */
function ofStory(
  name: string,
  { fire, time, radius_km: radiusKm }: Omit<LayerInput, "tool" | "layer">,
  context: ToolContext,
): Promise<LayerSelection> {
  if (fire === undefined) throw invalidInput("The parameter fire is missing.", "fire");
  if (radiusKm !== undefined && radiusKm > maxStoryRadiusKm)
    throw invalidInput(`radius_km must be at most ${maxStoryRadiusKm}.`, "radius_km");
  checkLayer("assess_fire", name, context);
  return ofMap(name, { fire, time, radius_km: radiusKm }, context);
}

/** @throws {ToolError} when the tool reads no such collection (`invalid_input`) */
function checkLayer(tool: string, name: string, context: ToolContext): void {
  if (name !== simulationsName && layerOf(name, context.client) === null)
    throw invalidInput(`${tool} reads no collection ${quoted(name, 100)}.`);
}

/** An assessment also reads perimeters and sources around its area, and older perimeters. */
async function ofAssessment(
  name: string,
  input: Omit<LayerInput, "tool" | "layer">,
  context: ToolContext,
): Promise<LayerSelection> {
  const question = await resolveQuestion(input, context);
  if (name === simulationsName)
    return { kind: "simulations", area: question.area, interval: question.interval };
  checkLayer("assess_location", name, context);
  const layer = layerOf(name, context.client)!;
  const { area, ...time } = selectionsFor(question)[layer];
  const selection = await selectLayer(layer, time, context, { area, latestPerFire: false });
  return { kind: "features", layer, selection };
}
