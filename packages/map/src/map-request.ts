import type { Box, Geometry, LonLat } from "@emberline/geo";

/** What a map shows and is fitted to. The outline of a `box` or `circle` is drawn, that of an `extent` is not. */
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

/** Any number of detections; an array is one. */
export interface Detections extends Iterable<Detection> {
  readonly length: number;
}

export interface Perimeter {
  readonly geometry: Geometry;
  readonly timeMs: number | null;
  readonly name: string | null;
}

/** A feature of no known kind; `href` makes it a link, `title` what a pointer over it shows. */
export interface Shape {
  readonly geometry: Geometry;
  readonly title?: string;
  readonly href?: string;
}

export interface Place {
  readonly name: string;
  readonly position: LonLat;
  readonly population: number;
}

/** What is drawn, from the lowest to the topmost. */
export interface MapLayers {
  readonly shapes?: readonly Shape[];
  readonly perimeters?: readonly Perimeter[];
  readonly staticSources?: readonly LonLat[];
  readonly detections?: Detections;
  readonly simulations?: readonly LonLat[];
}

export type ThemeName = "light" | "dark";

export interface MapRequest {
  /** Of the whole picture, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly theme?: ThemeName;
  /** Without one the map is fitted to what is drawn, and shows the world where nothing is. */
  readonly area?: MapArea;
  readonly title: string;
  /** The time that is shown, as words. */
  readonly period?: string;
  readonly layers: MapLayers;
  /** What the age of detections and perimeters is counted from: milliseconds since 1970; default the newest drawn. */
  readonly asOfMs?: number;
  /** Lines under the map. */
  readonly notes?: readonly string[];
  /** A warning that stands out, such as "Synthetic data". */
  readonly mark?: string;
  /** Sources of the data; that of the basemap is added. */
  readonly attribution?: readonly string[];
}
