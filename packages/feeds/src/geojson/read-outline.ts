import { geometryProblem, type MultiPolygon, type Polygon } from "@emberline/geo";
import { isRecord } from "./read-features.ts";

const minRingLength = 4;

/**
 * The outline in an untrusted feature: null if it has none, undefined if it is not valid. Rings
 * that rounding at the source has collapsed to fewer than four positions are left out.
 */
export function readOutline(value: unknown): Polygon | MultiPolygon | null | undefined {
  if (value === null || value === undefined) return null;
  if (!isRecord(value)) return undefined;
  const { type, coordinates } = value;
  if (type !== "Polygon" && type !== "MultiPolygon") return undefined;
  const listed: unknown = type === "Polygon" ? [coordinates] : coordinates;
  if (!Array.isArray(listed) || !listed.every(Array.isArray)) return undefined;
  const polygons = (listed as unknown[][])
    .filter(([outer]) => !isCollapsed(outer))
    .map((rings) => rings.filter((ring) => !isCollapsed(ring)));
  if (polygons.length === 0) return null;
  const geometry =
    polygons.length === 1
      ? { type: "Polygon", coordinates: polygons[0] }
      : { type: "MultiPolygon", coordinates: polygons };
  if (geometryProblem(geometry, { maxLongitude: 180 }) !== undefined) return undefined;
  return geometry as Polygon | MultiPolygon;
}

function isCollapsed(ring: unknown): boolean {
  return ring === undefined || (Array.isArray(ring) && ring.length < minRingLength);
}
