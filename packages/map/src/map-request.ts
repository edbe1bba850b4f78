import type { Box, Geometry, LonLat } from "@emberline/geo";
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

/** The layers, from bottom to top. */
export interface MapLayers {
  readonly shapes?: readonly Shape[];
  readonly perimeters?: readonly Perimeter[];
  readonly staticSources?: readonly LonLat[];
  readonly detections?: Detections;
  readonly simulations?: readonly LonLat[];
  /** Transparent, over the symbols of the other layers. */
  readonly links?: readonly MapLink[];
}

export interface MapRequest {
  /** Size of the whole picture, in pixels. */
  readonly width: number;
  readonly height: number;
  /** One of the map's themes, or colours of one's own in any form that SVG takes. */
  readonly theme?: ThemeName | Theme;
  /** By default the map is fitted to its features; without features it shows the world. */
  readonly area?: MapArea;
  readonly title: string;
  /** The period shown, as text. */
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
