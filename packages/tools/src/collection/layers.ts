import type { Client } from "@emberline/core";
import type { LayerName } from "../values/layer-settings.ts";
import type { Roles } from "../values/roles.ts";

/** Ids of each layer's collection: the interface's, then those used by other services. */
const layers = {
  hotspots: { id: "svc:hotspots", words: "hotspots", name: /hotspot|active.?fire|detection/i },
  perimeters: {
    id: "svc:satellite-perimeters",
    words: "perimeters",
    name: /perimeter|burn(t|ed)?.?area/i,
  },
  staticSources: {
    id: "svc:static-heat-sources",
    words: "static heat sources",
    name: /static|heat.?source/i,
  },
} as const satisfies Record<LayerName, object>;

export type Layer = LayerName;

type Services = Pick<Client, "services">;

export function usualId(layer: Layer): string {
  return layers[layer].id;
}

/** What a layer has, in words. */
export function wordsOf(layer: Layer): string {
  return layers[layer].words;
}

/** Whether a collection of one service may be the layer's, by its id there. */
export function isLike(layer: Layer, localId: string): boolean {
  return layers[layer].name.test(localId);
}

/** The layer of a collection, by its id; null if it is not a layer. */
export function layerOf(collection: string, { services }: Services): Layer | null {
  // The name of its service says nothing about what a collection has.
  const localId = services?.of(collection)?.id ?? collection;
  const all = Object.entries(layers) as [Layer, (typeof layers)[Layer]][];
  return all.find(([, { id, name }]) => id === localId || name.test(localId))?.[0] ?? null;
}

/** Whether a collection is about fires, by its roles or its id. */
export function isOfFires({ id, roles }: { readonly id: string; readonly roles: Roles }): boolean {
  const localId = id.slice(id.lastIndexOf(":") + 1);
  const isNamed = Object.values(layers).some(({ name }) => name.test(localId));
  return isNamed || roles.fire !== undefined || roles.strength !== undefined;
}

/** The beginning of a sentence on what is not offered. */
export function lackOf(what: string, { services }: Services): string {
  return services
    ? `None of the services that answer offers ${what}`
    : `The service does not offer ${what}`;
}

/** What a sentence on a missing layer calls it: one service has it by its usual id. */
export function nameOf(layer: Layer, { services }: Services): string {
  return services ? wordsOf(layer) : usualId(layer);
}
