import type { LonLat } from "@emberline/geo";
import type { MapRequest } from "@emberline/map";
import type { Packed } from "./packed.ts";

/** Detections as plain numbers: longitude, latitude, time, power; NaN for what is not known. */
export interface PackedDetections {
  readonly length: number;
  /** May have room for more. */
  readonly values: Float64Array;
}

/** An outline on a map; one geometry. */
export interface PackedPerimeter {
  readonly outline: Packed;
  readonly timeMs: number | null;
  readonly name: string | null;
}

/** A map to be laid out and drawn, in a form that threads can be given. */
export interface MapDrawing {
  readonly request: Omit<MapRequest, "layers">;
  readonly detections: PackedDetections;
  readonly perimeters: readonly PackedPerimeter[];
  readonly staticSources: readonly LonLat[];
  readonly simulations: readonly LonLat[];
  /** One geometry each. */
  readonly shapes: readonly Packed[];
  /** Without a drawing only the layout is settled. */
  readonly isDrawn: boolean;
}

/** A map as it was laid out. */
export interface DrawnMap {
  /** How many detections it shows. */
  readonly detections: number;
  /** A sentence on what was left out and how; null where all are shown. */
  readonly note: string | null;
  /** The SVG document; null where none was wanted, or drawing failed. */
  readonly svg: string | null;
}
