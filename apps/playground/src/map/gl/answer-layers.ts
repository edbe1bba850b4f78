import type { ExpressionSpecification, LayerSpecification } from "maplibre-gl";
import type { MapFeature } from "../features.ts";
import type { Palette } from "../palette.ts";
import type { Mark } from "./answer-source.ts";
import { squareImage } from "./square.ts";

/** The clickable layers. */
export const clickable = ["boxes", "shapes", "shape-lines", "discs", "rings", "squares"];

/** The layers of an answer, areas below points. */
export function answerLayers(palette: Palette): LayerSpecification[] {
  const tone = toneColour(palette);
  const source = "answer";
  return [
    {
      id: "boxes",
      type: "fill",
      source,
      filter: isKind("box"),
      paint: { "fill-color": tone, "fill-opacity": ["*", 0.6, ["sqrt", ["get", "share"]]] },
    },
    {
      id: "box-lines",
      type: "line",
      source,
      filter: isKind("box"),
      paint: { "line-color": tone, "line-width": 1.2 },
    },
    {
      id: "shapes",
      type: "fill",
      source,
      filter: ["all", isKind("shape"), ["==", ["geometry-type"], "Polygon"]],
      paint: { "fill-color": tone, "fill-opacity": 0.1 },
    },
    {
      id: "shape-lines",
      type: "line",
      source,
      filter: isKind("shape"),
      paint: { "line-color": tone, "line-width": 2 },
    },
    {
      id: "area",
      type: "line",
      source,
      filter: isKind("area"),
      paint: { "line-color": palette.area, "line-width": 1.5, "line-dasharray": [4, 3] },
    },
    {
      id: "center",
      type: "circle",
      source,
      filter: isKind("center"),
      paint: {
        "circle-radius": ["get", "radius"],
        "circle-color": tone,
        "circle-stroke-width": 1,
        "circle-stroke-color": palette.halo,
      },
    },
    {
      id: "discs",
      type: "circle",
      source,
      filter: isMark("disc"),
      layout: { "circle-sort-key": ["get", "order"] },
      paint: {
        "circle-radius": ["get", "radius"],
        "circle-color": tone,
        "circle-opacity": 0.8,
        "circle-stroke-width": 1,
        "circle-stroke-color": palette.edge,
      },
    },
    {
      id: "squares",
      type: "symbol",
      source,
      filter: isMark("square"),
      layout: { "icon-image": squareImage, "icon-allow-overlap": true },
      paint: {
        "icon-color": tone,
        "icon-halo-color": palette.halo,
        "icon-halo-width": 1,
      },
    },
    {
      id: "rings",
      type: "circle",
      source,
      filter: isMark("ring"),
      paint: {
        "circle-radius": ["+", 2, ["get", "radius"]],
        "circle-opacity": 0,
        "circle-stroke-width": 2.5,
        "circle-stroke-color": tone,
      },
    },
  ];
}

function toneColour(palette: Palette): ExpressionSpecification {
  const { place, ...others } = palette;
  const cases = Object.entries(others).flat();
  return ["match", ["get", "tone"], ...cases, place] as unknown as ExpressionSpecification;
}

function isKind(kind: MapFeature["kind"]): ExpressionSpecification {
  return ["==", ["get", "kind"], kind];
}

function isMark(mark: Mark): ExpressionSpecification {
  return ["all", isKind("point"), ["==", ["get", "mark"], mark]];
}
