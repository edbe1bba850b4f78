import type { ToolContext } from "../call/context.ts";
import { ifOffered } from "../call/if-offered.ts";
import { type CollectionInfo, collectionInfo } from "./collection-info.ts";

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

/** The collection of a layer; null if the service does not have it. */
export async function layerCollection(
  layer: Layer,
  context: ToolContext,
): Promise<CollectionInfo | null> {
  const { id, name } = layers[layer];
  const usual = await ifOffered(collectionInfo(id, context));
  if (usual) return usual;
  const listed = await ifOffered(context.client.collections.list({ signal: context.signal }));
  const other = listed?.find((each) => each.id !== id && name.test(each.id));
  return other ? ifOffered(collectionInfo(other.id, context)) : null;
}
