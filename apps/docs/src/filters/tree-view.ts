import { element } from "../elements.ts";

/** A filter's tree as nested lists: operators with their operands below them. */
export function treeView(node: unknown): HTMLElement {
  if (typeof node === "object" && node !== null && "op" in node && "args" in node) {
    const operands = (node.args as readonly unknown[]).map(treeView);
    return element("li", {}, element("b", {}, String(node.op)), element("ul", {}, ...operands));
  }
  if (typeof node === "object" && node !== null && "property" in node)
    return element("li", {}, element("i", {}, String(node.property)));
  if (Array.isArray(node))
    return element("li", {}, "list", element("ul", {}, ...node.map(treeView)));
  return element("li", {}, element("code", {}, JSON.stringify(node)));
}
