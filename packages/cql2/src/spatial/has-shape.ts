import type { Geometry, Position } from "@emberline/geo";

/**
 * Whether a geometry has a shape in the plane, as JSTS requires: lines of two positions, closed
 * rings of four. Unlike RFC 7946, it ignores heights and checks only the ends of rings, since it
 * runs for every feature.
 */
export function hasShape(geometry: Geometry): boolean {
  switch (geometry.type) {
    case "LineString":
      return isLine(geometry.coordinates);
    case "MultiLineString":
      return geometry.coordinates.every(isLine);
    case "Polygon":
      return geometry.coordinates.every(isRing);
    case "MultiPolygon":
      return geometry.coordinates.every((rings) => rings.every(isRing));
    case "GeometryCollection":
      return geometry.geometries.every(hasShape);
    default:
      return true;
  }
}

function isLine(line: readonly Position[]): boolean {
  return line.length >= 2;
}

function isRing(ring: readonly Position[]): boolean {
  const [first, last] = [ring[0], ring.at(-1)];
  return ring.length >= 4 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
}
