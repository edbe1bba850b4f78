import type { Hono } from "hono";
import type { Resources, ServiceEnv } from "../http/environment.ts";
import { checkRepresentation } from "../http/representation.ts";
import { offeredCollection } from "./offered.ts";

/** `GET /collections/{id}/queryables`. */
export function queryablesRoute(app: Hono<ServiceEnv>, resources: Resources): void {
  app.get("/ogc/features/v1/collections/:collectionId/queryables", async (context) => {
    checkRepresentation(new URL(context.req.url).searchParams);
    const id = offeredCollection("queryables", context.req.param("collectionId"), resources);
    return context.json({ queryables: await resources.stores[id].queryables() });
  });
}
