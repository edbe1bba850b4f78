import {
  contactCrossing,
  contactFromA,
  contactFromB,
  contactNone,
  contactOf,
  contactToA,
  contactToB,
} from "./contact.ts";
import type { Edges } from "./edges.ts";
import { isStep, type Steps } from "./steps.ts";

interface CutList {
  readonly edges: number[];
  readonly x: number[];
  readonly y: number[];
}

/** Places where edges must be cut because another edge crosses or touches them. */
export class Cuts {
  /** Number of pairs of edges that cross in the interior of both. */
  crossings = 0;
  readonly #edges: Edges;
  /** Edge, longitude and latitude of each cut, at ends of other edges and at crossings. */
  readonly #atEnds: CutList = { edges: [], x: [], y: [] };
  readonly #atCrossings: CutList = { edges: [], x: [], y: [] };

  constructor(edges: Edges) {
    this.#edges = edges;
  }

  /** Records where two edges meet. */
  note(a: number, b: number): void {
    const { xy, ends } = this.#edges;
    const contact = contactOf(this.#edges, a, this.#edges, b);
    if (contact === contactNone) return;
    const p = 2 * ends[2 * a]!;
    const q = 2 * ends[2 * a + 1]!;
    const r = 2 * ends[2 * b]!;
    const s = 2 * ends[2 * b + 1]!;
    if (contact === contactCrossing) {
      this.crossings++;
      const [x, y] = crossingOf(
        [xy[p]!, xy[p + 1]!, xy[q]!, xy[q + 1]!],
        [xy[r]!, xy[r + 1]!, xy[s]!, xy[s + 1]!],
      );
      this.#add(this.#atCrossings, a, x, y);
      this.#add(this.#atCrossings, b, x, y);
    }
    if (contact & contactFromA) this.#add(this.#atEnds, b, xy[p]!, xy[p + 1]!);
    if (contact & contactToA) this.#add(this.#atEnds, b, xy[q]!, xy[q + 1]!);
    if (contact & contactFromB) this.#add(this.#atEnds, a, xy[r]!, xy[r + 1]!);
    if (contact & contactToB) this.#add(this.#atEnds, a, xy[s]!, xy[s + 1]!);
  }

  /**
   * The edges, cut at ends of others or, if there are no such cuts, at crossings. Crossings are
   * rounded, so overlapping edges must all be cut at the same place. Edges without length are
   * dropped.
   */
  *apply(): Steps<Edges> {
    const { xy, ends, paths } = this.#edges;
    const cuts = this.#atEnds.edges.length > 0 ? this.#atEnds : this.#atCrossings;
    const order = yield* this.#sorted(cuts);
    const vertices = new Float64Array(xy.length + 2 * order.length);
    vertices.set(xy);
    const cutEnds = new Uint32Array(ends.length + 2 * order.length);
    const cutPaths = new Uint32Array(paths.length);
    let [cut, edges] = [0, 0];
    const add = (from: number, to: number): boolean => {
      const isSame =
        vertices[2 * from] === vertices[2 * to] && vertices[2 * from + 1] === vertices[2 * to + 1];
      if (isSame) return false;
      cutEnds[2 * edges] = from;
      cutEnds[2 * edges + 1] = to;
      edges++;
      return true;
    };
    for (let path = 0; path + 1 < paths.length; path++) {
      for (let edge = paths[path]!; edge < paths[path + 1]!; edge++) {
        let from = ends[2 * edge]!;
        for (; cut < order.length && cuts.edges[order[cut]!] === edge; cut++) {
          const vertex = xy.length / 2 + cut;
          vertices[2 * vertex] = cuts.x[order[cut]!]!;
          vertices[2 * vertex + 1] = cuts.y[order[cut]!]!;
          if (add(from, vertex)) from = vertex;
        }
        add(from, ends[2 * edge + 1]!);
        if (isStep(edges)) yield;
      }
      cutPaths[path + 1] = edges;
    }
    return { xy: vertices, ends: cutEnds.slice(0, 2 * edges), paths: cutPaths };
  }

  #add(cuts: CutList, edge: number, x: number, y: number): void {
    const { xy, ends } = this.#edges;
    const from = 2 * ends[2 * edge]!;
    const to = 2 * ends[2 * edge + 1]!;
    if (xy[from] === x && xy[from + 1] === y) return;
    if (xy[to] === x && xy[to + 1] === y) return;
    cuts.edges.push(edge);
    cuts.x.push(x);
    cuts.y.push(y);
  }

  /** The cuts, edge by edge, along each edge. */
  *#sorted({ edges, x, y }: CutList): Steps<Uint32Array> {
    const { xy, ends } = this.#edges;
    const first = new Uint32Array(ends.length / 2 + 1);
    for (const edge of edges) first[edge + 1]!++;
    for (let edge = 0; edge + 1 < first.length; edge++) first[edge + 1]! += first[edge]!;
    const filled = first.slice();
    const order = new Uint32Array(edges.length);
    for (const [cut, edge] of edges.entries()) order[filled[edge]!++] = cut;
    yield;
    for (let edge = 0; edge + 1 < first.length; edge++) {
      if (first[edge + 1]! - first[edge]! < 2) continue;
      const ofEdge = order.subarray(first[edge], first[edge + 1]);
      const from = 2 * ends[2 * edge]!;
      const to = 2 * ends[2 * edge + 1]!;
      const dx = xy[to]! - xy[from]!;
      const dy = xy[to + 1]! - xy[from + 1]!;
      // Sort along the edge's longer axis, where places differ most.
      const isFlat = Math.abs(dx) > Math.abs(dy);
      ofEdge.sort((i, j) => {
        const alongX = Math.sign(dx) * (x[i]! - x[j]!);
        const alongY = Math.sign(dy) * (y[i]! - y[j]!);
        return isFlat ? alongX || alongY : alongY || alongX;
      });
      if (edge % 64 === 63) yield;
    }
    return order;
  }
}

type Segment = readonly [ax: number, ay: number, bx: number, by: number];

/**
 * The rounded crossing of two edges. As in JTS, the origin is moved to the middle of the
 * intersection of their boxes, so that as few digits as possible are lost.
 */
function crossingOf(one: Segment, other: Segment): [x: number, y: number] {
  // In a fixed order, so that equal edges have equal crossings.
  const [a, b] = [eastward(one), eastward(other)].sort(compareSegments) as [Segment, Segment];
  const [west, east] = common(a[0], a[2], b[0], b[2]);
  const [south, north] = common(a[1], a[3], b[1], b[3]);
  const [x0, y0] = [(west + east) / 2, (south + north) / 2];
  const [ax, ay, bx, by] = [a[0] - x0, a[1] - y0, a[2] - x0, a[3] - y0];
  const [cx, cy, dx, dy] = [b[0] - x0, b[1] - y0, b[2] - x0, b[3] - y0];
  const [px, py, pw] = [ay - by, bx - ax, ax * by - bx * ay];
  const [qx, qy, qw] = [cy - dy, dx - cx, cx * dy - dx * cy];
  const w = px * qy - qx * py;
  const x = (py * qw - qy * pw) / w + x0;
  const y = (qx * pw - px * qw) / w + y0;
  // For nearly parallel edges, rounding may put the crossing outside, or make it NaN.
  return x >= west && x <= east && y >= south && y <= north ? [x, y] : nearestEnd(a, b);
}

function eastward(segment: Segment): Segment {
  const [ax, ay, bx, by] = segment;
  return ax < bx || (ax === bx && ay < by) ? segment : [bx, by, ax, ay];
}

function compareSegments(a: Segment, b: Segment): number {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at === -1 ? 0 : a[at]! - b[at]!;
}

function common(a: number, b: number, c: number, d: number): [number, number] {
  return [Math.max(Math.min(a, b), Math.min(c, d)), Math.min(Math.max(a, b), Math.max(c, d))];
}

/** The end of one edge that is nearest to the other. */
function nearestEnd(a: Segment, b: Segment): [x: number, y: number] {
  const ends: [x: number, y: number, other: Segment][] = [
    [a[0], a[1], b],
    [a[2], a[3], b],
    [b[0], b[1], a],
    [b[2], b[3], a],
  ];
  const [nearest] = ends
    .map(([x, y, other]) => ({ x, y, distance: distanceTo(other, x, y) }))
    .sort((one, other) => one.distance - other.distance);
  return [nearest!.x, nearest!.y];
}

function distanceTo([ax, ay, bx, by]: Segment, x: number, y: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
  const t = Math.max(0, Math.min(1, along));
  return Math.hypot(ax + t * dx - x, ay + t * dy - y);
}
