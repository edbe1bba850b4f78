import {
  type Box,
  extentOf,
  type Geometry,
  type Position,
  pathsOf,
  polygonsOf,
} from "@emberline/geo";
import { booleanPointInPolygon } from "@turf/boolean-point-in-polygon";
import Flatbush from "flatbush";
import { orient2d } from "robust-predicates";
import { extentOfRing, type Ring } from "./rings.ts";

/** Edges that are indexed together. */
const pieceLength = 16;

/** Longitudes of a geometry may exceed ±180. */
const turns = [0, -360, 360];

/** The indexed border of an area: exact predicates in the plane of longitude and latitude. */
export class Outline {
  readonly #rings: readonly Ring[];
  /** For each piece: its ring, and its first and last position there. */
  readonly #pieces: Uint32Array;
  readonly #index: Flatbush;

  constructor(polygons: readonly (readonly Ring[])[]) {
    this.#rings = polygons.flat();
    const counts = this.#rings.map((ring) => Math.ceil((ring.length / 2 - 1) / pieceLength));
    const count = counts.reduce((sum, each) => sum + each, 0);
    this.#pieces = new Uint32Array(count * 3);
    this.#index = new Flatbush(count);
    let piece = 0;
    for (const [number, ring] of this.#rings.entries()) {
      const last = ring.length / 2 - 1;
      for (let from = 0; from < last; from += pieceLength) {
        const to = Math.min(from + pieceLength, last);
        this.#pieces.set([number, from, to], 3 * piece++);
        const [west, south, east, north] = extentOfRing(ring, from, to);
        this.#index.add(west, south, east, north);
      }
    }
    this.#index.finish();
  }

  /** Whether a position lies inside or on the border. */
  contains(lon: number, lat: number): boolean {
    let isInside = false;
    // A ray to the west: an odd number of edges crosses it from inside.
    for (const piece of this.#index.search(-Infinity, lat, lon, lat)) {
      const [ring, from, to] = this.#piece(piece);
      for (let i = from; i < to; i++) {
        const [ax, ay] = [ring[2 * i]!, ring[2 * i + 1]!];
        const [bx, by] = [ring[2 * i + 2]!, ring[2 * i + 3]!];
        if ((ay > lat && by > lat) || (ay < lat && by < lat) || (ax > lon && bx > lon)) continue;
        const isCrossing = ay > lat !== by > lat;
        if (ax < lon && bx < lon) {
          if (isCrossing) isInside = !isInside;
          continue;
        }
        const side = orient2d(ax, ay, bx, by, lon, lat);
        if (side === 0 && isBetween(ax, bx, lon)) return true;
        if (isCrossing && side > 0 === by > ay) isInside = !isInside;
      }
    }
    return isInside;
  }

  /** Whether a geometry and the area have a position in common, borders included. */
  meets(geometry: Geometry): boolean {
    if (geometry.type === "Point") {
      const [lon, lat] = geometry.coordinates;
      return turns.some((turn) => Math.abs(lon + turn) <= 180 && this.contains(lon + turn, lat));
    }
    const extent = extentOf(geometry);
    if (!extent) return false;
    return turns.some((turn) => {
      const isNear = extent[0] + turn <= 180 && extent[2] + turn >= -180;
      return isNear && this.#meetsAt(geometry, turn, extent);
    });
  }

  #meetsAt(geometry: Geometry, turn: number, extent: Box): boolean {
    const paths = pathsOf(geometry);
    const starts = paths.filter((path) => path.length > 0).map((path) => path[0]!);
    if (starts.some(([lon, lat]) => this.contains(lon + turn, lat))) return true;
    const near = this.#index.search(extent[0] + turn, extent[1], extent[2] + turn, extent[3]);
    if (near.length === 0) return false;
    if (paths.some((path) => this.#crosses(path, turn))) return true;
    // No edges meet: the geometry contains a whole part of the area, or they are disjoint.
    const polygons = polygonsOf(geometry);
    return near.some((piece) => {
      const [ring, from] = this.#piece(piece);
      const at: Position = [ring[2 * from]! - turn, ring[2 * from + 1]!];
      return polygons.some((coordinates) =>
        booleanPointInPolygon(at, { type: "Polygon", coordinates }),
      );
    });
  }

  /** Whether an edge of a path meets the border. */
  #crosses(path: readonly Position[], turn: number): boolean {
    for (let i = 1; i < path.length; i++) {
      const [ax, ay] = [path[i - 1]![0] + turn, path[i - 1]![1]];
      const [bx, by] = [path[i]![0] + turn, path[i]![1]];
      const near = this.#index.search(
        Math.min(ax, bx),
        Math.min(ay, by),
        Math.max(ax, bx),
        Math.max(ay, by),
      );
      for (const piece of near) {
        const [ring, from, to] = this.#piece(piece);
        for (let k = 2 * from; k < 2 * to; k += 2)
          if (edgesMeet(ax, ay, bx, by, ring[k]!, ring[k + 1]!, ring[k + 2]!, ring[k + 3]!))
            return true;
      }
    }
    return false;
  }

  #piece(piece: number): [ring: Ring, from: number, to: number] {
    const at = 3 * piece;
    return [this.#rings[this.#pieces[at]!]!, this.#pieces[at + 1]!, this.#pieces[at + 2]!];
  }
}

function isBetween(a: number, b: number, x: number): boolean {
  return Math.min(a, b) <= x && x <= Math.max(a, b);
}

/** Whether two edges have a position in common. */
function edgesMeet(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) return false;
  if (Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) return false;
  // Their boxes overlap: they miss only if one lies strictly to one side of the other.
  return (
    orient2d(ax, ay, bx, by, cx, cy) * orient2d(ax, ay, bx, by, dx, dy) <= 0 &&
    orient2d(cx, cy, dx, dy, ax, ay) * orient2d(cx, cy, dx, dy, bx, by) <= 0
  );
}
