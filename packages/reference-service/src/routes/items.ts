import { Cql2Error } from "@emberline/cql2";
import type { Pause } from "@emberline/turns";
import type { Hono } from "hono";
import { type CollectionId, collectionText } from "../collections.ts";
import { type Crs, featureInCrs } from "../crs.ts";
import type { Feature } from "../feature.ts";
import { featuresBase, type Resources, type ServiceEnv } from "../http/environment.ts";
import { type Link, linkHeader, selfLinks } from "../http/links.ts";
import { geoJsonType, htmlType, jsonType, negotiate, schemaType } from "../http/media-types.ts";
import type { CursorSeal } from "../http/sealed-cursor.ts";
import { textBody } from "../http/text-body.ts";
import { withinTime } from "../http/working-time.ts";
import { itemsBody } from "../pages/items-page.ts";
import { page as htmlPage } from "../pages/layout.ts";
import { parseItemsQuery } from "../params/items-query.ts";
import { invalidParameter } from "../problems.ts";
import type {
  FeatureStore,
  OrderKey,
  Page,
  PageRequest,
  Selection,
} from "../store/feature-store.ts";
import { queryablesRelation } from "./collections.ts";
import { offeredCollection } from "./offered.ts";

const offeredTypes = [geoJsonType, jsonType, htmlType];

/** Maximum features on an HTML page: larger maps and tables are slow and hard to read. */
const maxShown = 100;

/** `GET /collections/{id}/items`: a page of features, newest first. */
export function itemsRoute(app: Hono<ServiceEnv>, resources: Resources): void {
  app.get("/ogc/features/v1/collections/:collectionId/items", async (context) => {
    const id = offeredCollection("items", context.req.param("collectionId"), resources);
    const type = negotiate(context, offeredTypes);
    const params = new URL(context.req.url).searchParams;
    const store = resources.stores[id];
    const query = parseItemsQuery(params, await store.queryables());
    const { selection, offset, cursor, crs } = query;
    const limit = type === htmlType ? Math.min(query.limit, maxShown) : query.limit;
    const after = cursor === undefined ? undefined : openCursor(resources.cursors, id, cursor);
    const request = context.req.raw;
    const page = await withinTime(request, resources.working, (pause) =>
      find(store, selection, { limit, after, offset }, pause),
    );

    const base = featuresBase(context, resources);
    const collection = `${base}/collections/${id}`;
    const self = `${collection}/items${params.size > 0 ? `?${params}` : ""}`;
    const links: Link[] = [
      ...selfLinks(self, type, offeredTypes),
      { href: collection, rel: "collection", type: jsonType },
      { href: `${collection}/queryables`, rel: queryablesRelation, type: schemaType },
    ];
    if (page.next) {
      const next = new URLSearchParams(params);
      next.delete("offset");
      next.set("cursor", resources.cursors.seal([id, page.next.time, page.next.id]));
      links.push({ href: `${collection}/items?${next}`, rel: "next", type, title: "Next page" });
    }
    context.header("Content-Crs", `<${crs.uri}>`);
    context.header("Link", linkHeader(links));
    if (type === htmlType) {
      const { synthetic } = resources;
      const { title } = collectionText(id, synthetic);
      const features = Array.from(page.features, (text) => JSON.parse(text) as Feature);
      const hrefOf = (featureId: string) =>
        `${collection}/items/${encodeURIComponent(featureId)}?f=html`;
      const body = itemsBody(features, page.matched, links, hrefOf);
      return htmlPage(context, {
        title,
        trail: [
          ["Fire features", base],
          [id, collection],
        ],
        body,
        synthetic,
        notices: resources.notices[id],
      });
    }
    const head = {
      type: "FeatureCollection",
      timeStamp: new Date(resources.now()).toISOString(),
      numberMatched: page.matched,
      numberReturned: page.returned,
      links,
    };
    const parts = collectionParts(head, inCrs(page.features, crs));
    const pause = resources.working.turns.pauseOf(request.signal);
    return context.body(textBody(parts, pause), 200, { "Content-Type": type });
  });
}

async function find(
  store: FeatureStore,
  selection: Selection,
  page: PageRequest,
  pause: Pause,
): Promise<Page> {
  try {
    return await store.find(selection, page, pause);
  } catch (error) {
    if (error instanceof Cql2Error)
      throw invalidParameter("filter", `cannot be used: ${error.message}`);
    throw error;
  }
}

function* collectionParts(head: object, features: Iterable<string>): Generator<string> {
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

function openCursor(seal: CursorSeal, collection: CollectionId, cursor: string): OrderKey {
  const payload = seal.open(cursor) as [CollectionId, number | null, string] | undefined;
  if (payload?.[0] !== collection) {
    throw invalidParameter(
      "cursor",
      "does not come from a next link of this collection; start again without it.",
    );
  }
  return { time: payload[1], id: payload[2] };
}
