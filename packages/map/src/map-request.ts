import type { Box, Geometry, LonLat, MultiPolygon } from "@emberline/geo";
import type { Change } from "./symbols.ts";
import type { Theme, ThemeName } from "./theme.ts";

/** The area that a map is fitted to. Boxes and circles are outlined, an `extent` is not. */
export type MapArea =
  | { readonly kind: "box"; readonly box: Box }
  | { readonly kind: "extent"; readonly box: Box }
  | { readonly kind: "circle"; readonly center: LonLat; readonly radiusKm: number };

/** A warm pixel at an overpass. `frpMw`: fire radiative power in megawatts. */
export interface Detection {
  readonly position: LonLat;
  readonly timeMs: number | null;
  readonly frpMw: number | null;
}

/** Detections in any iterable form, such as an array. */
export interface Detections<Each extends Detection = Detection> extends Iterable<Each> {
  readonly length: number;
}

export interface Perimeter {
  readonly geometry: Geometry;
  readonly timeMs: number | null;
  readonly name: string | null;
  /** In a comparison: what became of the fire; `before` is the earlier outline of one that goes on. */
  readonly change?: Change | "before";
}

/** A fire's outline at one time of its growth. `areaKm2`: null if unknown. */
export interface GrowthStep {
  readonly geometry: Geometry;
  readonly timeMs: number | null;
  readonly areaKm2: number | null;
  readonly name: string | null;
}

/** A feature of another kind; `title` is its tooltip. */
export interface Shape {
  readonly geometry: Geometry;
  readonly title?: string;
}

/** Makes what is drawn at a geometry a link for pointers; a page must offer the same as text. */
export interface MapLink {
  readonly geometry: Geometry;
  readonly title: string;
  readonly href: string;
}

export interface MapPlace {
  readonly name: string;
  readonly position: LonLat;
  readonly population: number;
}

/** A named area to find one's way by. */
export interface Landmark {
  readonly kind: "park" | "range" | "county" | "region";
  readonly name: string;
  /** Wound by `woundForDrawing`. */
  readonly geometry: MultiPolygon;
}

/** The layers, from bottom to top. */
export interface MapLayers {
  readonly shapes?: readonly Shape[];
  /** The outlines of one fire, oldest first; at most as many as there are colours of growth. */
  readonly growth?: readonly GrowthStep[];
  readonly perimeters?: readonly Perimeter[];
  readonly staticSources?: readonly LonLat[];
  readonly detections?: Detections;
  /** Detections of a comparison, by what became of their cluster. */
  readonly changes?: Readonly<Record<Change, Detections>>;
  readonly simulations?: readonly LonLat[];
  /** Transparent, over the symbols of the other layers. */
  readonly links?: readonly MapLink[];
}

export interface MapRequest {
  /** Size of the whole picture, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture to a pixel of type and symbols; default 1. */
  readonly scale?: number;
  /** One of the map's themes, or colours of one's own in any form that SVG takes. */
  readonly theme?: ThemeName | Theme;
  /** By default the map is fitted to its features; without features it shows the world. */
  readonly area?: MapArea;
  readonly title: string;
  /** What is shown and when, as text under the title. */
  readonly period?: string;
  readonly layers: MapLayers;
  /** Reference time of ages, in milliseconds since 1970; default the newest drawn feature. */
  readonly asOfMs?: number;
  /** Lines under the map. */
  readonly notes?: readonly string[];
  /** A prominent warning, such as "Synthetic data". */
  readonly mark?: string;
  /** Data sources; those of the basemap are added. */
  readonly attribution?: readonly string[];
}
