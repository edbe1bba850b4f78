import type { Theme } from "@emberline/map";
import type { FeatureCollection } from "geojson";
import type {
  ExpressionSpecification,
  LayerSpecification,
  SourceSpecification,
  SymbolLayerSpecification,
} from "maplibre-gl";

/** The vector tiles of the server, and the graticule. */
export function groundSources(origin: string): Record<string, SourceSpecification> {
  const tiles = (set: string) => [`${origin}/basemap/${set}/{z}/{x}/{y}`];
  return {
    ground: { type: "vector", tiles: tiles("ground"), maxzoom: 6 },
    names: { type: "vector", tiles: tiles("names"), maxzoom: 7 },
    graticule: { type: "geojson", data: emptyCollection },
  };
}

/** Land, water and borders, below everything. */
export function groundLayers(theme: Theme): LayerSpecification[] {
  const line = (
    layer: string,
    color: string,
    width: number,
    more: { minzoom?: number; maxzoom?: number; dash?: number[] } = {},
  ): LayerSpecification => ({
    id: layer,
    type: "line",
    source: "ground",
    "source-layer": layer,
    ...(more.minzoom !== undefined && { minzoom: more.minzoom }),
    ...(more.maxzoom !== undefined && { maxzoom: more.maxzoom }),
    layout: { "line-join": "round" },
    paint: {
      "line-color": color,
      "line-width": width,
      ...(more.dash && { "line-dasharray": more.dash }),
    },
  });
  return [
    { id: "sea", type: "background", paint: { "background-color": theme.sea } },
    {
      id: "land",
      type: "fill",
      source: "ground",
      "source-layer": "land",
      paint: { "fill-color": theme.land, "fill-antialias": false },
    },
    {
      id: "parks",
      type: "fill",
      source: "ground",
      "source-layer": "parks",
      paint: { "fill-color": theme.park },
    },
    {
      id: "lakes",
      type: "fill",
      source: "ground",
      "source-layer": "lakes",
      paint: { "fill-color": theme.water, "fill-outline-color": theme.coast },
    },
    // Generalised at 1:50 and 1:10 million, they would look wrong any closer.
    line("rivers", theme.river, 1, { minzoom: 3, maxzoom: 9.5 }),
    line("counties", theme.countyBorder, 0.8, { minzoom: 6.5 }),
    line("roads", theme.road, 1.2, { minzoom: 5.5, maxzoom: 10 }),
    {
      id: "graticule",
      type: "line",
      source: "graticule",
      paint: {
        "line-color": theme.graticule,
        "line-width": 0.7,
        "line-dasharray": [4, 4],
      },
    },
    line("coasts", theme.coast, 0.8),
    line("states", theme.stateBorder, 0.8, { minzoom: 3, dash: [3, 2] }),
    line("borders", theme.border, 1),
  ];
}

/** From the largest areas to towns. */
export const nameLayerIds = [
  "countries-names",
  "states-names",
  "ranges-names",
  "parks-names",
  "counties-names",
  "place-names",
];

/** Names of towns, states, provinces and countries: none overlaps another, the last come first. */
export function nameLayers(theme: Theme): LayerSpecification[] {
  return [
    {
      id: "place-names",
      type: "symbol",
      source: "names",
      "source-layer": "places",
      filter: ["<=", ["get", "z"], ["zoom"]],
      layout: {
        // Discs are detections.
        "icon-image": "square",
        "icon-size": 0.3,
        "icon-optional": false,
        "text-field": ["get", "name"],
        "text-font": ["sans-serif"],
        "text-size": ["interpolate", ["linear"], ["get", "people"], 5000, 11, 1_000_000, 13.5],
        "text-variable-anchor": ["left", "right", "top", "bottom"],
        "text-radial-offset": 0.5,
        "text-justify": "auto",
        "text-padding": 4,
        "symbol-sort-key": ["-", 0, ["get", "people"]],
      },
      paint: {
        "icon-color": theme.text,
        "icon-halo-color": theme.land,
        "icon-halo-width": 1,
        ...textPaint(theme.text, theme),
      },
    },
    {
      ...area("counties", theme),
      layout: { ...areaLayout(10.5), "text-letter-spacing": 0.05 },
    },
    {
      ...area("parks", theme),
      layout: areaLayout(11),
      paint: textPaint(theme.parkText, theme),
    },
    {
      ...area("ranges", theme),
      layout: { ...areaLayout(11), "text-transform": "uppercase", "text-letter-spacing": 0.18 },
    },
    {
      ...area("countries", theme),
      layout: { ...areaLayout(13), "text-transform": "uppercase", "text-letter-spacing": 0.08 },
    },
    { ...area("states", theme), layout: areaLayout(11.5) },
  ];
}

type AreaName = "countries" | "states" | "ranges" | "parks" | "counties";

function area(layer: AreaName, theme: Theme): SymbolLayerSpecification {
  return {
    id: `${layer}-names`,
    type: "symbol",
    source: "names",
    "source-layer": layer,
    filter: [
      "all",
      ["<=", ["get", "z"], ["zoom"]],
      [">", ["get", "last"], ["zoom"]],
    ] as ExpressionSpecification,
    paint: textPaint(theme.faintText, theme),
  };
}

function areaLayout(sizePx: number): NonNullable<SymbolLayerSpecification["layout"]> {
  return {
    "text-field": ["get", "name"],
    "text-font": ["sans-serif"],
    "text-size": sizePx,
    "text-max-width": 8,
    "text-padding": 6,
    "symbol-sort-key": ["-", 0, ["get", "size"]],
  };
}

function textPaint(color: string, theme: Theme) {
  return {
    "text-color": color,
    "text-halo-color": theme.land,
    "text-halo-width": 1.4,
  } as const;
}

export const emptyCollection: FeatureCollection = { type: "FeatureCollection", features: [] };
