import { type CollectionId, collectionText } from "../collections.ts";
import type { Resources } from "../http/environment.ts";
import type { CollectionOverview } from "../pages/collection-pages.ts";

/** What a page shows of a collection before its features. */
export async function overviewOf(
  id: CollectionId,
  base: string,
  { stores }: Resources,
): Promise<CollectionOverview> {
  const href = `${base}/collections/${id}`;
  const [count, { bounds, interval }] = await Promise.all([
    stores[id].count({}),
    stores[id].extent(),
  ]);
  const { title, description } = collectionText(id, false);
  return { id, title, description, href, count, bounds, interval };
}
