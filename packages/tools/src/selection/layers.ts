import type { ToolContext } from "../call/context.ts";
import { type Layer, layerCollection } from "../collection/layers.ts";
import type { SelectionInput } from "./parameters.ts";
import { resolveSelection, type Selection, type SelectionOptions } from "./selection.ts";

/** The selection in the layer's collection; null if the service does not have it. */
export async function selectLayer(
  layer: Layer,
  input: Omit<SelectionInput, "collection">,
  context: ToolContext,
  options: SelectionOptions,
): Promise<Selection | null> {
  const info = await layerCollection(layer, context);
  return info && resolveSelection({ ...input, collection: info.id }, context, options);
}
