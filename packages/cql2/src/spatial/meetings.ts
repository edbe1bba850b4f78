import {
  contactCrossing,
  contactFromA,
  contactFromB,
  contactNone,
  contactOf,
  contactToA,
  contactToB,
} from "./contact.ts";
import { edgePairs } from "./edge-pairs.ts";
import type { EdgeTree } from "./edge-tree.ts";
import { pathOf } from "./edges.ts";
import type { Form } from "./form.ts";
import { finish } from "./steps.ts";
import { VertexNumbers } from "./vertex-numbers.ts";

/** The part of a form that edges belong to. */
export type Kind = "area" | "lines";

const kinds: readonly Kind[] = ["area", "lines"];

/** An edge seen from a place on it: the direction to one of its ends. */
export interface Spoke {
  readonly kind: Kind;
  readonly x: number;
  readonly y: number;
  /** Whether the area that the edge bounds, if any, lies to the left of that direction. */
  readonly areaOnLeft: boolean;
}

/** A vertex of one form on an edge of the other, with all edges of both that meet there. */
export interface MeetingPoint {
  readonly x: number;
  readonly y: number;
  readonly a: Map<string, Spoke>;
  readonly b: Map<string, Spoke>;
}

interface Edge {
  tree: EdgeTree;
  kind: Kind;
  number: number;
}

/** Where the edges of two forms meet. */
export class Meetings {
  readonly places: MeetingPoint[] = [];
  /** Kinds of edges that cross in the interior of both. */
  readonly crossings: { a: Kind; b: Kind }[] = [];
  /** For each path, whether its edges meet any edge of the other form. */
  readonly metA: Record<Kind, Uint8Array>;
  readonly metB: Record<Kind, Uint8Array>;
  readonly #numbers = new VertexNumbers(16);
  readonly #lineEnds: readonly EdgeTree[];

  constructor(a: Form, b: Form) {
    this.#lineEnds = [a.lineEnds, b.lineEnds].filter((ends) => ends !== undefined);
    this.metA = { area: unmet(a.area), lines: unmet(a.lines) };
    this.metB = { area: unmet(b.area), lines: unmet(b.lines) };
    for (const kindA of kinds) {
      for (const kindB of kinds) {
        const [treeA, treeB] = [a[kindA], b[kindB]];
        if (treeA && treeB) this.#meet(treeA, kindA, treeB, kindB);
      }
    }
  }

  #meet(treeA: EdgeTree, kindA: Kind, treeB: EdgeTree, kindB: Kind): void {
    let isCrossing = false;
    const visit = (numberA: number, numberB: number) => {
      const contact = contactOf(treeA.edges, numberA, treeB.edges, numberB);
      if (contact === contactNone) return false;
      const a = { tree: treeA, kind: kindA, number: numberA };
      const b = { tree: treeB, kind: kindB, number: numberB };
      this.metA[kindA][pathOf(treeA.edges, numberA)] = 1;
      this.metB[kindB][pathOf(treeB.edges, numberB)] = 1;
      if (contact === contactCrossing) isCrossing ||= !this.#noteLineEnds(a, b);
      if (contact & contactFromA) this.#note(endOf(a, 0), a, b);
      if (contact & contactToA) this.#note(endOf(a, 1), a, b);
      if (contact & contactFromB) this.#note(endOf(b, 0), a, b);
      if (contact & contactToB) this.#note(endOf(b, 1), a, b);
      return false;
    };
    finish(edgePairs(treeA, treeB, visit));
    if (isCrossing) this.crossings.push({ a: kindA, b: kindB });
  }

  /** Records a crossing at the end of a line on another of its edges; false if there is none. */
  #noteLineEnds(a: Edge, b: Edge): boolean {
    return this.#lineEnds.some((ends) =>
      ends.some(a.tree.boxOf(-1, a.number), (end) => {
        const isOn = ({ tree, number }: Edge) =>
          (contactOf(ends.edges, end, tree.edges, number) & contactFromA) !== 0;
        if (!isOn(a) || !isOn(b)) return false;
        this.#note(endOf({ tree: ends, number: end }, 0), a, b);
        return true;
      }),
    );
  }

  /** Records that two edges meet at a vertex of one of them. */
  #note([x, y]: readonly [x: number, y: number], a: Edge, b: Edge): void {
    const number = this.#numbers.of(x, y);
    this.places[number] ??= { x, y, a: new Map(), b: new Map() };
    const place = this.places[number];
    addSpokes(place, place.a, a);
    addSpokes(place, place.b, b);
  }
}

function unmet(tree: EdgeTree | undefined): Uint8Array {
  return new Uint8Array(tree ? tree.edges.paths.length - 1 : 0);
}

function endOf(
  { tree, number }: Pick<Edge, "tree" | "number">,
  end: 0 | 1,
): [x: number, y: number] {
  const { xy, ends } = tree.edges;
  const vertex = 2 * ends[2 * number + end]!;
  return [xy[vertex]!, xy[vertex + 1]!];
}

function addSpokes(place: MeetingPoint, spokes: Map<string, Spoke>, edge: Edge): void {
  for (const end of [0, 1] as const) {
    const [x, y] = endOf(edge, end);
    if (x === place.x && y === place.y) continue;
    // An area lies to the left of its edges, in the direction of their second end.
    const spoke = { kind: edge.kind, x, y, areaOnLeft: end === 1 };
    spokes.set(`${edge.kind} ${edge.number} ${end}`, spoke);
  }
}
