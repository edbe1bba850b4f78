import type { Hono } from "hono";
import {
  geoJsonType,
  htmlType,
  jsonType,
  type Link,
  linkHeader,
  negotiate,
  selfLinks,
  textBody,
} from "../http/answers.ts";
import { featuresBase, type Resources, type ServiceEnv } from "../http/environment.ts";
import { featureBody } from "../pages/items-page.ts";
import { collectionTrail, page } from "../pages/layout.ts";
import { featureName } from "../pages/map.ts";
import { checkGivenOnce, parseCrs } from "../params/items-query.ts";
import { parseProperties } from "../params/sort-and-select.ts";
import type { Features } from "../store/feature-store.ts";
import { offeredCollection } from "../values/collections.ts";
import { type Feature, featureInCrs } from "../values/crs.ts";
import { notFound } from "../values/problems.ts";
import { selectedFeature } from "../values/selected.ts";
import { answerFromState } from "./entity-tag.ts";

const offeredTypes = [geoJsonType, jsonType, htmlType];

/** `GET /collections/{id}/items/{featureId}`. */
export function featureRoute(app: Hono<ServiceEnv>, resources: Resources): void {
  app.get("/ogc/features/v1/collections/:collectionId/items/:featureId", async (context) => {
    const id = offeredCollection("item", context.req.param("collectionId"), resources);
    const type = negotiate(context, offeredTypes);
    const params = new URL(context.req.url).searchParams;
    checkGivenOnce(params, ["properties"]);
    const crs = parseCrs("crs", params);
    const properties = resources.documentedOnly ? null : params.get("properties");
    const featureId = context.req.param("featureId");
    return answerFromState(context, resources, id, read, answer);

    async function read(features: Features): Promise<string | undefined> {
      const text = await features.get(featureId);
      if (text === undefined || properties === null) return text;
      const select = parseProperties(properties, await features.queryables());
      return selectedFeature(JSON.parse(text) as Feature, select ?? []);
    }

    async function answer(text: string | undefined): Promise<Response> {
      if (text === undefined) throw notFound(`${id} has no feature with this id.`);
      const base = featuresBase(context, resources);
      const collection = `${base}/collections/${id}`;
      const self = `${collection}/items/${encodeURIComponent(featureId)}`;
      const links: Link[] = [
        ...selfLinks(self, type, offeredTypes, "This feature"),
        { href: collection, rel: "collection", type: jsonType, title: "The collection as JSON" },
      ];
      context.header("Content-Crs", `<${crs.uri}>`);
      context.header("Link", linkHeader(links));
      if (type === htmlType) {
        const feature = JSON.parse(text) as Feature;
        return page(context, {
          title: featureName(id, feature),
          trail: [...collectionTrail(id, base), ["Features", `${collection}/items?f=html`]],
          body: await featureBody(id, feature, links, resources.mapFigure),
        });
      }
      const parts = [featureInCrs(text, crs).slice(0, -1), `,"links":${JSON.stringify(links)}}`];
      const pause = resources.working.turns.pauseOf(context.req.raw.signal);
      return context.body(textBody(parts.values(), pause), 200, { "Content-Type": type });
    }
  });
}
