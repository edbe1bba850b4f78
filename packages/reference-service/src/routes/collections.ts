import { printInstant } from "@emberline/geo";
import type { Hono } from "hono";
import { html } from "hono/html";
import { type CollectionId, collectionIds, collectionText } from "../collections.ts";
import { crs84, crsList } from "../crs.ts";
import { featuresBase, ownUrl, type Resources, type ServiceEnv } from "../http/environment.ts";
import { type Link, linkHeader, selfLinks } from "../http/links.ts";
import { geoJsonType, htmlType, jsonType, negotiate, schemaType } from "../http/media-types.ts";
import { linkList } from "../pages/items-page.ts";
import { definitionList, page } from "../pages/layout.ts";
import { offeredCollection } from "./offered.ts";

const offeredTypes = [jsonType, htmlType];
const gregorian = "http://www.opengis.net/def/uom/ISO-8601/0/Gregorian";

export const queryablesRelation = "http://www.opengis.net/def/rel/ogc/1.0/queryables";

/** `GET /collections` and `GET /collections/{id}`. */
export function collectionRoutes(app: Hono<ServiceEnv>, resources: Resources): void {
  const { synthetic } = resources;

  app.get("/ogc/features/v1/collections", async (context) => {
    const type = negotiate(context, offeredTypes);
    const base = featuresBase(context, resources);
    const links = selfLinks(ownUrl(context, resources), type, offeredTypes);
    const collections = await Promise.all(collectionIds.map((id) => describe(id, base, resources)));
    context.header("Link", linkHeader(links));
    if (type !== htmlType) return context.json({ links, collections });
    const rows = collections.map(
      ({ id, title, description }) =>
        html`<dt><a href="${base}/collections/${id}">${title}</a></dt><dd>${description}</dd>`,
    );
    const trail: [string, string][] = [["Fire features", base]];
    return page(context, { title: "Collections", trail, body: html`<dl>${rows}</dl>`, synthetic });
  });

  app.get("/ogc/features/v1/collections/:collectionId", async (context) => {
    const id = offeredCollection("description", context.req.param("collectionId"), resources);
    const type = negotiate(context, offeredTypes);
    const base = featuresBase(context, resources);
    const collection = await describe(id, base, resources);
    const self = `${base}/collections/${id}${new URL(context.req.url).search}`;
    const links = [...selfLinks(self, type, offeredTypes), ...collection.links.slice(1)];
    context.header("Link", linkHeader(links));
    if (type !== htmlType) return context.json({ ...collection, links });
    const trail: [string, string][] = [
      ["Fire features", base],
      ["Collections", `${base}/collections`],
    ];
    const { title, description, notices = [], extent, crs } = collection;
    const facts = definitionList([
      ["Identifier", id],
      ["Spatial extent (west, south, east, north)", extent.spatial?.bbox[0]?.join(", ")],
      ["Temporal extent", extent.temporal?.interval[0]?.join(" to ")],
      ["Reference systems", crs.join(", ")],
    ]);
    const body = html`<p>${description}</p>${facts}${linkList(links)}`;
    return page(context, { title, trail, body, synthetic, notices });
  });
}

async function describe(id: CollectionId, base: string, resources: Resources) {
  const { stores, synthetic } = resources;
  const notices = resources.notices[id];
  const { bounds, interval } = await stores[id].extent();
  const self = `${base}/collections/${id}`;
  const links: Link[] = [
    { href: self, rel: "self", type: jsonType },
    { href: `${self}/items`, rel: "items", type: geoJsonType, title: "Features as GeoJSON" },
    { href: `${self}/items?f=html`, rel: "items", type: htmlType, title: "Features as a page" },
    { href: `${self}/queryables`, rel: queryablesRelation, type: schemaType, title: "Queryables" },
  ];
  return {
    id,
    ...collectionText(id, synthetic),
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
