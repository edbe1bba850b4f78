import { resolveQuestion, selectionsFor } from "../assess/question.ts";
import type { ToolContext } from "../call/context.ts";
import { invalidInput } from "../call/tool-error.ts";
import { type Layer, layerOf } from "../collection/layers.ts";
import { type LayerReading, simulationsName } from "../map/map-data.ts";
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
  const { area, interval, layers } = await resolveMap(
    { ...input, collections: [name], latest_per_fire: false },
    context,
  );
  const { layer, selection } = layers[0]!;
  return layer === simulationsName
    ? { kind: "simulations", area, interval }
    : { kind: "features", layer, selection };
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
  const layer = layerOf(name, context.client) as Exclude<
    LayerReading["layer"],
    typeof simulationsName
  >;
  if (layer === null)
    throw invalidInput(
      `assess_location reads no collection ${JSON.stringify(name.slice(0, 100))}.`,
    );
  const { area, ...time } = selectionsFor(question)[layer];
  const selection = await selectLayer(layer, time, context, { area, latestPerFire: false });
  return { kind: "features", layer, selection };
}
