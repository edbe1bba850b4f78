import { isProperty } from "../operators.ts";
import type { BooleanExpression } from "../tree.ts";
import { eachNode } from "../walk.ts";

/** The names of all properties that a filter looks at, in the order of their first use. */
export function propertiesOf(tree: BooleanExpression): string[] {
  const names = new Set<string>();
  eachNode(tree, (node) => {
    if (isProperty(node)) names.add(node.property);
  });
  return [...names];
}
