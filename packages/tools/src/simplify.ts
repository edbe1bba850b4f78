import type { Geometry } from "@emberline/core";
import { simplify } from "@turf/simplify";
import { arealKm2 } from "./geometry.ts";

/** Tolerances in degrees, coarsest first: about 1 km down to 1 m. */
const tolerances = [0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001, 0.00005, 0.00002, 0.00001];

/**
 * The coarsest simplification (Douglas and Peucker 1973) that keeps the area
 * within 1 %; the geometry itself where none does. Points stay as they are.
 */
export function simplifyWithinOnePercent(geometry: Geometry): Geometry {
  const area = arealKm2(geometry);
  if (geometry.type === "Point" || geometry.type === "MultiPoint") return geometry;
  for (const tolerance of tolerances) {
    try {
      const simpler = simplify(geometry, { tolerance, highQuality: true }) as Geometry;
      const change =
        area === null || area === 0 ? 0 : Math.abs((arealKm2(simpler) ?? 0) - area) / area;
      if (change <= 0.01) return simpler;
    } catch {
      // Rings of fewer than four positions cannot be simplified: try a finer tolerance.
    }
  }
  return geometry;
}
