import type { Geometry, Position } from "../src/index.ts";

/** Positions in a row, such as those of a line. */
export function path(...positions: Position[]): Position[] {
  return positions;
}

export function line(...coordinates: Position[]): Geometry {
  return { type: "LineString", coordinates };
}

export function points(...coordinates: Position[]): Geometry {
  return { type: "MultiPoint", coordinates };
}

export function polygon(...coordinates: Position[][]): Geometry {
  return { type: "Polygon", coordinates };
}
