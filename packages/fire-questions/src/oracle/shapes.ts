import type { Point, Polygons, Ring } from "../data/load-data.ts";
import { distanceKm } from "./distance.ts";

const equatorKm = 6378.137;
const eccentricity = 0.0818191908426;
const rad = Math.PI / 180;

/**
 * A position in Lambert's cylindrical equal-area projection of the WGS 84 ellipsoid, km (Snyder,
 * USGS Professional Paper 1395, equations 10-15 and 3-12).
 */
export function equalArea([lon, lat]: readonly number[]): readonly [number, number] {
  const e = eccentricity;
  const s = Math.sin(lat! * rad);
  const q = (1 - e ** 2) * (s / (1 - (e * s) ** 2) - Math.log((1 - e * s) / (1 + e * s)) / (2 * e));
  return [equatorKm * lon! * rad, (equatorKm * q) / 2];
}

/** km² of polygons by the shoelace formula: right unless rings cross themselves. */
export function areaKm2(polygons: Polygons): number {
  return polygons.reduce(
    (sum, [outer, ...holes]) =>
      sum + holes.reduce((rest, hole) => rest - ringKm2(hole), ringKm2(outer!)),
    0,
  );
}

function ringKm2(ring: Ring): number {
  const points = ring.map(equalArea);
  const parts = points.slice(1).map(([x, y], i) => points[i]![0] * y - x * points[i]![1]);
  return Math.abs(parts.reduce((sum, part) => sum + part, 0)) / 2;
}

/** Whether a point lies inside, by the even-odd rule over all rings. */
export function contains(polygons: Polygons, { lon, lat }: Point): boolean {
  let isInside = false;
  for (const ring of polygons.flat()) {
    for (let i = 1; i < ring.length; i++) {
      const [x1, y1] = ring[i - 1] as [number, number];
      const [x2, y2] = ring[i] as [number, number];
      if (y1 > lat !== y2 > lat && lon < x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1))
        isInside = !isInside;
    }
  }
  return isInside;
}

/** Kilometres to the nearest edge, on a plane around the point: right over tens of kilometres. */
export function edgeDistanceKm(polygons: Polygons, { lon, lat }: Point): number {
  const ky = distanceKm({ lon, lat: lat - 0.05 }, { lon, lat: lat + 0.05 }) / 0.1;
  const kx = distanceKm({ lon: lon - 0.05, lat }, { lon: lon + 0.05, lat }) / 0.1;
  let best = Number.POSITIVE_INFINITY;
  for (const ring of polygons.flat()) {
    for (let i = 1; i < ring.length; i++) {
      const [x1, y1] = [(ring[i - 1]![0]! - lon) * kx, (ring[i - 1]![1]! - lat) * ky];
      const [dx, dy] = [(ring[i]![0]! - lon) * kx - x1, (ring[i]![1]! - lat) * ky - y1];
      const length2 = dx ** 2 + dy ** 2;
      const t = length2 === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / length2));
      best = Math.min(best, Math.hypot(x1 + t * dx, y1 + t * dy));
    }
  }
  return best;
}

/** Degrees: west, south, east, north. */
export type Box = readonly [number, number, number, number];

export function boxOf(polygons: Polygons): Box {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [lon, lat] of polygons.flat(2)) {
    west = Math.min(west, lon!);
    south = Math.min(south, lat!);
    east = Math.max(east, lon!);
    north = Math.max(north, lat!);
  }
  return [west, south, east, north];
}

export const inBox =
  ([west, south, east, north]: Box) =>
  ({ lon, lat }: Point): boolean =>
    lon >= west && lon <= east && lat >= south && lat <= north;

/** A box wider by degrees on each side, or narrower. */
export const wider = ([west, south, east, north]: Box, by: number): Box => [
  west - by,
  south - by,
  east + by,
  north + by,
];
