import type { Hono } from "hono";
import type { CollectionId } from "../collections.ts";
import { type Crs, featureInCrs } from "../crs.ts";
import { featuresBase, type Resources, type ServiceEnv } from "../http/environment.ts";
import { invalidParameter } from "../http/problems.ts";
import { checkRepresentation } from "../http/representation.ts";
import type { CursorSeal } from "../http/sealed-cursor.ts";
import { textBody } from "../http/text-body.ts";
import { parseItemsQuery } from "../params/items-query.ts";
import type { Place } from "../store/feature-store.ts";
import { offeredCollection } from "./offered.ts";

/** `GET /collections/{id}/items`: a page of features, newest first. */
export function itemsRoute(app: Hono<ServiceEnv>, resources: Resources): void {
  app.get("/ogc/features/v1/collections/:collectionId/items", async (context) => {
    const id = offeredCollection("items", context.req.param("collectionId"), resources);
    const params = new URL(context.req.url).searchParams;
    checkRepresentation(params);
    const store = resources.stores[id];
    const query = parseItemsQuery(params, await store.queryables());
    const { selection, limit, offset, cursor, crs } = query;
    const after = cursor === undefined ? undefined : openCursor(resources.cursors, id, cursor);
    const page = await store.find(selection, { limit, after, offset });

    const collection = `${featuresBase(context, resources)}/collections/${id}`;
    const links = [
      link("self", `${collection}/items`, params, "application/geo+json"),
      { href: collection, rel: "collection", type: "application/json" },
    ];
    if (page.next) {
      const next = new URLSearchParams(params);
      next.delete("offset");
      next.set("cursor", resources.cursors.seal([id, page.next.time, page.next.id]));
      links.push(link("next", `${collection}/items`, next, "application/geo+json"));
    }
    const head = {
      type: "FeatureCollection",
      timeStamp: new Date(resources.now()).toISOString(),
      numberMatched: page.matched,
      numberReturned: page.returned,
      links,
    };
    return context.body(textBody(collectionText(head, inCrs(page.features, crs))), 200, {
      "Content-Type": "application/geo+json",
      "Content-Crs": `<${crs.uri}>`,
    });
  });
}

function link(rel: string, href: string, params: URLSearchParams, type: string) {
  return { href: params.size > 0 ? `${href}?${params}` : href, rel, type };
}

function* collectionText(head: object, features: Iterable<string>): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"features":[`;
  let separator = "";
  for (const feature of features) {
    yield separator + feature;
    separator = ",\n";
  }
  yield "]}";
}

function* inCrs(features: Iterable<string>, crs: Crs): Generator<string> {
  for (const feature of features) yield featureInCrs(feature, crs);
}

function openCursor(seal: CursorSeal, collection: CollectionId, cursor: string): Place {
  const payload = seal.open(cursor) as [CollectionId, number | null, string] | undefined;
  if (payload?.[0] !== collection) {
    throw invalidParameter(
      "cursor",
      "is not from a next link of this collection; start again without it.",
    );
  }
  return { time: payload[1], id: payload[2] };
}
