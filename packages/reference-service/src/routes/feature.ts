import type { Hono } from "hono";
import { featuresBase, type Resources, type ServiceEnv } from "../http/environment.ts";
import { invalidParameter, notFound } from "../http/problems.ts";
import { checkRepresentation } from "../http/representation.ts";
import { offeredCollection } from "./offered.ts";

const CRS84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84";

/** `GET /collections/{id}/items/{featureId}`. */
export function featureRoute(app: Hono<ServiceEnv>, resources: Resources): void {
  app.get("/ogc/features/v1/collections/:collectionId/items/:featureId", async (context) => {
    const id = offeredCollection("item", context.req.param("collectionId"), resources);
    const params = new URL(context.req.url).searchParams;
    checkRepresentation(params);
    const crs = params.get("crs");
    if (crs !== null && crs !== CRS84) {
      throw invalidParameter("crs", `must be ${CRS84}, the only CRS this service offers.`);
    }
    const featureId = context.req.param("featureId");
    const feature = await resources.stores[id].get(featureId);
    if (feature === undefined) throw notFound(`${id} has no feature with this id.`);
    const collection = `${featuresBase(context, resources)}/collections/${id}`;
    const links = [
      {
        href: `${collection}/items/${encodeURIComponent(featureId)}`,
        rel: "self",
        type: "application/geo+json",
      },
      { href: collection, rel: "collection", type: "application/json" },
    ];
    return context.body(`${feature.slice(0, -1)},"links":${JSON.stringify(links)}}`, 200, {
      "Content-Type": "application/geo+json",
    });
  });
}
