import {
  type Box,
  bboxOf,
  boxesOverlap,
  type Geometry,
  type LonLat,
  type Position,
  pathsOf,
  polygonsOf,
} from "@emberline/geo";
import Flatbush from "flatbush";
import { orient2d } from "robust-predicates";
import { type Packed, pack, unpack } from "../work/packed.ts";
import { type Bearing, bearingTo } from "./bearing.ts";
import { nearestOf } from "./nearest.ts";
import type { Reach } from "./reach.ts";

/** Longitudes of an outline may exceed ±180 instead of being cut there. */
const turns = [0, -360, 360];

/** Edges of lines and points bound no area. */
const noMember = -1;

/** The edges of an outline; a single position is an edge without length. */
interface Edges {
  readonly index: Flatbush;
  /** Four numbers per edge: start longitude, start latitude, end longitude, end latitude. */
  readonly ends: Float64Array;
  /** Index of the polygon that each edge bounds. */
  readonly members: Int32Array;
}

/**
 * The outline of a perimeter, for distances from many positions. Rings fill by the even-odd rule,
 * as in the repair of invalid polygons (decisions, row 25), so nothing needs repair here. The
 * edges are indexed on first use.
 */
export class Outline {
  readonly bbox: Box | undefined;
  readonly isAreal: boolean;
  readonly #packed: Packed;
  #edges: Edges | undefined;

  constructor(geometry: Geometry) {
    this.bbox = bboxOf(geometry);
    this.isAreal = polygonsOf(geometry).length > 0;
    this.#packed = pack([geometry]);
  }

  /** How many positions it has. */
  get positions(): number {
    return this.#packed.positions.length / 2;
  }

  /** Built on each access: only the packed numbers are stored. */
  get geometry(): Geometry {
    return unpack(this.#packed)[0]!;
  }

  /** Distance in km on the WGS 84 ellipsoid, 0 inside and on the edge; null beyond the reach. */
  distanceKm(reach: Reach): number | null {
    if (!this.bbox || !boxesOverlap(reach.box, this.bbox)) return null;
    if (this.#contains(reach.position)) return 0;
    const near = this.#pathsNear(reach.box);
    if (near.length === 0) return null;
    const { distanceKm } = nearestOf(reach.position, {
      type: "MultiLineString",
      coordinates: near,
    });
    return distanceKm <= reach.km ? distanceKm : null;
  }

  /** Distance and bearing of its nearest part from a position. */
  bearingFrom(position: LonLat): Bearing {
    if (this.bbox && this.#contains(position)) return { distanceKm: 0, bearingDeg: 0 };
    return bearingTo(position, {
      type: "MultiLineString",
      coordinates: pathsOf(this.geometry),
    });
  }

  #contains([lon, lat]: LonLat): boolean {
    return turns.some((turn) => this.#containsInPlane(lon + turn, lat));
  }

  #containsInPlane(x: number, y: number): boolean {
    const { index, ends, members } = this.#indexed();
    const side = (edge: number) => {
      const at = edge * 4;
      return orient2d(ends[at]!, ends[at + 1]!, ends[at + 2]!, ends[at + 3]!, x, y);
    };
    if (index.search(x, y, x, y).some((edge) => side(edge) === 0)) return true;
    /** Members whose edges a ray to the east crosses an odd number of times. */
    const inside = new Set<number>();
    for (const edge of index.search(x, y, Number.POSITIVE_INFINITY, y)) {
      const member = members[edge]!;
      const [fromY, toY] = [ends[edge * 4 + 1]!, ends[edge * 4 + 3]!];
      if (member === noMember || fromY > y === toY > y) continue;
      if (toY > fromY === side(edge) < 0 && !inside.delete(member)) inside.add(member);
    }
    return inside.size > 0;
  }

  #pathsNear([west, south, east, north]: Box): Position[][] {
    const { index, ends } = this.#indexed();
    const found = turns.flatMap((turn) => index.search(west + turn, south, east + turn, north));
    return found.map((edge) => [
      [ends[edge * 4]!, ends[edge * 4 + 1]!],
      [ends[edge * 4 + 2]!, ends[edge * 4 + 3]!],
    ]);
  }

  #indexed(): Edges {
    this.#edges ??= indexEdges(this.geometry);
    return this.#edges;
  }
}

/** The paths of a geometry, grouped by the polygon that they bound. */
function* membersOf(geometry: Geometry): Generator<{ paths: Position[][]; isAreal: boolean }> {
  if (geometry.type === "GeometryCollection") {
    for (const member of geometry.geometries) yield* membersOf(member);
  } else yield { paths: pathsOf(geometry), isAreal: geometry.type.endsWith("Polygon") };
}

function indexEdges(geometry: Geometry): Edges {
  const ends: number[] = [];
  const members: number[] = [];
  let member = 0;
  for (const { paths, isAreal } of membersOf(geometry)) {
    for (const path of paths) {
      path.forEach((from, i) => {
        const to = path[i + 1] ?? (path.length === 1 ? from : undefined);
        if (!to) return;
        ends.push(from[0], from[1], to[0], to[1]);
        members.push(isAreal ? member : noMember);
      });
    }
    member++;
  }
  const index = new Flatbush(members.length);
  for (let at = 0; at < ends.length; at += 4) {
    const [fromX, fromY, toX, toY] = [ends[at]!, ends[at + 1]!, ends[at + 2]!, ends[at + 3]!];
    index.add(
      Math.min(fromX, toX),
      Math.min(fromY, toY),
      Math.max(fromX, toX),
      Math.max(fromY, toY),
    );
  }
  index.finish();
  return { index, ends: Float64Array.from(ends), members: Int32Array.from(members) };
}
