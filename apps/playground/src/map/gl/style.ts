import type { FeatureCollection, GeoJSON } from "geojson";
import type {
  GeoJSONSource,
  MapLibreMap,
  SourceSpecification,
  StyleSpecification,
} from "maplibre-gl";
import type { Palette } from "../palette.ts";
import { answerLayers } from "./answer-layers.ts";
import type { Ground, Land } from "./ground.ts";
import { groundLayers } from "./ground-layers.ts";

/**
 * A style without requests: its data is inline, and without a glyph server text
 * is drawn with the browser's own fonts.
 *
 * @param ground null if it could not be loaded
 */
export function mapStyle(
  answer: FeatureCollection,
  ground: Ground | null,
  palette: Palette,
): StyleSpecification {
  const sources: Record<string, SourceSpecification> = { answer: source(answer) };
  for (const [name, data] of Object.entries(ground ?? {})) sources[name] = groundSource(data);
  return {
    version: 8,
    sources,
    layers: [
      { id: "sea", type: "background", paint: { "background-color": palette.sea } },
      ...(ground ? groundLayers(palette) : []),
      ...answerLayers(palette),
    ],
  };
}

/** Replaces the map's land with finer land. */
export function replaceLand(map: MapLibreMap, land: Land): void {
  for (const [name, data] of Object.entries(land)) {
    map.getSource<GeoJSONSource>(name)?.setData(data);
  }
}

/** Tiles are scaled up beyond this zoom, since the data has no finer detail. */
const groundMaxZoom = 7;

function groundSource(data: GeoJSON): SourceSpecification {
  return { ...source(data), maxzoom: groundMaxZoom };
}

function source(data: GeoJSON): SourceSpecification & { type: "geojson" } {
  return { type: "geojson", data };
}
