import { bearingDeg } from "@emberline/core";
import {
  type Box,
  bboxOf,
  boxesOverlap,
  type Geometry,
  type LonLat,
  polygonsOf,
} from "@emberline/geo";
import Flatbush from "flatbush";
import { orient2d } from "robust-predicates";
import { type Packed, type PackedShape, pack, unpack } from "../work/packed.ts";
import { type Bearing, type Nearest, nearestOnEdges, type Reach, reachOf } from "./nearest.ts";

/** Longitudes of an outline may exceed ±180 instead of being cut there. */
const turns = [0, -360, 360];

/** Edges of lines and points bound no area. */
const noMember = -1;

const perStep = 4000;

/** Edges in a row under one box: an eighth of the boxes is sorted an eighth as long. */
const edgesPerBlock = 8;

/** The edges of an outline; a single position is an edge without length. */
interface Edges {
  /** Of the boxes of blocks. */
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
  #geometry: WeakRef<Geometry>;
  #edges: Edges | undefined;

  constructor(geometry: Geometry) {
    this.bbox = bboxOf(geometry);
    this.isAreal = polygonsOf(geometry).length > 0;
    this.#packed = pack([geometry]);
    this.#geometry = new WeakRef(geometry);
  }

  /** How many positions it has. */
  get positions(): number {
    return this.#packed.positions.length / 2;
  }

  /** Built again once nobody uses it any more: only the packed numbers are stored. */
  get geometry(): Geometry {
    const used = this.#geometry.deref();
    if (used) return used;
    const geometry = unpack(this.#packed)[0]!;
    this.#geometry = new WeakRef(geometry);
    return geometry;
  }

  /** Distance in km on the WGS 84 ellipsoid, 0 inside and on the edge; null beyond the reach. */
  distanceKm({ position, km, box }: Reach): number | null {
    if (!this.bbox || !boxesOverlap(box, this.bbox)) return null;
    const { distanceKm } = this.#nearestTo(position);
    return distanceKm <= km ? distanceKm : null;
  }

  /** Distance and bearing of its nearest part from a position. */
  bearingFrom(position: LonLat): Bearing {
    return bearingOf(position, this.#nearestTo(position));
  }

  /** Distance and bearing of its nearest edge, from inside too. */
  edgeFrom(position: LonLat): Bearing {
    return bearingOf(position, this.#nearestEdge(position));
  }

  #nearestTo(position: LonLat): Nearest {
    if (!this.bbox) return { distanceKm: Number.POSITIVE_INFINITY, position };
    return this.#contains(position) ? { distanceKm: 0, position } : this.#nearestEdge(position);
  }

  /** The block that is nearest in degrees bounds the distance: no edge beyond it is measured. */
  #nearestEdge(position: LonLat): Nearest {
    const { index, ends, members } = this.#indexed();
    if (members.length <= edgesPerBlock) return nearestOnEdges(position, ends);
    const [lon, lat] = position;
    const edgesIn = (blocks: number[]) => Array.from(edgesOfBlocks(blocks, members.length));
    const first = turns.flatMap((turn) => index.neighbors(lon + turn, lat, 1));
    const bound = nearestOnEdges(position, ends, edgesIn(first));
    const [west, south, east, north] = reachOf(position, bound.distanceKm).box;
    const near = turns.flatMap((turn) => index.search(west + turn, south, east + turn, north));
    const found = nearestOnEdges(position, ends, edgesIn(near));
    return found.distanceKm < bound.distanceKm ? found : bound;
  }

  #contains([lon, lat]: LonLat): boolean {
    return turns.some((turn) => this.#containsInPlane(lon + turn, lat));
  }

  #containsInPlane(x: number, y: number): boolean {
    const { index, ends, members } = this.#indexed();
    /** Members whose edges a ray to the east crosses an odd number of times. */
    const inside = new Set<number>();
    const blocks = index.search(x, y, Number.POSITIVE_INFINITY, y);
    for (const edge of edgesOfBlocks(blocks, members.length)) {
      const at = edge * 4;
      const [fromX, fromY, toX, toY] = [ends[at]!, ends[at + 1]!, ends[at + 2]!, ends[at + 3]!];
      if (Math.max(fromY, toY) < y || Math.min(fromY, toY) > y || Math.max(fromX, toX) < x)
        continue;
      const side = orient2d(fromX, fromY, toX, toY, x, y);
      if (side === 0 && Math.min(fromX, toX) <= x) return true;
      const member = members[edge]!;
      if (member === noMember || fromY > y === toY > y) continue;
      if (toY > fromY === side < 0 && !inside.delete(member)) inside.add(member);
    }
    return inside.size > 0;
  }

  /** Indexes the edges in steps of some milliseconds, where the first use would do it at once. */
  *prepareSteps(): Generator<void, void> {
    this.#edges ??= yield* indexSteps(this.#packed);
  }

  #indexed(): Edges {
    const steps = this.prepareSteps();
    while (!steps.next().done);
    return this.#edges!;
  }
}

function bearingOf(from: LonLat, { distanceKm, position }: Nearest): Bearing {
  return { distanceKm, bearingDeg: distanceKm === 0 ? 0 : bearingDeg(from, position) };
}

/** The numbers of positions in the paths of a geometry, grouped by the polygon that they bound. */
function* membersOf(
  shape: PackedShape,
): Generator<{ lengths: readonly number[]; isAreal: boolean }> {
  switch (shape.type) {
    case "GeometryCollection":
      for (const member of shape.members) yield* membersOf(member);
      break;
    case "Point":
      yield { lengths: [1], isAreal: false };
      break;
    case "MultiPoint":
      yield { lengths: Array.from({ length: shape.length }, () => 1), isAreal: false };
      break;
    case "LineString":
      yield { lengths: [shape.length], isAreal: false };
      break;
    case "MultiLineString":
      yield { lengths: shape.lengths, isAreal: false };
      break;
    case "Polygon":
    case "MultiPolygon":
      yield { lengths: shape.lengths.flat(), isAreal: true };
  }
}

function* indexSteps({ shapes, positions }: Packed): Generator<void, Edges> {
  const found = [...membersOf(shapes[0]!)];
  // A single position is an edge without length.
  const edgesOf = (length: number) => (length > 1 ? length - 1 : length);
  const count = found.reduce(
    (sum, { lengths }) => lengths.reduce((part, length) => part + edgesOf(length), sum),
    0,
  );
  const ends = new Float64Array(4 * count);
  const members = new Int32Array(count);
  let [edge, position] = [0, 0];
  for (const [member, { lengths, isAreal }] of found.entries()) {
    for (const length of lengths) {
      for (const end = edge + edgesOf(length); edge < end; edge++, position++) {
        const from = 2 * position;
        const to = length > 1 ? from + 2 : from;
        ends[4 * edge] = positions[from]!;
        ends[4 * edge + 1] = positions[from + 1]!;
        ends[4 * edge + 2] = positions[to]!;
        ends[4 * edge + 3] = positions[to + 1]!;
        members[edge] = isAreal ? member : noMember;
        if (edge % perStep === 0) yield;
      }
      if (length > 1) position++;
    }
  }
  const blocks = Math.ceil(count / edgesPerBlock);
  const index = new Flatbush(blocks);
  for (let block = 0; block < blocks; block++) {
    let [west, south] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    let [east, north] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const end = Math.min(ends.length, 4 * edgesPerBlock * (block + 1));
    for (let at = 4 * edgesPerBlock * block; at < end; at += 2) {
      west = Math.min(west, ends[at]!);
      east = Math.max(east, ends[at]!);
      south = Math.min(south, ends[at + 1]!);
      north = Math.max(north, ends[at + 1]!);
    }
    index.add(west, south, east, north);
    if (block % perStep === 0) yield;
  }
  index.finish();
  return { index, ends, members };
}

/** Numbers of the edges in some blocks. */
function* edgesOfBlocks(blocks: readonly number[], edges: number): Generator<number> {
  for (const block of blocks) {
    const end = Math.min(edges, edgesPerBlock * (block + 1));
    for (let edge = edgesPerBlock * block; edge < end; edge++) yield edge;
  }
}
