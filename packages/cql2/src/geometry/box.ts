import { type Box, cutBox, type Geometry, type Position } from "@emberline/geo";

/** A box as a geometry: two polygons across the antimeridian, a line or a point without area. */
export function boxToGeometry(box: Box): Geometry {
  const parts = cutBox(box).map(partToGeometry);
  const [only, ...others] = parts;
  if (only && others.length === 0) return only;
  return parts.every((part) => part.type === "Polygon")
    ? { type: "MultiPolygon", coordinates: parts.map((part) => part.coordinates) }
    : { type: "GeometryCollection", geometries: parts };
}

function partToGeometry([west, south, east, north]: Box): Geometry {
  const [a, b]: [Position, Position] = [
    [west, south],
    [east, north],
  ];
  if (west === east && south === north) return { type: "Point", coordinates: a };
  if (west === east || south === north) return { type: "LineString", coordinates: [a, b] };
  return { type: "Polygon", coordinates: [[a, [east, south], b, [west, north], a]] };
}
