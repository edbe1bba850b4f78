import type { ToolContext } from "../call/context.ts";
import { ifOffered } from "../call/if-offered.ts";
import type { SelectionInput } from "./parameters.ts";
import { resolveSelection, type Selection, type SelectionOptions } from "./selection.ts";

/** Ids of each layer's collection: the interface's, then those used by other services. */
const layers = {
  hotspots: { id: "svc:hotspots", name: /hotspot|active.?fire|detection/i },
  perimeters: { id: "svc:satellite-perimeters", name: /perimeter|burn(t|ed)?.?area/i },
  staticSources: { id: "svc:static-heat-sources", name: /static|heat.?source/i },
} as const;

export type Layer = keyof typeof layers;

export function usualId(layer: Layer): string {
  return layers[layer].id;
}

/** The layer of a collection, by its id; null if it is not a layer. */
export function layerOf(collection: string): Layer | null {
  const all = Object.entries(layers) as [Layer, (typeof layers)[Layer]][];
  return all.find(([, { id, name }]) => id === collection || name.test(collection))?.[0] ?? null;
}

/** The selection in the layer's collection; null if the service does not have it. */
export async function selectLayer(
  layer: Layer,
  input: Omit<SelectionInput, "collection">,
  context: ToolContext,
  options: SelectionOptions,
): Promise<Selection | null> {
  const { id, name } = layers[layer];
  const select = (collection: string) =>
    ifOffered(resolveSelection({ ...input, collection }, context, options));
  const usual = await select(id);
  if (usual) return usual;
  const listed = await ifOffered(context.client.collections.list({ signal: context.signal }));
  const other = listed?.find((each) => each.id !== id && name.test(each.id));
  return other ? select(other.id) : null;
}
