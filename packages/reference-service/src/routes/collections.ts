import type { Hono } from "hono";
import { COLLECTION_IDS, type CollectionId, collectionText } from "../collections.ts";
import { CRS_LIST, CRS84 } from "../crs.ts";
import { featuresBase, type Resources, type ServiceEnv } from "../http/environment.ts";
import { checkRepresentation } from "../http/representation.ts";
import { formatInstant } from "../time.ts";
import { offeredCollection } from "./offered.ts";

const GREGORIAN = "http://www.opengis.net/def/uom/ISO-8601/0/Gregorian";

/** `GET /collections` and `GET /collections/{id}`. */
export function collectionRoutes(app: Hono<ServiceEnv>, resources: Resources): void {
  app.get("/ogc/features/v1/collections", async (context) => {
    checkRepresentation(new URL(context.req.url).searchParams);
    const base = featuresBase(context, resources);
    return context.json({
      links: [{ href: `${base}/collections`, rel: "self", type: "application/json" }],
      collections: await Promise.all(COLLECTION_IDS.map((id) => describe(id, base, resources))),
    });
  });

  app.get("/ogc/features/v1/collections/:collectionId", async (context) => {
    checkRepresentation(new URL(context.req.url).searchParams);
    const id = offeredCollection("description", context.req.param("collectionId"), resources);
    return context.json(await describe(id, featuresBase(context, resources), resources));
  });
}

async function describe(id: CollectionId, base: string, { stores, synthetic }: Resources) {
  const { bounds, interval } = await stores[id].extent();
  const self = `${base}/collections/${id}`;
  return {
    id,
    ...collectionText(id, synthetic),
    links: [
      { href: self, rel: "self", type: "application/json" },
      { href: `${self}/items`, rel: "items", type: "application/geo+json" },
      {
        href: `${self}/queryables`,
        rel: "http://www.opengis.net/def/rel/ogc/1.0/queryables",
        type: "application/json",
      },
    ],
    extent: {
      ...(bounds && { spatial: { bbox: [bounds], crs: CRS84 } }),
      ...(interval && {
        temporal: {
          interval: [[formatInstant(interval.start), formatInstant(interval.end)]],
          trs: GREGORIAN,
        },
      }),
    },
    itemType: "feature",
    crs: CRS_LIST.map(({ uri }) => uri),
    storageCrs: CRS84,
  };
}
