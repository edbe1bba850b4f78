import {
  type LonLat,
  longitudeNear,
  type Position,
  planeDistanceKm,
  polygonsOf,
  positionsOf,
} from "@emberline/geo";
import type { MapLayout } from "./layout.ts";
import type { MapPlace } from "./map-request.ts";
import type { Rect } from "./view.ts";

const cellPx = 6;
/** Positions of an outline that say where it is. */
const mostMarked = 32;

/** Counts the symbols in a box, by cells of some pixels. */
export function markCounts({ request, thinned, changed, view }: MapLayout): (box: Rect) => number {
  const columns = Math.ceil(view.frame.width / cellPx);
  const cells = new Map<number, number>();
  const add = (x: number, y: number) => {
    const key = Math.floor(y / cellPx) * columns + Math.floor(x / cellPx);
    cells.set(key, (cells.get(key) ?? 0) + 1);
  };
  for (const { drawn } of [thinned, ...Object.values(changed)])
    for (const { x, y } of drawn) add(x, y);
  const { staticSources = [], simulations = [], perimeters = [] } = request.layers;
  const outlines = perimeters.flatMap(({ geometry }) => {
    const positions = [...positionsOf(geometry)];
    const every = Math.ceil(positions.length / mostMarked);
    return positions.filter((_, i) => i % every === 0);
  });
  for (const position of [...staticSources, ...outlines]) {
    const point = view.projection([position[0], position[1]]);
    if (point) add(point[0], point[1]);
  }
  for (const position of simulations) {
    const point = view.projection([...position]);
    // Rings are wider than a cell.
    if (point)
      for (const dx of [-4, 4]) for (const dy of [-4, 4]) add(point[0] + dx, point[1] + dy);
  }
  return ({ x, y, width, height }) => {
    let count = 0;
    for (let row = Math.floor(y / cellPx); row <= (y + height) / cellPx; row++)
      for (let column = Math.floor(x / cellPx); column <= (x + width) / cellPx; column++)
        count += Math.min(cells.get(row * columns + column) ?? 0, 2);
    return count;
  };
}

/** Positions to measure to; with more of them, measuring takes longer than drawing. */
const mostPositions = 40_000;

/**
 * Measures how far places are from the nearest detection or outline in km, 0 inside an outline;
 * null where that says little.
 */
export function distancesIn({
  request,
  thinned,
  changed,
  measured,
}: MapLayout): ((place: MapPlace) => number) | null {
  const { perimeters = [], growth = [] } = request.layers;
  const detections = [thinned, ...Object.values(changed)];
  if (measured === null) return null;
  const points = detections.flatMap(({ drawn }) =>
    drawn.map(({ detection }): Position[] => [[...detection.position]]),
  );
  const outlines = [...perimeters, ...growth].map(({ geometry }) => polygonsOf(geometry).flat());
  const rings = outlines.flat();
  const positions = rings.reduce((sum, { length }) => sum + length, points.length);
  if (positions === 0 || positions > mostPositions) return null;
  return ({ position }) => {
    const isInside = outlines.some(
      (outline) => outline.filter((ring) => isEnclosed(ring, position)).length % 2 === 1,
    );
    if (isInside) return 0;
    const nearest = nearestOf([...points, ...rings], position);
    return planeDistanceKm(position, nearest);
  };
}

/** The position on lines that is nearest to another, on a plane of degrees around it. */
function nearestOf(lines: readonly (readonly Position[])[], [lon, lat]: LonLat): LonLat {
  const narrow = Math.cos((lat * Math.PI) / 180);
  let nearest: LonLat = [lon, lat];
  let least = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    for (let i = 0; i < line.length; i++) {
      const [a, b] = [line[Math.max(0, i - 1)]!, line[i]!];
      const [ax, ay] = [(longitudeNear(a[0], lon) - lon) * narrow, a[1] - lat];
      const [dx, dy] = [(longitudeNear(b[0], lon) - lon) * narrow - ax, b[1] - lat - ay];
      const squared = dx * dx + dy * dy;
      const t = squared === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / squared));
      const [x, y] = [ax + t * dx, ay + t * dy];
      if (x * x + y * y >= least) continue;
      least = x * x + y * y;
      nearest = [lon + x / narrow, lat + y];
    }
  }
  return nearest;
}

/** Whether a ring encloses a position, by the even-odd rule; holes are rings too. */
function isEnclosed(ring: readonly Position[], [lon, lat]: LonLat): boolean {
  let isInside = false;
  for (let i = 1; i < ring.length; i++) {
    const [[ax, ay], [bx, by]] = [ring[i - 1]!, ring[i]!];
    if (ay > lat === by > lat) continue;
    const x = longitudeNear(ax, lon);
    const crossing = x + ((lat - ay) / (by - ay)) * (longitudeNear(bx, lon) - x);
    if (crossing > lon) isInside = !isInside;
  }
  return isInside;
}
