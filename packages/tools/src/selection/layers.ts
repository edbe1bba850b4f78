import type { ToolContext } from "../call/context.ts";
import { layerCollection } from "../collection/layer-collection.ts";
import type { Layer } from "../collection/layers.ts";
import type { SelectionInput } from "./parameters.ts";
import { resolveSelection, type Selection, type SelectionOptions } from "./selection.ts";

/**
 * The selection in the layer's collection; null if the service does not have it.
 *
 * @param options `isNeeded`: without the layer there is no answer
 */
export async function selectLayer(
  layer: Layer,
  input: Omit<SelectionInput, "collection">,
  context: ToolContext,
  { isNeeded = false, ...options }: SelectionOptions & { readonly isNeeded?: boolean },
): Promise<Selection | null> {
  const info = await layerCollection(layer, context, { isNeeded });
  return info && resolveSelection({ ...input, collection: info.id }, context, options);
}
