import { eachPosition, type Geometry } from "@emberline/geo";
import { Cql2Error } from "./error.ts";
import type { Operation } from "./operators.ts";
import type { Expression } from "./tree.ts";

/** Limits on untrusted filters. */
export interface Limits {
  /** Length of the source in characters; for JSON given as values, the number of nodes. */
  length: number;
  /** Nesting of parentheses and of the tree; at most 250, which is safe for every call stack. */
  depth: number;
  /** Numbers, texts, truth values, dates, times and geometries. */
  literals: number;
  /** Positions of all geometries together. */
  vertices: number;
}

export const defaultLimits: Readonly<Limits> = {
  length: 65_536,
  depth: 100,
  literals: 1_000,
  vertices: 10_000,
};

/** Most self-intersections of one geometry: more would take seconds to repair. */
export const maxCrossings = 50_000;

/** The deepest tree that every engine can recurse through. */
export const maxDepth = 250;

export function withDefaults(limits?: Partial<Limits>): Limits {
  if (limits === undefined) return defaultLimits;
  const all = { ...defaultLimits, ...limits };
  return { ...all, depth: Math.min(all.depth, maxDepth) };
}

const limitNames: Readonly<Record<keyof Limits, string>> = {
  length: "characters long",
  depth: "levels deep",
  literals: "literals",
  vertices: "vertices",
};

export function limitError(limit: keyof Limits, most: number, position?: number): Cql2Error {
  const what = limit === "length" || limit === "depth" ? "be" : "have";
  return new Cql2Error(
    "limit",
    `The filter may ${what} at most ${most.toLocaleString("en")} ${limitNames[limit]}; make it smaller or raise limits.${limit}`,
    position === undefined ? {} : { position, length: 1 },
  );
}

/** Checks a tree of any depth against the limits, without recursion. */
export function assertWithin(tree: Expression, limits: Limits): void {
  const nodes: unknown[] = [tree];
  const depths: number[] = [1];
  let literals = 0;
  let vertices = 0;
  while (nodes.length > 0) {
    const node = nodes.pop();
    const depth = depths.pop()!;
    if (depth > limits.depth) throw limitError("depth", limits.depth);
    const children = childrenOf(node);
    for (const child of children) {
      nodes.push(child);
      depths.push(depth + 1);
    }
    if (typeof node !== "object") literals += 1;
    else if (node !== null && isGeometryOrMoment(node)) {
      literals += 1;
      if ("coordinates" in node) eachPosition(node as Geometry, () => vertices++);
    }
    if (literals > limits.literals) throw limitError("literals", limits.literals);
    if (vertices > limits.vertices) throw limitError("vertices", limits.vertices);
  }
}

const noChildren: readonly unknown[] = [];

function childrenOf(node: unknown): readonly unknown[] {
  if (typeof node !== "object" || node === null) return noChildren;
  if (Array.isArray(node)) return node;
  if ("op" in node) return (node as unknown as Operation).args;
  if ("interval" in node) return node.interval as unknown[];
  return "geometries" in node ? (node.geometries as Geometry[]) : noChildren;
}

function isGeometryOrMoment(node: object): boolean {
  return !(Array.isArray(node) || "op" in node || "property" in node || "interval" in node);
}
