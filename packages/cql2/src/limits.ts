import { Cql2Error } from "./error.ts";
import type { Operation } from "./operators.ts";
import type { Expression, Geometry } from "./tree.ts";

/** Bounds on a filter from outside. */
export interface Limits {
  /** Length of the source in characters; for JSON given as values, the number of nodes. */
  length: number;
  /** Nesting of parentheses and of the tree; never more than 1,000, which every stack bears. */
  depth: number;
  /** Numbers, texts, truth values, dates, times and geometries. */
  literals: number;
  /** Positions of all geometries together. */
  vertices: number;
}

export const DEFAULT_LIMITS: Readonly<Limits> = {
  length: 65_536,
  depth: 100,
  literals: 1_000,
  vertices: 10_000,
};

const DEEPEST = 1_000;

export function withDefaults(limits: Partial<Limits> = {}): Limits {
  const all = { ...DEFAULT_LIMITS, ...limits };
  return { ...all, depth: Math.min(all.depth, DEEPEST) };
}

const NAMES: Readonly<Record<keyof Limits, string>> = {
  length: "characters long",
  depth: "levels deep",
  literals: "literals",
  vertices: "vertices",
};

export function limitError(limit: keyof Limits, most: number, position?: number): Cql2Error {
  const what = limit === "length" || limit === "depth" ? "be" : "have";
  return new Cql2Error(
    "limit",
    `The filter may ${what} at most ${most.toLocaleString("en")} ${NAMES[limit]}; make it smaller or raise limits.${limit}`,
    position === undefined ? {} : { position, length: 1 },
  );
}

function countPositions(coordinates: readonly unknown[]): number {
  if (typeof coordinates[0] === "number") return 1;
  let count = 0;
  for (const part of coordinates) count += countPositions(part as readonly unknown[]);
  return count;
}

/**
 * Measures a tree without recursion, so that even a cyclic one ends in an error.
 * Counts of literals and vertices are only held to `limits` where it is given:
 * a program may build larger filters than a stranger may send.
 */
export function assertWithin(tree: Expression, limits?: Limits): void {
  const deepest = limits?.depth ?? DEEPEST;
  const stack: [unknown, number][] = [[tree, 1]];
  let literals = 0;
  let vertices = 0;
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [node, depth] = next;
    if (depth > deepest) throw limitError("depth", deepest);
    if (Array.isArray(node)) {
      for (const item of node) stack.push([item, depth + 1]);
    } else if (typeof node === "object" && node !== null) {
      if ("op" in node) {
        for (const arg of (node as unknown as Operation).args) stack.push([arg, depth + 1]);
        continue;
      }
      if ("property" in node) continue;
      if ("interval" in node) {
        for (const end of node.interval as unknown[]) stack.push([end, depth + 1]);
        continue;
      }
      literals += 1;
      if ("geometries" in node) {
        for (const part of node.geometries as Geometry[]) stack.push([part, depth + 1]);
      } else if ("coordinates" in node) {
        vertices += countPositions(node.coordinates as unknown[]);
      }
    } else {
      literals += 1;
    }
    if (limits === undefined) continue;
    if (literals > limits.literals) throw limitError("literals", limits.literals);
    if (vertices > limits.vertices) throw limitError("vertices", limits.vertices);
  }
}
