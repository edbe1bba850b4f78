import {
  type Box,
  bboxOf,
  boxesOverlap,
  type Geometry,
  type LonLat,
  type Position,
  pathsOf,
} from "@emberline/geo";
import Flatbush from "flatbush";
import { orient2d } from "robust-predicates";
import { type Bearing, bearingTo } from "../geometry/bearing.ts";
import { nearestOf } from "../geometry/nearest.ts";
import { type Packed, pack, unpack } from "../work/packed.ts";
import type { Reach } from "./reach.ts";

/** Longitudes of an outline may go on beyond ±180 instead of being cut there. */
const turns = [0, -360, 360];

/** What bounds no area belongs to no member. */
const noMember = -1;

/** The edges of an outline; a single position is an edge without length. */
interface Edges {
  readonly index: Flatbush;
  /** From longitude and latitude, to longitude and latitude. */
  readonly ends: Float64Array;
  /** The areal member that an edge bounds. */
  readonly members: Int32Array;
}

/**
 * The area of a perimeter, asked for its distance from many positions. Rings
 * fill by the even-odd rule, which is that of the repair (decisions, row 25):
 * invalid polygons need none. Its edges are indexed when it is first asked.
 */
export class Outline {
  readonly bbox: Box | undefined;
  readonly #areas: Packed;
  readonly #lines: readonly Position[][];
  #edges: Edges | undefined;

  constructor(geometry: Geometry) {
    this.bbox = bboxOf(geometry);
    this.#areas = pack([geometry]);
    this.#lines = linesOf(geometry);
  }

  /** What is areal in it. */
  get area(): Geometry {
    return unpack(this.#areas)[0]!;
  }

  get isAreal(): boolean {
    return this.#areas.positions.length > 0;
  }

  /** Distance on the WGS 84 ellipsoid, 0 inside and on the edge; null where it is more than the reach. */
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

  /** How its nearest part lies to a position. */
  bearingFrom(position: LonLat): Bearing {
    if (this.bbox && this.#contains(position)) return { distanceKm: 0, bearingDeg: 0 };
    const paths = [...pathsOf(this.area), ...this.#lines];
    return bearingTo(position, { type: "MultiLineString", coordinates: paths });
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
    /** The members that the way east leaves one time more than it enters them. */
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
    this.#edges ??= indexEdges(this.#areas, this.#lines);
    return this.#edges;
  }
}

/** What has no area: the lines and single positions. */
function linesOf(geometry: Geometry): Position[][] {
  if (geometry.type === "GeometryCollection") return geometry.geometries.flatMap(linesOf);
  return geometry.type.endsWith("Polygon") ? [] : pathsOf(geometry);
}

function indexEdges({ positions, geometries }: Packed, lines: readonly Position[][]): Edges {
  const ends: number[] = [];
  const members: number[] = [];
  const add = (path: ArrayLike<number>, member: number) => {
    const last = path.length - 2;
    for (let at = 0; at < Math.max(last, 2); at += 2) {
      const to = Math.min(at + 2, last);
      ends.push(path[at]!, path[at + 1]!, path[to]!, path[to + 1]!);
      members.push(member);
    }
  };
  let from = 0;
  geometries[0]!.forEach((polygons, member) => {
    for (const length of polygons.flat()) {
      add(positions.subarray(from, from + length * 2), member);
      from += length * 2;
    }
  });
  for (const line of lines)
    add(
      line.flatMap((position) => position.slice(0, 2)),
      noMember,
    );
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
