import { isProperty } from "../operators.ts";
import type { BooleanExpression } from "../tree.ts";
import { eachNode } from "../walk.ts";

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
