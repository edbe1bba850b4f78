import {
  type Bbox,
  type Box,
  bboxOf,
  boxContains,
  boxesOverlap,
  boxWidthDeg,
  cutBox,
  extentOf,
  flatBox,
  type Geometry,
  intersectsBox,
  leastKmPerDegree,
  unrolledEast,
  wrapLongitude,
} from "@emberline/geo";
import Flatbush from "flatbush";

/** Whether a geometry shares a point with a box, edges included; heights do not count. */
export function meetsBox(geometry: Geometry, bbox: Bbox): boolean {
  const box = flatBox(bbox);
  if (geometry.type === "Point") {
    const [lon, lat] = geometry.coordinates;
    return boxContains(box, [lon, lat]);
  }
  const own = bboxOf(geometry);
  if (own === undefined || !boxesOverlap(own, box)) return false;
  return partsNear(box, geometry).some((part) => intersectsBox(geometry, part));
}

/** The parts of a box, shifted to the geometry's longitudes, which may exceed ±180. */
function partsNear(box: Box, geometry: Geometry): Box[] {
  const [west, , east] = extentOf(geometry)!;
  const turns = west < -180 || east > 180 ? [0, 360, -360] : [0];
  return turns.flatMap((turn) =>
    cutBox(box).map(([w, south, e, north]): Box => [w + turn, south, e + turn, north]),
  );
}

/** A box around everything within a distance (km) of a box; rounded outward, never too small. */
export function widenBox(box: Box, km: number): Box {
  // A degree of longitude on the equator is longer than the shortest degree of latitude.
  const halfLat = km / leastKmPerDegree;
  const south = Math.max(-90, down(box[1] - halfLat));
  const north = Math.min(90, up(box[3] + halfLat));
  const poleward = Math.max(Math.abs(south), Math.abs(north));
  const halfLon = poleward >= 89.9 ? 360 : halfLat / Math.cos((poleward * Math.PI) / 180);
  if (boxWidthDeg(box) + halfLon * 2 >= 360) return [-180, south, 180, north];
  return [wrap(down(box[0] - halfLon)), south, wrap(up(unrolledEast(box) + halfLon)), north];
}

/** To a grid of 0.00001°, a metre. */
function down(degrees: number): number {
  return Math.floor(degrees * 1e5) / 1e5;
}

function up(degrees: number): number {
  return Math.ceil(degrees * 1e5) / 1e5;
}

/** A sum of degrees is off in its last decimals; rounding keeps it on the grid. */
function wrap(longitude: number): number {
  return Math.abs(longitude) <= 180 ? longitude : Math.round(wrapLongitude(longitude) * 1e5) / 1e5;
}

/** Longitudes of queries and items may exceed ±180. */
const turns = [0, -360, 360];

/** Spatial index of boxes, which may cross the antimeridian. */
export class BoxIndex<Item> {
  readonly #items: readonly Item[];
  readonly #index: Flatbush | null;

  constructor(items: readonly Item[], boxOf: (item: Item) => Box) {
    this.#items = items;
    this.#index = items.length > 0 ? new Flatbush(items.length) : null;
    for (const item of items) {
      const [west, south, , north] = boxOf(item);
      this.#index?.add(west, south, unrolledEast(boxOf(item)), north);
    }
    this.#index?.finish();
  }

  /** The items whose box intersects this one, in their order. */
  meeting([west, south, east, north]: Box): Item[] {
    const found = turns.flatMap(
      (turn) => this.#index?.search(west + turn, south, east + turn, north) ?? [],
    );
    return [...new Set(found)].sort((a, b) => a - b).map((at) => this.#items[at]!);
  }
}
