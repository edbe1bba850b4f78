import type { Theme } from "@emberline/map";
import type { LayerSpecification, MapLibreMap, StyleSpecification } from "maplibre-gl";
import { dataSources, pointLayers, shapeLayers } from "./data-layers.ts";
import { groundLayers, groundSources, nameLayers } from "./ground-layers.ts";

/** Without a glyph server, text is drawn with the browser's own fonts. */
export function mapStyle(origin: string, theme: Theme): StyleSpecification {
  return {
    version: 8,
    sources: { ...groundSources(origin), ...dataSources },
    layers: layersIn(theme),
  };
}

/** Gives the map other colours; its data stay. */
export function repaint(map: MapLibreMap, theme: Theme): void {
  for (const { id, paint = {} } of layersIn(theme))
    for (const [name, value] of Object.entries(paint))
      map.setPaintProperty(id, name as "line-color", value);
}

function layersIn(theme: Theme): LayerSpecification[] {
  return [
    ...groundLayers(theme),
    ...shapeLayers(theme),
    ...nameLayers(theme),
    ...pointLayers(theme),
  ];
}
