import type { Layer } from "@emberline/feeds";
import type { CollectionId } from "./collections.ts";

/** The collection of each layer. */
export const collectionOf: Readonly<Record<Layer, CollectionId>> = {
  hotspots: "svc:hotspots",
  perimeters: "svc:satellite-perimeters",
  staticHeatSources: "svc:static-heat-sources",
};

export const layers = Object.keys(collectionOf) as Layer[];

/** Static heat sources have no time. */
export function isInTime(layer: Layer): boolean {
  return layer !== "staticHeatSources";
}

/** What notices call the features of a layer. */
export const layerNouns: Readonly<Record<Layer, string>> = {
  hotspots: "hotspots",
  perimeters: "perimeters",
  staticHeatSources: "static heat sources",
};
