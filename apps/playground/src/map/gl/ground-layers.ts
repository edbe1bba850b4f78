import type {
  ExpressionSpecification,
  LayerSpecification,
  SymbolLayerSpecification,
} from "maplibre-gl";
import type { Palette } from "../palette.ts";

/** Exceeds the number of names. */
const all = 1000;

/** Land, borders and names, below the layers of an answer. */
export function groundLayers(palette: Palette): LayerSpecification[] {
  return [
    { id: "land", type: "fill", source: "land", paint: { "fill-color": palette.land } },
    {
      id: "coasts",
      type: "line",
      source: "coasts",
      paint: { "line-color": palette.coast, "line-width": 0.8 },
    },
    {
      id: "states",
      type: "line",
      source: "states",
      minzoom: 3,
      paint: { "line-color": palette.coast, "line-width": 0.6, "line-dasharray": [4, 3] },
    },
    {
      id: "borders",
      type: "line",
      source: "borders",
      paint: { "line-color": palette.coast, "line-width": 1 },
    },
    names("stateNames", palette, { sizePx: 11, most: ["step", ["zoom"], 0, 4, 25, 5, all] }),
    names("countryNames", palette, {
      sizePx: 12.5,
      most: ["step", ["zoom"], 15, 2, 50, 3, 120, 4, all],
    }),
  ];
}

/** @param most how many names a zoom level shows, largest areas first */
function names(
  source: "countryNames" | "stateNames",
  palette: Palette,
  { sizePx, most }: { sizePx: number; most: ExpressionSpecification },
): SymbolLayerSpecification {
  return {
    id: source,
    type: "symbol",
    source,
    filter: ["<", ["get", "rank"], most],
    layout: {
      "text-field": ["get", "name"],
      "text-font": ["sans-serif"],
      "text-size": sizePx,
      "text-padding": 6,
      "symbol-sort-key": ["get", "rank"],
    },
    paint: {
      "text-color": palette.name,
      "text-halo-color": palette.halo,
      "text-halo-width": 1.2,
    },
  };
}
