/** The structured answer of a tool. */
export type Answer = Readonly<Record<string, unknown>>;

/** What a filter on a collection may use, of its description. */
export function onlyQueryables({ collection, properties, filters, omitted, notices }: Answer) {
  const named = propertiesOf(properties).map(({ name, types, unit }) => ({ name, types, unit }));
  return { collection, properties: named, filters, omitted, notices };
}

/** One property of a collection's description; null if it has none of that name. */
export function onlyProperty(
  { collection, properties }: Answer,
  { property }: Readonly<Record<string, string>>,
) {
  const described = propertiesOf(properties).find(({ name }) => name === property);
  return described ? { collection, ...described } : null;
}

function propertiesOf(properties: unknown): readonly Answer[] {
  return Array.isArray(properties) ? properties : [];
}
