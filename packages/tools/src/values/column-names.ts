/**
 * Names of the columns of properties, each once: `properties.` precedes those that equal another
 * column's in any case.
 *
 * @param others the columns that are not of properties
 */
export function propertyColumns(
  properties: readonly string[],
  others: readonly string[],
): string[] {
  const taken = new Set(others.map((name) => name.toLowerCase()));
  return properties.map((property) => {
    let name = property;
    while (taken.has(name.toLowerCase())) name = `properties.${name}`;
    taken.add(name.toLowerCase());
    return name;
  });
}
