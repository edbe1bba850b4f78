import { type CollectionId, collectionIds, isCollectionId } from "../collections.ts";
import type { Resources } from "../http/environment.ts";
import { notFound } from "../problems.ts";

export type Operation = "description" | "items" | "item" | "queryables" | "aggregate";

/** Operations that the interface document does not list, by collection. */
const undocumented: Partial<Record<CollectionId, Operation[]>> = {
  "svc:hotspots": ["description", "items", "queryables"],
  "svc:static-heat-sources": ["item"],
};

/**
 * The collection that a path names.
 * @throws {Problem} when it is unknown, or does not offer the operation (404)
 */
export function offeredCollection(
  operation: Operation,
  id: string,
  { documentedOnly }: Pick<Resources, "documentedOnly">,
): CollectionId {
  if (!isCollectionId(id)) {
    throw notFound(`There is no such collection; the collections are ${collectionIds.join(", ")}.`);
  }
  if (documentedOnly && undocumented[id]?.includes(operation)) {
    throw notFound(`This operation is not offered for ${id}.`);
  }
  return id;
}
