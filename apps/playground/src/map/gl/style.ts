import { symbolCorners, type Theme } from "@emberline/map";
import type { LayerSpecification, MapLibreMap, StyleSpecification } from "maplibre-gl";
import { dataSources, pointLayers, shapeLayers, symbolRadiusPx } from "./data-layers.ts";
import { groundLayers, groundSources, nameLayers } from "./ground-layers.ts";

/** Without a glyph server, text is drawn with the browser's own fonts. */
export function mapStyle(origin: string, theme: Theme): StyleSpecification {
  return {
    version: 8,
    sources: { ...groundSources(origin), ...dataSources },
    layers: layersIn(theme),
  };
}

/** Of the operator's style, so that no name is also one of ours. */
const ownPrefix = "own-";

/** The operator's style below the data; its labels lie below them too. */
export function styleOver(own: StyleSpecification, theme: Theme): StyleSpecification {
  const sources = Object.entries(own.sources).map(([name, source]) => [ownPrefix + name, source]);
  const layers = own.layers.map((layer) => ({
    ...layer,
    id: ownPrefix + layer.id,
    ...("source" in layer && { source: `${ownPrefix}${layer.source}` }),
  }));
  return {
    ...own,
    sources: { ...Object.fromEntries(sources), ...dataSources },
    layers: [...layers, ...dataLayersIn(theme, fontOf(own))] as LayerSpecification[],
  };
}

export function isOwn(sourceId: string | undefined): boolean {
  return sourceId?.startsWith(ownPrefix) === true;
}

/** A font that the style's own server of glyphs has. */
function fontOf({ layers, glyphs }: StyleSpecification): readonly string[] | undefined {
  if (glyphs === undefined) return undefined;
  const fonts = layers.flatMap((layer) =>
    layer.type === "symbol" ? [layer.layout?.["text-font"]] : [],
  );
  return fonts.find((font): font is string[] => isListOfText(font));
}

function isListOfText(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value[0] !== "literal" &&
    value.every((each) => typeof each === "string")
  );
}

/** The layers of data alone, with texts in a font. */
function dataLayersIn(theme: Theme, font: readonly string[] | undefined): LayerSpecification[] {
  const layers = [...shapeLayers(theme), ...pointLayers(theme)];
  if (!font) return layers;
  return layers.map((layer) =>
    layer.type === "symbol" && layer.layout?.["text-field"]
      ? { ...layer, layout: { ...layer.layout, "text-font": [...font] } }
      : layer,
  );
}

/** Gives the map other colours; its data and an operator's ground stay. */
export function repaint(map: MapLibreMap, theme: Theme): void {
  for (const { id, paint = {} } of layersIn(theme).filter((layer) => map.getLayer(layer.id)))
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
  ...Object.fromEntries(
    Object.entries(symbolCorners).map(([name, corners]) => [name, distanceTo(corners)]),
  ),
};

/** To a convex polygon around 0, 0, whose corners go clockwise on the screen. */
function distanceTo(corners: readonly (readonly [number, number])[]): Distance {
  const sides = corners.map(([x, y], i) => {
    const [nextX, nextY] = corners[(i + 1) % corners.length]!;
    const length = Math.hypot(nextX - x, nextY - y);
    const normal = [(nextY - y) / length, -(nextX - x) / length] as const;
    return { normal, offset: (normal[0] * x + normal[1] * y) * symbolRadiusPx };
  });
  return (x, y) =>
    sides.reduce(
      (most, { normal, offset }) => Math.max(most, normal[0] * x + normal[1] * y - offset),
      Number.NEGATIVE_INFINITY,
    );
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
    if (!map.hasImage(name))
      map.addImage(name, { width: sidePx, height: sidePx, data }, { sdf: true });
  }
}

function fromMiddle(px: number): number {
  return px + 0.5 - sidePx / 2;
}
