import { resolveQuestion, selectionsFor } from "../assess/question.ts";
import type { ToolContext } from "../call/context.ts";
import { invalidInput } from "../call/tool-error.ts";
import { type Layer, layerOf } from "../collection/layers.ts";
import { simulationsName } from "../map/map-data.ts";
import type { MapInput } from "../map/parameters.ts";
import { type MapQuestion, resolveMap } from "../map/read-map.ts";
import { selectLayer } from "../selection/layers.ts";
import type { Selection } from "../selection/selection.ts";

/** The arguments of the call whose answer a page shows, and one of its layers. */
export interface LayerInput extends Omit<MapInput, "collections" | "latest_per_fire"> {
  readonly tool: "show_map" | "assess_location" | "assess_fire";
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
  if (tool === "assess_location") return ofAssessment(name, input, context);
  if (tool === "assess_fire") return ofStory(name, input, context);
  return ofMap(name, input, context);
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
    throw invalidInput(`${tool} reads no collection ${JSON.stringify(name.slice(0, 100))}.`);
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
