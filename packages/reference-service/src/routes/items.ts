import { Cql2Error } from "@emberline/cql2";
import type { Pause } from "@emberline/turns";
import type { Hono } from "hono";
import {
  geoJsonType,
  htmlType,
  jsonType,
  type Link,
  linkHeader,
  negotiate,
  schemaType,
  selfLinks,
  textBody,
} from "../http/answers.ts";
import { featuresBase, type Resources, type ServiceEnv } from "../http/environment.ts";
import { parseItemsQuery } from "../params/items-query.ts";
import type { Features, Page, SortedPage } from "../store/feature-store.ts";
import { offeredCollection } from "../values/collections.ts";
import { type Crs, defaultCrs, featureInCrs } from "../values/crs.ts";
import { invalidParameter } from "../values/problems.ts";
import { queryablesRelation } from "./collections.ts";
import { answerFromState } from "./entity-tag.ts";
import { openCursor, sealPlace, sortPlaceAt, timePlaceAt } from "./items-cursor.ts";
import { type FoundItems, itemsPage, maxShown } from "./items-page.ts";
import { sortablesLink } from "./sortables.ts";

const offeredTypes = [geoJsonType, jsonType, htmlType];

/** `GET /collections/{id}/items`: a page of features, newest first. */
export function itemsRoute(app: Hono<ServiceEnv>, resources: Resources): void {
  app.get("/ogc/features/v1/collections/:collectionId/items", async (context) => {
    const id = offeredCollection("items", context.req.param("collectionId"), resources);
    const type = negotiate(context, offeredTypes);
    const params = new URL(context.req.url).searchParams;
    const base = featuresBase(context, resources);
    const collection = `${base}/collections/${id}`;
    const self = `${collection}/items${params.size > 0 ? `?${params}` : ""}`;
    const links: Link[] = [
      ...selfLinks(self, type, offeredTypes, "These features"),
      { href: collection, rel: "collection", type: jsonType, title: "The collection as JSON" },
      {
        href: `${collection}/queryables`,
        rel: queryablesRelation,
        type: schemaType,
        title: "Queryables as JSON Schema",
      },
      ...(resources.documentedOnly ? [] : [sortablesLink(collection)]),
    ];
    return answerFromState(context, resources, id, read, (found) =>
      type === htmlType
        ? itemsPage(context, resources, { id, params, links, ...found })
        : answer(found),
    );

    async function read(features: Features, pause: Pause): Promise<FoundItems> {
      const query = parseItemsQuery(params, await features.queryables(), resources.documentedOnly);
      const { selection, offset, cursor, by, select } = query;
      const limit = type === htmlType ? Math.min(query.limit, maxShown) : query.limit;
      const after = cursor === undefined ? undefined : openCursor(resources.cursors, id, cursor);
      const page = { limit, offset, ...(select && { select }) };
      const find = by
        ? async () =>
            features.sorted(
              selection,
              { ...page, by, ...(after && { after: await sortPlaceAt(after, by, features) }) },
              pause,
            )
        : () => features.find(selection, { ...page, after: after && timePlaceAt(after) }, pause);
      return { query: { ...query, limit }, found: await refusingFilter<Page | SortedPage>(find) };
    }

    function answer({ query, found }: FoundItems): Response {
      if (found.next) {
        const next = new URLSearchParams(params);
        next.delete("offset");
        next.set("cursor", sealPlace(resources.cursors, id, found.next, query.by));
        links.push({ href: `${collection}/items?${next}`, rel: "next", type, title: "Next page" });
      }
      context.header("Content-Crs", `<${query.crs.uri}>`);
      context.header("Link", linkHeader(links));
      const head = {
        type: "FeatureCollection",
        timeStamp: new Date(resources.now()).toISOString(),
        numberMatched: found.matched,
        numberReturned: found.returned,
        links,
      };
      const parts = collectionParts(head, inCrs(found.features, query.crs));
      const pause = resources.working.turns.pauseOf(context.req.raw.signal);
      return context.body(textBody(parts, pause), 200, { "Content-Type": type });
    }
  });
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

function inCrs(features: Iterable<string>, crs: Crs): Iterable<string> {
  if (crs === defaultCrs) return features;
  return (function* () {
    for (const feature of features) yield featureInCrs(feature, crs);
  })();
}

/**
 * Searches with a filter that may turn out to be too hard.
 * @throws {Problem} when it does (400)
 */
export async function refusingFilter<T>(search: () => Promise<T>): Promise<T> {
  try {
    return await search();
  } catch (error) {
    if (error instanceof Cql2Error)
      throw invalidParameter("filter", `cannot be used: ${error.message}`);
    throw error;
  }
}
