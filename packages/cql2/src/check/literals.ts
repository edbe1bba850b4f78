import { bboxProblem, geometryProblem } from "../geometry/validity.ts";
import { temporalProblem } from "../time/literals.ts";
import type { Expression } from "../tree.ts";

/** Why a literal cannot exist, as the rest of a sentence; undefined for sound ones and for other nodes. */
export function literalProblem(node: Expression): string | undefined {
  if (typeof node !== "object" || Array.isArray(node) || "op" in node || "property" in node) {
    return undefined;
  }
  if ("bbox" in node) return bboxProblem(node);
  if ("type" in node) return geometryProblem(node);
  return temporalProblem(node);
}

/** Calls `each` with every node of a tree and its path, parents first. */
export function eachNode(
  node: Expression,
  each: (node: Expression, path: string) => void,
  path = "",
): void {
  each(node, path);
  if (typeof node !== "object") return;
  const [children, at] = childrenOf(node, path);
  children.forEach((child, i) => {
    eachNode(child, each, `${at}[${i}]`);
  });
}

function childrenOf(node: object, path: string): [readonly Expression[], string] {
  const prefix = path === "" ? "" : `${path}.`;
  if (Array.isArray(node)) return [node, path];
  if ("op" in node) return [(node as unknown as { args: Expression[] }).args, `${prefix}args`];
  if (!("interval" in node)) return [[], path];
  // The text ends of an interval are part of the literal, not nodes of their own.
  const ends = node.interval as Expression[];
  return [ends.filter((end) => typeof end !== "string"), `${prefix}interval`];
}
