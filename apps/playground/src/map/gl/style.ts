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

const sidePx = 24;
/** The edge of a signed distance field has this value; it falls by the next one per pixel. */
const edge = 192;
const fallPerPx = 32;

/** Pixels outside of a shape around 0, 0; negative inside. y points down. */
type Distance = (x: number, y: number) => number;

const shapes: Readonly<Record<string, Distance>> = {
  dot: (x, y) => Math.hypot(x, y) - 5,
  square: (x, y) => Math.max(Math.abs(x), Math.abs(y)) - 5,
  diamond: (x, y) => (Math.abs(x) + Math.abs(y) - 8) / Math.SQRT2,
  up: (x, y) => triangle(x, y),
  down: (x, y) => triangle(x, -y),
};

/** Three edges, the lowest horizontal. */
function triangle(x: number, y: number): number {
  return Math.max(y - 5, Math.abs(x) * 0.87 - y * 0.5 - 4.5);
}

/** Adds the symbols as signed distance fields, so that layers can colour them. */
export function addSymbols(map: MapLibreMap): void {
  for (const [name, distance] of Object.entries(shapes)) {
    const data = new Uint8ClampedArray(sidePx * sidePx * 4);
    for (let y = 0; y < sidePx; y++) {
      for (let x = 0; x < sidePx; x++) {
        const outsidePx = distance(fromMiddle(x), fromMiddle(y));
        data[(y * sidePx + x) * 4 + 3] = edge - outsidePx * fallPerPx;
      }
    }
    map.addImage(name, { width: sidePx, height: sidePx, data }, { sdf: true });
  }
}

function fromMiddle(px: number): number {
  return px + 0.5 - sidePx / 2;
}
