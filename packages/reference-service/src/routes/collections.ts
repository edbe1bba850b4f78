import { printInstant } from "@emberline/geo";
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
} from "../http/answers.ts";
import { withDeclared } from "../http/coverage.ts";
import { featuresBase, ownUrl, type Resources, type ServiceEnv } from "../http/environment.ts";
import { creditMembers, feedDescription } from "../http/feed-notices.ts";
import {
  type CollectionOverview,
  collectionBody,
  collectionCards,
  feedTable,
} from "../pages/collection-pages.ts";
import { linkList, page } from "../pages/layout.ts";
import type { Extent } from "../store/feature-store.ts";
import {
  type CollectionId,
  collectionText,
  detectionsText,
  offeredCollection,
} from "../values/collections.ts";
import { crs84, crsList } from "../values/crs.ts";
import { answerFromState, collectionNotices } from "./entity-tag.ts";
import { overviewOf } from "./landing.ts";
import { schemaRelations } from "./schema.ts";
import { sortablesLink } from "./sortables.ts";

const offeredTypes = [jsonType, htmlType];
const gregorian = "http://www.opengis.net/def/uom/ISO-8601/0/Gregorian";

export const queryablesRelation = "http://www.opengis.net/def/rel/ogc/1.0/queryables";
const aggregateRelation = "https://github.com/emberline/emberline/spec/aggregate/1.0/rel/aggregate";

/** `GET /collections`. */
export function collectionsRoute(app: Hono<ServiceEnv>, resources: Resources): void {
  const { stores } = resources;
  app.get("/ogc/features/v1/collections", async (context) => {
    const type = negotiate(context, offeredTypes);
    const base = featuresBase(context, resources);
    const links = selfLinks(ownUrl(context, resources), type, offeredTypes, "The collections");
    context.header("Link", linkHeader(links));
    if (type !== htmlType) {
      const described = resources.collections.map(async (id) =>
        describe(id, base, await stores[id].extent(), resources),
      );
      return context.json({ links, collections: await Promise.all(described) });
    }
    const overviews = await Promise.all(
      resources.collections.map((id) =>
        stores[id].read((features) => overviewOf(id, base, features)),
      ),
    );
    return page(context, {
      title: "Collections",
      trail: [["Fire features", base]],
      body: [collectionCards(overviews), linkList(links)],
    });
  });
}

/** `GET /collections/{id}`. */
export function collectionRoute(app: Hono<ServiceEnv>, resources: Resources): void {
  app.get("/ogc/features/v1/collections/:collectionId", async (context) => {
    const id = offeredCollection("description", context.req.param("collectionId"), resources);
    const type = negotiate(context, offeredTypes);
    const base = featuresBase(context, resources);
    return answerFromState(
      context,
      resources,
      id,
      (features) => (type === htmlType ? overviewOf(id, base, features) : features.extent()),
      answer,
    );

    async function answer(found: CollectionOverview | Extent): Promise<Response> {
      const collection = describe(id, base, found, resources);
      const self = `${base}/collections/${id}${new URL(context.req.url).search}`;
      const links = [
        ...selfLinks(self, type, offeredTypes, "The collection"),
        ...collection.links.slice(1),
      ];
      context.header("Link", linkHeader(links));
      if (!("count" in found)) return context.json({ ...collection, links });
      return page(context, {
        title: collectionText(id, false).title,
        trail: [
          ["Fire features", base],
          ["Collections", `${base}/collections`],
        ],
        notices: collectionNotices(id, resources),
        body: await collectionBody(
          found,
          collection,
          links,
          resources.mapFigure,
          feedTable(
            resources.live?.feedsOf(id) ?? [],
            resources.live?.areas ?? [],
            resources.now(),
          ),
        ),
      });
    }
  });
}

function describe(
  id: CollectionId,
  base: string,
  { bounds, interval }: Extent,
  resources: Resources,
) {
  const { synthetic, live, declared, documentedOnly } = resources;
  const notices = collectionNotices(id, resources);
  const feeds = live?.feedsOf(id) ?? [];
  const areas = live?.areas ?? [];
  const system = feeds.find((feed) => feed.system !== null)?.system;
  const coverage = withDeclared(live?.coverageOf(id), declared[id]);
  const self = `${base}/collections/${id}`;
  const queryables = `${self}/queryables`;
  const links: Link[] = [
    { href: self, rel: "self", type: jsonType, title: "The collection as JSON" },
    { href: `${self}/items`, rel: "items", type: geoJsonType, title: "Features as GeoJSON" },
    { href: `${self}/items?f=html`, rel: "items", type: htmlType, title: "Features as a page" },
    {
      href: queryables,
      rel: queryablesRelation,
      type: schemaType,
      title: "Queryables as JSON Schema",
    },
    {
      href: `${queryables}?f=html`,
      rel: queryablesRelation,
      type: htmlType,
      title: "Queryables as a page",
    },
    ...(documentedOnly
      ? []
      : [
          ...schemaRelations.map((rel) => ({
            href: `${self}/schema`,
            rel,
            type: schemaType,
            title: "Properties as JSON Schema, each of one type",
          })),
          sortablesLink(self),
          {
            href: `${self}/aggregate`,
            rel: aggregateRelation,
            type: jsonType,
            title: "Counts and statistics as JSON",
          },
        ]),
  ];
  return {
    id,
    ...collectionText(id, synthetic[id] === "all"),
    ...(system !== null && system !== undefined && { description: detectionsText(system) }),
    ...(synthetic[id] === "all" && { synthetic: true }),
    ...creditMembers(live?.creditsOf(id) ?? []),
    ...(feeds.length > 0 && {
      feeds: feeds.map((each) => feedDescription(each, feeds, areas, resources.now())),
    }),
    ...(coverage && { coverage }),
    ...(notices.length > 0 && { notices }),
    links,
    extent: {
      ...(bounds && { spatial: { bbox: [bounds], crs: crs84 } }),
      ...(interval && {
        temporal: {
          interval: [[printInstant(interval.start), printInstant(interval.end)]],
          trs: gregorian,
        },
      }),
    },
    itemType: "feature",
    crs: crsList.map(({ uri }) => uri),
    storageCrs: crs84,
  };
}
