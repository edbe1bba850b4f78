/** The operations that the interface documents for its collections; a service may offer more. */
const documented = new Map([
  ["svc:satellite-perimeters", ["description", "items", "queryables", "one feature by its id"]],
  ["svc:static-heat-sources", ["description", "items", "queryables"]],
  ["svc:hotspots", ["one feature by its id"]],
]);

export type Operation = "description" | "items" | "queryables" | "one feature by its id";

/** The hint in the message of a 404 for an operation on a collection. */
export function notFoundHint(
  collectionId: string,
  operation: Operation,
  featureId?: string,
): string {
  const offered = documented.get(collectionId);
  if (offered && !offered.includes(operation)) {
    return `The service may not offer this operation (${operation}); documented for ${collectionId}: ${offered.join(", ")}.`;
  }
  if (featureId !== undefined)
    return `There is no feature ${JSON.stringify(featureId)} in ${collectionId}.`;
  return `There may be no collection ${JSON.stringify(collectionId)}: collections.list() names all collections.`;
}
