import { orient2d } from "robust-predicates";
import { forEachPosition, type Geometry, type Position, partsOf } from "../geojson.ts";
import type { Bounds } from "./bounds.ts";

/**
 * Whether a geometry and a closed box (degrees, west ≤ east) share a point; exact, since every
 * decision is a comparison or the sign of an orientation. Rings fill by the even-odd rule, so
 * self-touching rings need no repair. `heights` (metres) excludes a geometry that has heights,
 * all of them above or below.
 */
export function intersectsBox(
  geometry: Geometry,
  box: Bounds,
  heights?: [lowest: number, highest: number],
): boolean {
  if (heights && !meetsHeights(geometry, heights)) return false;
  const { points, lines, polygons } = partsOf(geometry);
  return (
    points.some((point) => contains(box, point)) ||
    lines.some((line) => lineMeets(line, box)) ||
    polygons.some((rings) => rings.some((ring) => lineMeets(ring, box)) || holdsBox(rings, box))
  );
}

function meetsHeights(geometry: Geometry, [lowest, highest]: [number, number]): boolean {
  let low = Infinity;
  let high = -Infinity;
  forEachPosition(geometry, ([, , height]) => {
    if (height === undefined) return;
    low = Math.min(low, height);
    high = Math.max(high, height);
  });
  return low === Infinity || (low <= highest && high >= lowest);
}

function contains(box: Bounds, [x, y]: Position): boolean {
  return x! >= box[0] && x! <= box[2] && y! >= box[1] && y! <= box[3];
}

function lineMeets(line: Position[], box: Bounds): boolean {
  for (let i = 1; i < line.length; i++) {
    if (segmentMeets(line[i - 1]!, line[i]!, box)) return true;
  }
  return false;
}

function segmentMeets([ax, ay]: Position, [bx, by]: Position, box: Bounds): boolean {
  const [west, south, east, north] = box;
  if (Math.max(ax!, bx!) < west || Math.min(ax!, bx!) > east) return false;
  if (Math.max(ay!, by!) < south || Math.min(ay!, by!) > north) return false;
  // The boxes overlap: the segment misses only if all corners lie strictly on one side of it.
  const first = orient2d(ax!, ay!, bx!, by!, west, south);
  const second = orient2d(ax!, ay!, bx!, by!, east, south);
  const third = orient2d(ax!, ay!, bx!, by!, east, north);
  const fourth = orient2d(ax!, ay!, bx!, by!, west, north);
  return (
    !(first > 0 && second > 0 && third > 0 && fourth > 0) &&
    !(first < 0 && second < 0 && third < 0 && fourth < 0)
  );
}

/** With no edge in the box, the box is inside or outside as a whole, as any of its corners. */
function holdsBox(rings: Position[][], [x, y]: Bounds): boolean {
  let inside = false;
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i++) {
      const [ax, ay] = ring[i - 1]!;
      const [bx, by] = ring[i]!;
      if (ay! > y === by! > y) continue;
      const side = orient2d(ax!, ay!, bx!, by!, x, y);
      if (by! > ay! === side > 0) inside = !inside;
    }
  }
  return inside;
}
