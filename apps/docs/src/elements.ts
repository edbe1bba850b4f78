/** An element with attributes and children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string | readonly Node[])[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(fragment(children.flat()));
  return made;
}

/** Nodes to add at once. */
export function fragment(nodes: readonly (Node | string)[]): DocumentFragment {
  const made = document.createDocumentFragment();
  for (const node of nodes) made.append(node);
  return made;
}
