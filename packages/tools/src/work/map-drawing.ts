import type { LonLat } from "@emberline/geo";
import type { Change, MapRequest, Perimeter } from "@emberline/map";
import type { Packed } from "./packed.ts";

/** Detections as plain numbers: longitude, latitude, time, power; NaN if unknown. */
export interface PackedDetections {
  readonly length: number;
  /** All of the same length; the last one may have room left. */
  readonly blocks: readonly Float64Array[];
}

/** An outline on a map: a single geometry. */
export interface PackedPerimeter {
  readonly outline: Packed;
  readonly timeMs: number | null;
  readonly name: string | null;
  readonly change?: Perimeter["change"];
  /** Of a step of growth. */
  readonly areaKm2?: number | null;
}

/** A map to be laid out and drawn, in a form that can be sent to threads. */
export interface MapDrawing {
  readonly request: Omit<MapRequest, "layers">;
  readonly detections: PackedDetections;
  readonly changes: Readonly<Record<Change, PackedDetections>> | null;
  readonly growth: readonly PackedPerimeter[];
  readonly perimeters: readonly PackedPerimeter[];
  readonly staticSources: readonly LonLat[];
  readonly simulations: readonly LonLat[];
  /** One geometry each. */
  readonly shapes: readonly Packed[];
  /** If false, the map is laid out but not drawn. */
  readonly isDrawn: boolean;
}

/** A map after layout. */
export interface DrawnMap {
  /** How many detections it shows. */
  readonly detections: number;
  /** A sentence on what was left out and how; null if everything is shown. */
  readonly note: string | null;
  /** The SVG document; null if not wanted, or if drawing failed. */
  readonly svg: string | null;
}
