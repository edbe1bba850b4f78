import type { Geometry } from "@emberline/geo";
import { arealKm2 } from "./shapes.ts";

/** Measures what is areal in a geometry, in km² on the WGS 84 ellipsoid; null where nothing is. */
export type AreaMeasure = (geometry: Geometry) => number | null;

/**
 * The measureArea of areas. Invalid polygons are measured by a repaired copy
 * (decisions, row 25); what repairs them is loaded on first use, being the
 * heaviest part of the program.
 */
export async function loadAreaMeasure(): Promise<AreaMeasure> {
  const { repairGeometry } = await import("@emberline/cql2/spatial");
  return (geometry) => arealKm2(repairGeometry(geometry));
}
