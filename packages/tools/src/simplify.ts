import type { Geometry, Position } from "@emberline/core";
import { simplify } from "@turf/simplify";
import { arealKm2 } from "./geometry.ts";
import { round } from "./rows.ts";

/** How much of a geometry that is no point is given beside its bbox, area and inner point. */
export type GeometryDetail = "none" | "simplified" | "full";

/** Tolerances in degrees, coarsest first: about 1 km down to 1 m. */
const tolerances = [
  0.01, 0.007, 0.005, 0.003, 0.002, 0.0014, 0.001, 0.0007, 0.0005, 0.0003, 0.0002, 0.00014, 0.0001,
  0.00005, 0.00002, 0.00001,
];

/** A shape as it was asked for, as a GeoJSON geometry; null where none is wanted. */
export function shapeOf(
  geometry: Geometry,
  detail: GeometryDetail,
): Record<string, unknown> | null {
  if (detail === "none") return null;
  return { ...(detail === "simplified" ? simplifyWithinOnePercent(geometry) : geometry) };
}

/**
 * The coarsest simplification (Douglas and Peucker 1973), its coordinates with
 * five decimals, that keeps the area within 1 %; the geometry itself where none
 * does. Points stay as they are.
 */
function simplifyWithinOnePercent(geometry: Geometry): Geometry {
  const area = arealKm2(geometry);
  if (geometry.type === "Point" || geometry.type === "MultiPoint") return geometry;
  for (const tolerance of tolerances) {
    try {
      const simpler = rounded(simplify(geometry, { tolerance, highQuality: true }) as Geometry);
      const change =
        area === null || area === 0 ? 0 : Math.abs((arealKm2(simpler) ?? 0) - area) / area;
      if (change <= 0.01) return simpler;
    } catch {
      // Rings of fewer than four positions cannot be simplified: try a finer tolerance.
    }
  }
  return geometry;
}

function rounded(geometry: Geometry): Geometry {
  if (geometry.type === "GeometryCollection")
    return { type: geometry.type, geometries: geometry.geometries.map(rounded) };
  return { type: geometry.type, coordinates: roundAll(geometry.coordinates) } as Geometry;
}

type Nested = Position | readonly Nested[];

function roundAll(coordinates: Nested): unknown {
  return coordinates.map((each) => (typeof each === "number" ? round(each, 5) : roundAll(each)));
}
