import type { Geometry, Position } from "./geojson.ts";

/** Calls `visit` with every position of a geometry, in order. */
export function eachPosition(geometry: Geometry, visit: (position: Position) => void): void {
  switch (geometry.type) {
    case "Point":
      visit(geometry.coordinates);
      break;
    case "MultiPoint":
    case "LineString":
      for (const position of geometry.coordinates) visit(position);
      break;
    case "MultiLineString":
    case "Polygon":
      for (const line of geometry.coordinates) for (const position of line) visit(position);
      break;
    case "MultiPolygon":
      for (const rings of geometry.coordinates) {
        for (const ring of rings) for (const position of ring) visit(position);
      }
      break;
    case "GeometryCollection":
      for (const member of geometry.geometries) eachPosition(member, visit);
  }
}

/** Every position of a geometry, in order; the first of a ring is repeated as its last. */
export function positionsOf(geometry: Geometry): Position[] {
  const positions: Position[] = [];
  eachPosition(geometry, (position) => positions.push(position));
  return positions;
}

/** The lines, rings and single positions that a geometry consists of, in order. */
export function pathsOf(geometry: Geometry): Position[][] {
  switch (geometry.type) {
    case "Point":
      return [[geometry.coordinates]];
    case "MultiPoint":
      return geometry.coordinates.map((position) => [position]);
    case "LineString":
      return [geometry.coordinates];
    case "MultiLineString":
    case "Polygon":
      return geometry.coordinates;
    case "MultiPolygon":
      return geometry.coordinates.flat();
    case "GeometryCollection":
      return geometry.geometries.flatMap(pathsOf);
  }
}

/** The polygons of a geometry, each as its rings, in order; none for points and lines. */
export function polygonsOf(geometry: Geometry): Position[][][] {
  switch (geometry.type) {
    case "Polygon":
      return [geometry.coordinates];
    case "MultiPolygon":
      return geometry.coordinates;
    case "GeometryCollection":
      return geometry.geometries.flatMap(polygonsOf);
    default:
      return [];
  }
}
