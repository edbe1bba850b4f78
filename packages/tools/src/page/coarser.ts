import type { Geometry, Position } from "@emberline/geo";
import { round } from "../values/text-numbers.ts";

/** About a metre. */
const decimals = 5;

/**
 * The geometry without positions closer than `stepDeg` to the one kept before: what a screen of
 * that resolution cannot show. Rings stay closed; holes that collapse are left out.
 */
export function coarser(geometry: Geometry, stepDeg: number): Geometry {
  const line = (positions: readonly Position[]) => thinned(positions, stepDeg);
  const polygon = ([outer, ...holes]: readonly Position[][]) => [
    asRing(line(outer ?? []), outer ?? []),
    ...holes.map(line).filter(({ length }) => length >= 4),
  ];
  switch (geometry.type) {
    case "Point":
    case "MultiPoint":
      return geometry;
    case "LineString":
      return { ...geometry, coordinates: line(geometry.coordinates) };
    case "MultiLineString":
      return { ...geometry, coordinates: geometry.coordinates.map(line) };
    case "Polygon":
      return { ...geometry, coordinates: polygon(geometry.coordinates) };
    case "MultiPolygon":
      return { ...geometry, coordinates: geometry.coordinates.map(polygon) };
    case "GeometryCollection":
      return {
        ...geometry,
        geometries: geometry.geometries.map((each) => coarser(each, stepDeg)),
      };
  }
}

/** The first and the last position are always kept. */
function thinned(positions: readonly Position[], stepDeg: number): Position[] {
  const kept: Position[] = [];
  let last: Position | undefined;
  positions.forEach((position, i) => {
    const isEnd = i === 0 || i === positions.length - 1;
    if (!isEnd && last && Math.hypot(position[0] - last[0], position[1] - last[1]) < stepDeg)
      return;
    kept.push([round(position[0], decimals), round(position[1], decimals)]);
    last = position;
  });
  return kept;
}

/** A ring that collapsed is drawn by four of its positions. */
function asRing(ring: Position[], whole: readonly Position[]): Position[] {
  if (ring.length >= 4 || whole.length < 4) return ring;
  const step = Math.max(1, Math.floor((whole.length - 1) / 3));
  return [0, step, step * 2, whole.length - 1].map((i) => [...whole[i]!] as Position);
}
