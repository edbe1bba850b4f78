import type { Hono } from "hono";
import { featureInCrs } from "../crs.ts";
import { featuresBase, type Resources, type ServiceEnv } from "../http/environment.ts";
import { notFound } from "../http/problems.ts";
import { checkRepresentation } from "../http/representation.ts";
import { parseCrs } from "../params/crs.ts";
import { offeredCollection } from "./offered.ts";

/** `GET /collections/{id}/items/{featureId}`. */
export function featureRoute(app: Hono<ServiceEnv>, resources: Resources): void {
  app.get("/ogc/features/v1/collections/:collectionId/items/:featureId", async (context) => {
    const id = offeredCollection("item", context.req.param("collectionId"), resources);
    const params = new URL(context.req.url).searchParams;
    checkRepresentation(params);
    const crs = parseCrs("crs", params);
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
    return context.body(
      `${featureInCrs(feature, crs).slice(0, -1)},"links":${JSON.stringify(links)}}`,
      200,
      {
        "Content-Type": "application/geo+json",
        "Content-Crs": `<${crs.uri}>`,
      },
    );
  });
}
