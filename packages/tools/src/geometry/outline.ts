import { bearingDeg } from "@emberline/core";
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
import {
  type Bearing,
  edgesOf,
  type Nearest,
  nearestOnEdges,
  type Reach,
  reachOf,
} from "./nearest.ts";

/** Longitudes of an outline may exceed ±180 instead of being cut there. */
const turns = [0, -360, 360];

/** Edges of lines and points bound no area. */
const noMember = -1;

const edgesPerStep = 10_000;

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
  distanceKm({ position, km, box }: Reach): number | null {
    if (!this.bbox || !boxesOverlap(box, this.bbox)) return null;
    const { distanceKm } = this.#nearestTo(position);
    return distanceKm <= km ? distanceKm : null;
  }

  /** Distance and bearing of its nearest part from a position. */
  bearingFrom(position: LonLat): Bearing {
    const nearest = this.#nearestTo(position);
    const { distanceKm } = nearest;
    return {
      distanceKm,
      bearingDeg: distanceKm === 0 ? 0 : bearingDeg(position, nearest.position),
    };
  }

  /** The edge that is nearest in degrees bounds the distance: no edge beyond it is measured. */
  #nearestTo(position: LonLat): Nearest {
    if (!this.bbox) return { distanceKm: Number.POSITIVE_INFINITY, position };
    if (this.#contains(position)) return { distanceKm: 0, position };
    const { index, ends, members } = this.#indexed();
    if (members.length === 1) return nearestOnEdges(position, ends);
    const [lon, lat] = position;
    const first = turns.flatMap((turn) => index.neighbors(lon + turn, lat, 1));
    const bound = nearestOnEdges(position, ends, first);
    const [west, south, east, north] = reachOf(position, bound.distanceKm).box;
    const near = turns.flatMap((turn) => index.search(west + turn, south, east + turn, north));
    const found = nearestOnEdges(position, ends, near);
    return found.distanceKm < bound.distanceKm ? found : bound;
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

/** The paths of a geometry, grouped by the polygon that they bound. */
function* membersOf(geometry: Geometry): Generator<{ paths: Position[][]; isAreal: boolean }> {
  if (geometry.type === "GeometryCollection") {
    for (const member of geometry.geometries) yield* membersOf(member);
  } else yield { paths: pathsOf(geometry), isAreal: geometry.type.endsWith("Polygon") };
}

function* indexSteps(packed: Packed): Generator<void, Edges> {
  const [geometry] = unpack(packed);
  yield;
  const parts: { ends: Float64Array; isAreal: boolean }[] = [];
  for (const { paths, isAreal } of membersOf(geometry!))
    parts.push({ ends: edgesOf(paths), isAreal });
  yield;
  const count = parts.reduce((sum, { ends }) => sum + ends.length / 4, 0);
  const ends = new Float64Array(4 * count);
  const members = new Int32Array(count);
  let edges = 0;
  for (const [member, part] of parts.entries()) {
    ends.set(part.ends, 4 * edges);
    const end = edges + part.ends.length / 4;
    members.fill(part.isAreal ? member : noMember, edges, end);
    edges = end;
  }
  const index = new Flatbush(count);
  for (let edge = 0; edge < count; edge++) {
    const at = 4 * edge;
    const [fromX, fromY, toX, toY] = [ends[at]!, ends[at + 1]!, ends[at + 2]!, ends[at + 3]!];
    index.add(
      Math.min(fromX, toX),
      Math.min(fromY, toY),
      Math.max(fromX, toX),
      Math.max(fromY, toY),
    );
    if (edge % edgesPerStep === 0) yield;
  }
  index.finish();
  return { index, ends, members };
}
