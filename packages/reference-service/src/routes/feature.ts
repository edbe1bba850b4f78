import type { Hono } from "hono";
import { featureInCrs } from "../crs.ts";
import type { Feature } from "../feature.ts";
import { featuresBase, type Resources, type ServiceEnv } from "../http/environment.ts";
import { type Link, linkHeader, selfLinks } from "../http/links.ts";
import { geoJsonType, htmlType, jsonType, negotiate } from "../http/media-types.ts";
import { featureBody } from "../pages/items-page.ts";
import { page } from "../pages/layout.ts";
import { parseCrs } from "../params/crs.ts";
import { notFound } from "../problems.ts";
import { offeredCollection } from "./offered.ts";

const offeredTypes = [geoJsonType, jsonType, htmlType];

/** `GET /collections/{id}/items/{featureId}`. */
export function featureRoute(app: Hono<ServiceEnv>, resources: Resources): void {
  app.get("/ogc/features/v1/collections/:collectionId/items/:featureId", async (context) => {
    const id = offeredCollection("item", context.req.param("collectionId"), resources);
    const type = negotiate(context, offeredTypes);
    const crs = parseCrs("crs", new URL(context.req.url).searchParams);
    const featureId = context.req.param("featureId");
    const feature = await resources.stores[id].get(featureId);
    if (feature === undefined) throw notFound(`${id} has no feature with this id.`);

    const base = featuresBase(context, resources);
    const collection = `${base}/collections/${id}`;
    const self = `${collection}/items/${encodeURIComponent(featureId)}`;
    const links: Link[] = [
      ...selfLinks(self, type, offeredTypes),
      { href: collection, rel: "collection", type: jsonType },
    ];
    context.header("Content-Crs", `<${crs.uri}>`);
    context.header("Link", linkHeader(links));
    if (type === htmlType) {
      const trail: [string, string][] = [
        ["Fire features", base],
        [id, collection],
        ["Features", `${collection}/items?f=html`],
      ];
      const body = featureBody(JSON.parse(feature) as Feature, links);
      return page(context, { title: featureId, trail, body, synthetic: resources.synthetic });
    }
    const text = featureInCrs(feature, crs);
    return context.body(`${text.slice(0, -1)},"links":${JSON.stringify(links)}}`, 200, {
      "Content-Type": type,
    });
  });
}
