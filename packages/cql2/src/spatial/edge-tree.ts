import type { Box } from "@emberline/geo";
import type { Edges } from "./edges.ts";
import { turn } from "./turn.ts";

const fanOut = 16;

/**
 * Boxes around every 16 consecutive edges, around every 16 such groups, and so on. Edges of a path
 * are close to each other, so no sorting is needed.
 */
export class EdgeTree {
  readonly edges: Edges;
  /** West, south, east and north of each group, the smallest groups first. */
  readonly levels: readonly Float64Array[];

  constructor(edges: Edges) {
    this.edges = edges;
    const levels = [boxesOfEdges(edges)];
    while (levels.at(-1)!.length > 4) levels.push(boxesOfGroups(levels.at(-1)!));
    this.levels = levels;
  }

  /** The box around all edges; there must be at least one. */
  get box(): Box {
    return this.boxOf(this.levels.length - 1, 0);
  }

  /** The box of a group, or of an edge at level -1. */
  boxOf(level: number, group: number): Box {
    if (level >= 0) {
      const [west, south, east, north] = this.levels[level]!.subarray(4 * group, 4 * group + 4);
      return [west!, south!, east!, north!];
    }
    const { xy, ends } = this.edges;
    const a = 2 * ends[2 * group]!;
    const b = 2 * ends[2 * group + 1]!;
    return [
      Math.min(xy[a]!, xy[b]!),
      Math.min(xy[a + 1]!, xy[b + 1]!),
      Math.max(xy[a]!, xy[b]!),
      Math.max(xy[a + 1]!, xy[b + 1]!),
    ];
  }

  get bytes(): number {
    const { xy, ends, paths } = this.edges;
    const boxes = this.levels.reduce((sum, { byteLength }) => sum + byteLength, 0);
    return xy.byteLength + ends.byteLength + paths.byteLength + boxes;
  }

  /** The first member of a group: a group of the level below, or an edge. */
  first(group: number): number {
    return fanOut * group;
  }

  /** The member after the last one of a group. */
  end(level: number, group: number): number {
    const below = level === 0 ? this.edges.ends.length / 2 : this.levels[level - 1]!.length / 4;
    return Math.min(fanOut * (group + 1), below);
  }

  /**
   * Calls `visit` with edges whose boxes meet a box until it returns true; returns whether it did.
   */
  some(box: Box, visit: (edge: number) => boolean): boolean {
    return this.#some(this.levels.length - 1, 0, box, visit);
  }

  /** Whether an edge has a point in a box, sides included; exact. */
  meets(box: Box): boolean {
    return this.some(box, (edge) => edgeMeetsBox(this.edges, edge, box));
  }

  #some(level: number, group: number, box: Box, visit: (edge: number) => boolean): boolean {
    const boxes = this.levels[level]!;
    const at = 4 * group;
    if (boxes[at]! > box[2] || boxes[at + 2]! < box[0]) return false;
    if (boxes[at + 1]! > box[3] || boxes[at + 3]! < box[1]) return false;
    const end = this.end(level, group);
    for (let member = this.first(group); member < end; member++) {
      if (level > 0) {
        if (this.#some(level - 1, member, box, visit)) return true;
      } else if (boxOfEdgeMeets(this.edges, member, box) && visit(member)) return true;
    }
    return false;
  }
}

function boxesOfEdges({ xy, ends }: Edges): Float64Array {
  const boxes = emptyBoxes(ends.length / 2);
  for (let i = 0; i < ends.length; i++) {
    const at = 4 * Math.floor(i / (2 * fanOut));
    const x = xy[2 * ends[i]!]!;
    const y = xy[2 * ends[i]! + 1]!;
    if (x < boxes[at]!) boxes[at] = x;
    if (y < boxes[at + 1]!) boxes[at + 1] = y;
    if (x > boxes[at + 2]!) boxes[at + 2] = x;
    if (y > boxes[at + 3]!) boxes[at + 3] = y;
  }
  return boxes;
}

function boxesOfGroups(groups: Float64Array): Float64Array {
  const boxes = emptyBoxes(groups.length / 4);
  for (let i = 0; i < groups.length; i += 4) {
    const at = 4 * Math.floor(i / (4 * fanOut));
    boxes[at] = Math.min(boxes[at]!, groups[i]!);
    boxes[at + 1] = Math.min(boxes[at + 1]!, groups[i + 1]!);
    boxes[at + 2] = Math.max(boxes[at + 2]!, groups[i + 2]!);
    boxes[at + 3] = Math.max(boxes[at + 3]!, groups[i + 3]!);
  }
  return boxes;
}

function emptyBoxes(members: number): Float64Array {
  const boxes = new Float64Array(4 * Math.ceil(members / fanOut)).fill(Infinity);
  for (let at = 2; at < boxes.length; at += 4) boxes.fill(-Infinity, at, at + 2);
  return boxes;
}

/** Whether the box of an edge and a box have a point in common. */
export function boxOfEdgeMeets({ xy, ends }: Edges, edge: number, box: Box): boolean {
  const a = 2 * ends[2 * edge]!;
  const b = 2 * ends[2 * edge + 1]!;
  const ax = xy[a]!;
  const bx = xy[b]!;
  if (ax < bx ? bx < box[0] || ax > box[2] : ax < box[0] || bx > box[2]) return false;
  const ay = xy[a + 1]!;
  const by = xy[b + 1]!;
  return ay < by ? by >= box[1] && ay <= box[3] : ay >= box[1] && by <= box[3];
}

/** Whether an edge, whose box meets a box, has a point in it; exact. */
export function edgeMeetsBox({ xy, ends }: Edges, edge: number, box: Box): boolean {
  const a = 2 * ends[2 * edge]!;
  const b = 2 * ends[2 * edge + 1]!;
  const ax = xy[a]!;
  const ay = xy[a + 1]!;
  const bx = xy[b]!;
  const by = xy[b + 1]!;
  // It misses the box if the two corners farthest from it lie on one side.
  const rises = ax < bx === ay < by;
  const one = turn(ax, ay, bx, by, box[0], rises ? box[3] : box[1]);
  const other = turn(ax, ay, bx, by, box[2], rises ? box[1] : box[3]);
  return !((one > 0 && other > 0) || (one < 0 && other < 0));
}
