import { type Link, linkHeader } from "../http/answers.ts";
import { featuresBase, type Resources, type ServiceContext } from "../http/environment.ts";
import { itemsBody } from "../pages/items-page.ts";
import { collectionTrail, page } from "../pages/layout.ts";
import type { ItemsQuery } from "../params/items-query.ts";
import type { Page, SortedPage } from "../store/feature-store.ts";
import { type CollectionId, collectionText } from "../values/collections.ts";
import type { Feature } from "../values/crs.ts";
import { collectionNotices } from "./entity-tag.ts";

/** Maximum features on a page: larger maps and tables are slow and hard to read. */
export const maxShown = 100;

/** What a request selects, and its page of features. */
export interface FoundItems {
  readonly query: ItemsQuery;
  readonly found: Page | SortedPage;
}

interface ShownItems extends FoundItems {
  readonly id: CollectionId;
  readonly params: URLSearchParams;
  readonly links: readonly Link[];
}

/** Features as a page for readers; its address is that of the same data for programs. */
export async function itemsPage(
  context: ServiceContext,
  resources: Resources,
  { id, params, links, query, found }: ShownItems,
): Promise<Response> {
  const base = featuresBase(context, resources);
  const collection = `${base}/collections/${id}`;
  const items = `${collection}/items`;
  const { title } = collectionText(id, false);
  const features = Array.from(found.features, (text) => JSON.parse(text) as Feature);
  const body = await itemsBody(
    {
      id,
      features,
      matched: found.matched,
      box: query.selection.box,
      isSorted: query.by !== undefined,
    },
    { links, ...neighbours(items, params, query, found) },
    (featureId) => `${items}/${encodeURIComponent(featureId)}?f=html`,
    resources.mapFigure,
  );
  context.header("Content-Crs", `<${query.crs.uri}>`);
  context.header("Link", linkHeader(links));
  return page(context, {
    title: `${title}: features`,
    trail: collectionTrail(id, base),
    notices: collectionNotices(id, resources),
    body,
  });
}

/** Addresses of the pages around this one; by a cursor, its place in the list is unknown. */
function neighbours(
  action: string,
  params: URLSearchParams,
  { offset, cursor, limit }: ItemsQuery,
  { matched, returned }: { matched: number; returned: number },
) {
  const at = (place: number) => {
    const there = new URLSearchParams(params);
    there.delete("cursor");
    there.delete("offset");
    if (place > 0) there.set("offset", String(place));
    there.set("f", "html");
    return `${action}?${there}`;
  };
  if (cursor !== undefined) return { first: undefined, previous: at(0), next: undefined };
  return {
    first: offset + 1,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : undefined,
    next: offset + returned < matched ? at(offset + returned) : undefined,
  };
}
