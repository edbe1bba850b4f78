import {
  bboxOf,
  type Geometry,
  type MultiPolygon,
  type Position,
  polygonsOf,
} from "@emberline/geo";
import { simplify } from "@turf/simplify";
import { round } from "../values/text-numbers.ts";
import { arealKm2, planarArea } from "./shapes.ts";

/** Detail of line and polygon geometries, in addition to bbox, area and inner point. */
export type GeometryDetail = "none" | "simplified" | "full";

/** In answers with simplified shapes. */
export const simplifiedNotice =
  "Shapes are simplified: the area is kept within 1 %, the smallest parts and holes are left out.";

/** Maximum relative change of the area. */
const areaShare = 0.01;
/** Maximum share of the area that omitted parts and holes may have together. */
const speckShare = 0.005;

/** Tolerances in degrees, from the coarsest (about 2 km) in small steps down to 1 m. */
const coarsestDeg = 0.02;
const finestDeg = 0.00001;
const stepRatio = 1.3;
/** A tolerance larger than this share of the shape's larger side would change its form. */
const sideShare = 0.08;

/**
 * The coarsest simplification (Douglas and Peucker 1973) of the parts that matter that keeps the
 * area within 1 %; the geometry itself if no simplification does. Points stay unchanged.
 */
export function* simplifySteps(
  geometry: Geometry,
  measureArea: (geometry: Geometry) => Generator<undefined, number | null>,
): Generator<undefined, Geometry> {
  const area = yield* measureArea(geometry);
  const [west, south, east, north] = bboxOf(geometry) ?? [0, 0, 0, 0];
  if (area === null || area === 0 || east < west) return geometry;
  const whole = withoutSpecks(geometry);
  const side = Math.max(east - west, north - south);
  const plainArea = arealKm2(whole) ?? area;
  function* fits(simpler: Geometry): Generator<undefined, boolean> {
    yield;
    // If the area is far off, repair would not help.
    if (Math.abs((arealKm2(simpler) ?? 0) - plainArea) > plainArea * areaShare * 8) return false;
    return Math.abs(((yield* measureArea(simpler)) ?? 0) - area!) <= area! * areaShare;
  }
  for (
    let tolerance = Math.min(coarsestDeg, side * sideShare);
    tolerance > finestDeg;
    tolerance /= stepRatio
  ) {
    const simpler = attempt(whole, tolerance);
    for (const decimals of decimalsAt(tolerance)) {
      const short = simpler && rounded(simpler, decimals);
      if (short && (yield* fits(short))) return short;
    }
  }
  return geometry;
}

/** Null if a ring would have fewer than four positions. */
function attempt(geometry: MultiPolygon, tolerance: number): MultiPolygon | null {
  try {
    return simplify(geometry, { tolerance, highQuality: true });
  } catch {
    return null;
  }
}

/** Numbers of decimals that suit a tolerance in degrees, fewest first. */
function decimalsAt(tolerance: number): number[] {
  return [3, 4, 5].filter((decimals) => {
    const detail = 10 ** -decimals;
    return detail <= tolerance * 1.7 && detail >= tolerance / 30;
  });
}

/** Omits the smallest parts and holes as long as their total area is negligible. */
function withoutSpecks(geometry: Geometry): MultiPolygon {
  const polygons = polygonsOf(geometry);
  const rings = polygons.flatMap((polygon) =>
    polygon.map((ring) => ({ ring, size: planarArea(ring) })),
  );
  const total = rings.reduce((sum, { size }) => sum + size, 0);
  const specks = new Set<Position[]>();
  let dropped = 0;
  for (const { ring, size } of rings.sort((a, b) => a.size - b.size)) {
    dropped += size;
    if (dropped > total * speckShare) break;
    specks.add(ring);
  }
  const coordinates = polygons
    .filter(([outer]) => !specks.has(outer!))
    .map((polygon) => polygon.filter((ring) => !specks.has(ring)));
  return { type: "MultiPolygon", coordinates };
}

/** Rounds coordinates; parts and holes that collapse are left out. */
function rounded({ coordinates }: MultiPolygon, decimals: number): Geometry {
  const polygons = coordinates
    .map((rings) => rings.map((ring) => ring.map((each) => roundPosition(each, decimals))))
    .filter(([outer]) => planarArea(outer!) > 0)
    .map(([outer, ...holes]) => [outer!, ...holes.filter((hole) => planarArea(hole) > 0)]);
  const [only, ...others] = polygons;
  return only && others.length === 0
    ? { type: "Polygon", coordinates: only }
    : { type: "MultiPolygon", coordinates: polygons };
}

function roundPosition([lon, lat]: Position, decimals: number): Position {
  return [round(lon, decimals), round(lat, decimals)];
}
