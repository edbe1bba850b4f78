/** The number of classes of age and of strength. */
export const ageSteps = 4;

export type ThemeName = "light" | "dark";

/** The colours of one map. Symbols also differ in shape, so that colour is never the only cue. */
export interface Theme {
  readonly paper: string;
  readonly text: string;
  readonly faintText: string;
  readonly sea: string;
  readonly land: string;
  readonly coast: string;
  readonly border: string;
  readonly stateBorder: string;
  readonly countyBorder: string;
  readonly water: string;
  readonly river: string;
  readonly road: string;
  readonly park: string;
  readonly parkText: string;
  readonly graticule: string;
  readonly frame: string;
  /** Detections, newest first. */
  readonly detections: readonly string[];
  readonly detectionEdge: string;
  /** Outlines of perimeters, newest first, and their fills. */
  readonly perimeters: readonly string[];
  readonly perimeterFill: string;
  /** Steps of a fire's growth, oldest first. */
  readonly growth: readonly string[];
  readonly staticSource: string;
  readonly simulation: string;
  readonly shape: string;
  readonly area: string;
  readonly mark: string;
  readonly markText: string;
}

/**
 * Detections: ColorBrewer 2.0 "YlOrRd" (Brewer and Harrower), a sequential scheme whose steps
 * differ in lightness alone; the dark theme lightens its reds. Growth: the six classes of that
 * scheme, from light to strong; in the dark theme from dim to bright. Static sources: blue of Okabe and
 * Ito 2008; in the dark theme, cyan of P. Tol's "bright" scheme (SRON/EPS/TN/09-002). Simulations:
 * purple of that scheme. People with protanopia, deuteranopia or tritanopia can tell all of them
 * apart.
 */
export const themes: Readonly<Record<ThemeName, Theme>> = {
  light: {
    paper: "#ffffff",
    text: "#1f2933",
    faintText: "#52606d",
    sea: "#dce8ef",
    land: "#f6f4ee",
    coast: "#8fa3b0",
    border: "#8d8578",
    stateBorder: "#a89f90",
    countyBorder: "#d6d0c3",
    water: "#cfe0ea",
    river: "#a9c6d8",
    road: "#dccfae",
    park: "#e3ecd6",
    parkText: "#3f5f2c",
    graticule: "#b9c7d0",
    frame: "#7b8794",
    detections: ["#800026", "#e31a1c", "#fd8d3c", "#fed976"],
    detectionEdge: "#3d0c02",
    perimeters: ["#1a1a1a", "#4d4d4d", "#737373", "#8c8c8c"],
    perimeterFill: "#5b4636",
    growth: ["#ffffb2", "#fed976", "#feb24c", "#fd8d3c", "#f03b20", "#bd0026"],
    staticSource: "#0072b2",
    simulation: "#aa3377",
    shape: "#b34700",
    area: "#52606d",
    mark: "#1f2933",
    markText: "#ffffff",
  },
  dark: {
    paper: "#151a1f",
    text: "#e8edf1",
    faintText: "#a3b1bd",
    sea: "#101c27",
    land: "#333b41",
    coast: "#7890a1",
    border: "#86888a",
    stateBorder: "#737d85",
    countyBorder: "#4a535a",
    water: "#16293a",
    river: "#3f5d75",
    road: "#57503f",
    park: "#34433a",
    parkText: "#b5cfa6",
    graticule: "#465663",
    frame: "#5c6f7d",
    detections: ["#ffffcc", "#fecc5c", "#f9802d", "#f04a3a"],
    detectionEdge: "#0d0500",
    perimeters: ["#ffffff", "#cfcfcf", "#a6a6a6", "#8c8c8c"],
    perimeterFill: "#d8c3ae",
    growth: ["#7d1712", "#b32c1e", "#e0512b", "#f9802d", "#fdbb52", "#ffffb2"],
    staticSource: "#66ccee",
    simulation: "#ee88bb",
    shape: "#ff9d5c",
    area: "#a3b1bd",
    mark: "#e8edf1",
    markText: "#151a1f",
  },
};
