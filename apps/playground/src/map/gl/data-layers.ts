import { strengthRadiiPx, type Theme } from "@emberline/map";
import type { ExpressionSpecification, LayerSpecification, SourceSpecification } from "maplibre-gl";
import { changeColor } from "../content/layers.ts";
import { emptyCollection } from "./ground-layers.ts";

/** Up to this zoom, dense detections are one disc with their number. */
const clusterMaxZoom = 6;
const clusterRadiusPx = 26;
const clusterMinPoints = 8;

/** Sources of what an answer has; all empty at first. */
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
  areas: { type: "geojson", data: emptyCollection },
  lit: { type: "geojson", data: emptyCollection },
};

/** The layers that pointers hit, the topmost first. */
export const clickable = [
  "changes",
  "groups",
  "rings",
  "symbols",
  "detections",
  "loose",
  "clusters",
  "shape-lines",
  "shapes",
];

/** Outlines, below all names. */
export function shapeLayers(theme: Theme): LayerSpecification[] {
  const perimeter = byAge(theme.perimeters);
  const kind: ExpressionSpecification = ["get", "kind"];
  const color: ExpressionSpecification = [
    "match",
    kind,
    ["newest", "older"],
    perimeter,
    theme.shape,
  ];
  return [
    {
      id: "shapes",
      type: "fill",
      source: "shapes",
      filter: ["==", ["geometry-type"], "Polygon"],
      paint: {
        "fill-color": ["match", kind, "newest", theme.perimeterFill, theme.shape],
        "fill-opacity": [
          "match",
          kind,
          "newest",
          0.28,
          "group",
          ["+", 0.06, ["*", 0.5, ["sqrt", ["get", "share"]]]],
          "other",
          0.15,
          0,
        ],
      },
    },
    {
      id: "shape-lines",
      type: "line",
      source: "shapes",
      layout: {
        "line-join": "round",
        "line-sort-key": ["match", kind, "newest", 1, 0],
      },
      paint: { "line-color": color, "line-width": ["match", kind, "newest", 1.6, 0.9] },
    },
    {
      id: "areas",
      type: "line",
      source: "areas",
      paint: {
        "line-color": ["match", ["get", "kind"], "asked", theme.area, theme.text],
        "line-width": ["match", ["get", "kind"], "asked", 1.5, 2],
        "line-dasharray": [4, 3],
      },
    },
  ];
}

/** Points, above all names. */
export function pointLayers(theme: Theme): LayerSpecification[] {
  const detection = byAge(theme.detections);
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
        8,
        byStep("strength", strengthRadiiPx),
        13,
        byStep(
          "strength",
          strengthRadiiPx.map((each) => each * 1.8),
        ),
      ],
      "circle-color": detection,
      "circle-stroke-width": 0.6,
      "circle-stroke-color": theme.detectionEdge,
    },
  });
  return [
    discs("loose"),
    discs("detections"),
    {
      id: "symbols",
      type: "symbol",
      source: "marks",
      filter: ["in", ["get", "kind"], ["literal", ["source", "place"]]],
      layout: {
        "icon-image": ["match", ["get", "kind"], "place", "diamond", "square"],
        "icon-size": ["match", ["get", "kind"], "place", 0.6, 0.75],
        "icon-allow-overlap": true,
        "icon-ignore-placement": true,
      },
      paint: {
        "icon-color": ["match", ["get", "kind"], "place", theme.shape, theme.staticSource],
        "icon-halo-color": theme.land,
        "icon-halo-width": 1,
      },
    },
    {
      id: "rings",
      type: "circle",
      source: "marks",
      filter: ["==", ["get", "kind"], "simulation"],
      paint: {
        "circle-radius": 6,
        "circle-opacity": 0,
        "circle-stroke-width": 2,
        "circle-stroke-color": theme.simulation,
      },
    },
    {
      id: "groups",
      type: "circle",
      source: "marks",
      filter: ["==", ["get", "kind"], "group"],
      paint: {
        "circle-radius": groupRadius,
        "circle-color": theme.shape,
        "circle-opacity": 0.25,
        "circle-stroke-width": 1.6,
        "circle-stroke-color": theme.shape,
      },
    },
    {
      id: "changes",
      type: "symbol",
      source: "marks",
      filter: ["==", ["get", "kind"], "change"],
      layout: {
        "icon-image": ["match", ["get", "change"], "new", "up", "ended", "down", "diamond"],
        "icon-size": ["+", 0.9, ["*", 0.7, ["sqrt", ["get", "share"]]]],
        "icon-allow-overlap": true,
        "icon-ignore-placement": true,
      },
      paint: {
        "icon-color": [
          "match",
          ["get", "change"],
          "new",
          changeColor("new", theme),
          "ended",
          changeColor("ended", theme),
          changeColor("continuing", theme),
        ],
        "icon-halo-color": theme.paper,
        "icon-halo-width": 1.5,
      },
    },
    {
      id: "mark-counts",
      type: "symbol",
      source: "marks",
      filter: [
        "all",
        ["in", ["get", "kind"], ["literal", ["group", "change"]]],
        [">", ["coalesce", ["get", "count"], 0], 0],
      ],
      layout: {
        ...countText,
        "text-allow-overlap": false,
        "text-ignore-placement": false,
        "symbol-sort-key": ["-", 0, ["get", "count"]],
        "text-field": ["to-string", ["get", "count"]],
        "text-offset": [
          "match",
          ["get", "kind"],
          "change",
          ["literal", [0, 1.4]],
          ["literal", [0, 0]],
        ],
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
        "circle-color": detection,
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

const groupRadius: ExpressionSpecification = ["+", 6, ["*", 14, ["sqrt", ["get", "share"]]]];

const countText = {
  "text-font": ["sans-serif"],
  "text-size": 11.5,
  "text-allow-overlap": true,
  "text-ignore-placement": true,
};

function byAge(colors: readonly string[]): ExpressionSpecification {
  return byStep("age", colors);
}

/** The value of a step from 0 to 3. */
function byStep(name: string, [a, b, c, d]: readonly (string | number)[]): ExpressionSpecification {
  return ["match", ["get", name], 0, a!, 1, b!, 2, c!, d!];
}

/** Black or white, whichever differs more in lightness. */
function readableOn(color: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 0.299 * red! + 0.587 * green! + 0.114 * blue! > 120 ? "#111111" : "#ffffff";
}
