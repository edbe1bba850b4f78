import { type Box, boxWidthDeg, type Geometry, type LonLat, type Position } from "@emberline/geo";

/** Longest step along a parallel, so that great arcs between the steps stay close to it. */
const stepDeg = 1;

/** The outline of a box as a line: along parallels and meridians, not along great arcs. */
export function boxOutline(box: Box): Geometry {
  const [west, south, , north] = box;
  const widthDeg = boxWidthDeg(box);
  const steps = Math.max(1, Math.ceil(widthDeg / stepDeg));
  const along = (lat: number) =>
    Array.from({ length: steps + 1 }, (_, i): Position => [west + (widthDeg * i) / steps, lat]);
  const corner: Position = [west, south];
  return {
    type: "LineString",
    coordinates: [...along(south), ...along(north).reverse(), corner],
  };
}

export function isLonLat(value: unknown): value is LonLat {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
}
