import type { Theme } from "@emberline/map";
import { discScaleStops } from "@emberline/map-app/content/style";
import type { ExpressionSpecification, LayerSpecification, SourceSpecification } from "maplibre-gl";
import { emptyCollection } from "./ground-layers.ts";

/** Up to this zoom, dense detections are one disc with their number. */
const clusterMaxZoom = 6;
const clusterRadiusPx = 26;
const clusterMinPoints = 8;

/** Sources of what an answer has; all empty at first. Their features have their own style. */
export const dataSources: Readonly<Record<string, SourceSpecification>> = {
  shapes: { type: "geojson", data: emptyCollection },
  detections: {
    type: "geojson",
    data: emptyCollection,
    cluster: true,
    clusterMaxZoom,
    clusterRadius: clusterRadiusPx,
    clusterMinPoints,
    clusterProperties: { age: ["min", ["get", "age"]] },
  },
  /** Detections below the groups or changes of an answer, which say their numbers. */
  loose: { type: "geojson", data: emptyCollection },
  marks: { type: "geojson", data: emptyCollection },
  fires: { type: "geojson", data: emptyCollection },
  areas: { type: "geojson", data: emptyCollection },
  lit: { type: "geojson", data: emptyCollection },
};

/** The layers that pointers hit, the topmost first. */
export const clickable = [
  "symbols",
  "circles",
  "detections",
  "loose",
  "clusters",
  "shape-lines",
  "shapes",
];

const color: ExpressionSpecification = ["get", "color"];
const radius: ExpressionSpecification = ["get", "radiusPx"];
const as: ExpressionSpecification = ["get", "as"];
const isCircle: ExpressionSpecification = ["in", as, ["literal", ["ring", "bubble"]]];

/** Outlines, below all names. */
export function shapeLayers(theme: Theme): LayerSpecification[] {
  const isAsked: ExpressionSpecification = ["==", ["get", "kind"], "asked"];
  return [
    {
      id: "shapes",
      type: "fill",
      source: "shapes",
      filter: ["==", ["geometry-type"], "Polygon"],
      layout: { "fill-sort-key": ["get", "order"] },
      paint: { "fill-color": ["get", "fill"], "fill-opacity": ["get", "fillOpacity"] },
    },
    {
      id: "shape-lines",
      type: "line",
      source: "shapes",
      layout: { "line-join": "round", "line-sort-key": ["get", "order"] },
      paint: { "line-color": ["get", "line"], "line-width": ["get", "widthPx"] },
    },
    {
      id: "areas",
      type: "line",
      source: "areas",
      paint: {
        "line-color": ["case", isAsked, theme.area, theme.text],
        "line-width": ["case", isAsked, 1.5, 2],
        "line-dasharray": [4, 3],
      },
    },
  ];
}

/** Points, above all names. */
export function pointLayers(theme: Theme): LayerSpecification[] {
  const [smallZoom, small, largeZoom, large] = discScaleStops;
  const discs = (source: "detections" | "loose"): LayerSpecification => ({
    id: source,
    type: "circle",
    source,
    filter: ["!", ["has", "point_count"]],
    layout: { "circle-sort-key": ["get", "order"] },
    paint: {
      "circle-radius": [
        "interpolate",
        ["linear"],
        ["zoom"],
        smallZoom,
        ["*", small, radius],
        largeZoom,
        ["*", large, radius],
      ],
      "circle-color": color,
      "circle-stroke-width": 0.6,
      "circle-stroke-color": theme.detectionEdge,
    },
  });
  return [
    discs("loose"),
    discs("detections"),
    {
      id: "circles",
      type: "circle",
      source: "marks",
      filter: isCircle,
      paint: {
        "circle-radius": radius,
        "circle-color": color,
        "circle-opacity": ["match", as, "bubble", 0.25, 0],
        "circle-stroke-width": ["match", as, "bubble", 1.6, 2],
        "circle-stroke-color": color,
      },
    },
    {
      id: "symbols",
      type: "symbol",
      source: "marks",
      filter: ["!", isCircle],
      layout: {
        "icon-image": as,
        "icon-size": ["/", radius, symbolRadiusPx],
        "icon-allow-overlap": true,
        "icon-ignore-placement": true,
      },
      paint: { "icon-color": color, "icon-halo-color": theme.land, "icon-halo-width": 1.2 },
    },
    {
      id: "mark-counts",
      type: "symbol",
      source: "marks",
      filter: ["!=", ["get", "text"], ""],
      layout: {
        ...countText,
        "text-allow-overlap": false,
        "text-ignore-placement": false,
        "symbol-sort-key": ["-", 0, ["to-number", ["get", "text"]]],
        "text-field": ["get", "text"],
        "text-offset": ["case", isCircle, ["literal", [0, 0]], ["literal", [0, 1.4]]],
      },
      paint: {
        "text-color": theme.text,
        "text-halo-color": theme.land,
        "text-halo-width": 1.4,
      },
    },
    {
      id: "clusters",
      type: "circle",
      source: "detections",
      filter: ["has", "point_count"],
      paint: {
        "circle-radius": [
          "interpolate",
          ["linear"],
          ["sqrt", ["get", "point_count"]],
          2,
          9,
          40,
          24,
        ],
        "circle-color": byAge(theme.detections),
        "circle-opacity": 0.92,
        "circle-stroke-width": 1,
        "circle-stroke-color": theme.detectionEdge,
      },
    },
    {
      id: "cluster-counts",
      type: "symbol",
      source: "detections",
      filter: ["has", "point_count"],
      layout: { ...countText, "text-field": ["get", "point_count_abbreviated"] },
      paint: { "text-color": byAge(theme.detections.map(readableOn)) },
    },
    {
      id: "fire-names",
      type: "symbol",
      source: "fires",
      // On a map of the world, countries have the room.
      minzoom: 3,
      layout: {
        "text-font": ["sans-serif"],
        "text-size": 13,
        "text-field": ["get", "name"],
        "text-variable-anchor": ["bottom", "top", "left", "right"],
        // Beside the number of a cluster.
        "text-radial-offset": 1.5,
        "symbol-sort-key": ["get", "order"],
      },
      paint: {
        "text-color": theme.perimeters[0]!,
        "text-halo-color": theme.land,
        "text-halo-width": 1.6,
      },
    },
    {
      id: "lit-lines",
      type: "line",
      source: "lit",
      filter: ["!=", ["geometry-type"], "Point"],
      paint: { "line-color": theme.text, "line-width": 3 },
    },
    {
      id: "lit-rings",
      type: "circle",
      source: "lit",
      filter: ["==", ["geometry-type"], "Point"],
      paint: {
        "circle-radius": 11,
        "circle-opacity": 0,
        "circle-stroke-width": 3,
        "circle-stroke-color": theme.text,
      },
    },
  ];
}

/** The radius at which symbols are drawn for the map. */
export const symbolRadiusPx = 7;

const countText = {
  "text-font": ["sans-serif"],
  "text-size": 11.5,
  "text-allow-overlap": true,
  "text-ignore-placement": true,
};

/** The value of a step of age from 0 to 3. */
function byAge([a, b, c, d]: readonly string[]): ExpressionSpecification {
  return ["match", ["get", "age"], 0, a!, 1, b!, 2, c!, d!];
}

/** Black or white, whichever differs more in lightness. */
function readableOn(color: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 0.299 * red! + 0.587 * green! + 0.114 * blue! > 120 ? "#111111" : "#ffffff";
}
