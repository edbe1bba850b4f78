import { limitError, maxDepth } from "./limits.ts";
import { isProperty } from "./operators.ts";
import type { BooleanExpression, Expression } from "./tree.ts";

/**
 * The names of all properties that a filter uses, in the order of their first use.
 *
 * @example
 * ```js
 * propertiesOf(parse("frp > 50 AND (state = 'OR' OR frp IS NULL)")); // → ["frp", "state"]
 * ```
 */
export function propertiesOf(tree: BooleanExpression): string[] {
  const names = new Set<string>();
  eachNode(tree, (node) => {
    if (isProperty(node)) names.add(node.property);
  });
  return [...names];
}

/** The path from the root to a node: member names and indexes. */
export type Path = readonly (string | number)[];

/** A path as messages show it, like `args[0].args[1]`; empty for the root. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? key : `${text}.${key}`;
  }, "");
}

/**
 * Calls `each` with every node of a tree, parents first. The path is one array
 * that changes during the walk: format it inside the callback.
 *
 * @throws {Cql2Error} when the tree is too deep for any stack or contains itself (`limit`)
 */
export function eachNode(
  node: Expression,
  each: (node: Expression, path: Path) => void,
  path: (string | number)[] = [],
): void {
  if (path.length > 2 * maxDepth) throw limitError("depth", maxDepth);
  each(node, path);
  if (typeof node !== "object") return;
  if (Array.isArray(node)) {
    eachChild(node, each, path);
  } else if ("op" in node) {
    path.push("args");
    eachChild(node.args, each, path);
    path.pop();
  } else if ("interval" in node) {
    path.push("interval");
    // The text ends of an interval are part of the literal, not nodes of their own.
    for (const [i, end] of node.interval.entries()) {
      if (typeof end !== "string") eachNode(end, each, [...path, i]);
    }
    path.pop();
  }
}

function eachChild(
  children: readonly Expression[],
  each: (node: Expression, path: Path) => void,
  path: (string | number)[],
): void {
  for (let i = 0; i < children.length; i++) {
    path.push(i);
    eachNode(children[i]!, each, path);
    path.pop();
  }
}

/** Throws for trees too deep for the recursions of this package. */
export function checkDepth(tree: Expression): void {
  eachNode(tree, () => {});
}
