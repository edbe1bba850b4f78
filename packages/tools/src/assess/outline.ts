import type { PreparedGeometry } from "@emberline/cql2";
import {
  type Box,
  bboxOf,
  boxesOverlap,
  type Geometry,
  type Position,
  pathsOf,
} from "@emberline/geo";
import Flatbush from "flatbush";
import { nearestOf } from "../geometry/nearest.ts";
import { arealKm2 } from "../geometry/shapes.ts";
import type { Reach } from "./reach.ts";

/** The parts of `@emberline/cql2/spatial` that outlines need: it is heavy, so it is loaded where there is one. */
export type Spatial = typeof import("@emberline/cql2/spatial");

type Edge = [Position, Position];

/** Longitudes of an outline may go on beyond ±180 instead of being cut there. */
const turns = [0, -360, 360];

/**
 * The area of a perimeter, asked for its distance from many positions. An
 * invalid polygon is repaired (decisions, row 25) and its edges are indexed
 * when it is first asked.
 */
export class Outline {
  readonly #spatial: Spatial;
  readonly #source: Geometry;
  readonly #bbox: Box | undefined;
  #repaired: Geometry | undefined;
  #interior: PreparedGeometry | null | undefined;
  #edges: { readonly list: readonly Edge[]; readonly index: Flatbush | null } | undefined;

  constructor(geometry: Geometry, spatial: Spatial) {
    this.#spatial = spatial;
    this.#source = geometry;
    this.#bbox = bboxOf(geometry);
  }

  /** The geometry, valid. */
  get geometry(): Geometry {
    this.#repaired ??= this.#spatial.repairGeometry(this.#source);
    return this.#repaired;
  }

  /** Area on the WGS 84 ellipsoid; null where nothing is areal. */
  get areaKm2(): number | null {
    return arealKm2(this.geometry);
  }

  /** Distance on the WGS 84 ellipsoid, 0 inside and on the edge; null where it is more than the reach. */
  distanceKm(reach: Reach): number | null {
    if (!this.#bbox || !boxesOverlap(reach.box, this.#bbox)) return null;
    if (this.#contains(reach.position)) return 0;
    const near = this.#edgesNear(reach);
    if (near.length === 0) return null;
    const { distanceKm } = nearestOf(reach.position, {
      type: "MultiLineString",
      coordinates: near,
    });
    return distanceKm <= reach.km ? distanceKm : null;
  }

  #contains([lon, lat]: Reach["position"]): boolean {
    const { spatial } = this.#spatial;
    if (this.#interior === undefined) {
      this.#interior = spatial.prepare(this.geometry) ?? null;
    }
    const interior = this.#interior;
    return (
      interior !== null &&
      turns.some((turn) => {
        const point = spatial.prepare({ type: "Point", coordinates: [lon + turn, lat] });
        return point !== undefined && spatial.test("s_intersects", interior, point);
      })
    );
  }

  #edgesNear({ box: [west, south, east, north] }: Reach): Edge[] {
    this.#edges ??= indexEdges(this.geometry);
    const { list, index } = this.#edges;
    const found = turns.flatMap(
      (turn) => index?.search(west + turn, south, east + turn, north) ?? [],
    );
    return found.map((at) => list[at]!);
  }
}

function indexEdges(geometry: Geometry) {
  const list = pathsOf(geometry).flatMap((path): Edge[] =>
    path.length === 1 ? [[path[0]!, path[0]!]] : path.slice(1).map((end, i) => [path[i]!, end]),
  );
  if (list.length === 0) return { list, index: null };
  const index = new Flatbush(list.length);
  for (const [[lonA, latA], [lonB, latB]] of list) {
    index.add(
      Math.min(lonA, lonB),
      Math.min(latA, latB),
      Math.max(lonA, lonB),
      Math.max(latA, latB),
    );
  }
  index.finish();
  return { list, index };
}
