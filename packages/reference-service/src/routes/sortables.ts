import type { Hono } from "hono";
import { html } from "hono/html";
import {
  htmlType,
  jsonType,
  type Link,
  negotiate,
  schemaType,
  selfLinks,
} from "../http/answers.ts";
import { featuresBase, type Resources, type ServiceEnv } from "../http/environment.ts";
import { collectionTrail, linkList, page } from "../pages/layout.ts";
import { sortablesOf } from "../params/sort-and-select.ts";
import type { Queryable } from "../store/feature-store.ts";
import { collectionText, offeredCollection } from "../values/collections.ts";
import { answerFromState } from "./entity-tag.ts";
import { typesByName, typeTable } from "./queryables.ts";
import { propertySchemas, singleType } from "./schema.ts";

const offeredTypes = [schemaType, jsonType, htmlType];

/** The link from a collection and its features (Part 5, clause 12). */
export function sortablesLink(collection: string): Link {
  return {
    href: `${collection}/sortables`,
    rel: "http://www.opengis.net/def/rel/ogc/1.0/sortables",
    type: schemaType,
    title: "Sortables as JSON Schema",
  };
}

/** `GET /collections/{id}/sortables` (Part 5): what `sortby` can name. */
export function sortablesRoute(app: Hono<ServiceEnv>, resources: Resources): void {
  app.get("/ogc/features/v1/collections/:collectionId/sortables", async (context) => {
    const id = offeredCollection("sortables", context.req.param("collectionId"), resources);
    const type = negotiate(context, offeredTypes);
    return answerFromState(context, resources, id, (features) => features.queryables(), answer);

    function answer(queryables: readonly Queryable[]): Response | Promise<Response> {
      const { title } = collectionText(id, resources.synthetic[id] === "all");
      const base = featuresBase(context, resources);
      const uri = `${base}/collections/${id}/sortables`;
      const types = Array.from(
        typesByName(sortablesOf(queryables)),
        ([name, all]) => [name, singleType(all)] as const,
      );
      if (type !== htmlType) {
        const schema = {
          $schema: "https://json-schema.org/draft/2020-12/schema",
          $id: uri,
          type: "object",
          title,
          properties: propertySchemas(types),
          additionalProperties: false,
        };
        return context.body(JSON.stringify(schema), 200, { "Content-Type": type });
      }
      return page(context, {
        title: `Sortables of ${collectionText(id, false).title.toLowerCase()}`,
        trail: collectionTrail(id, base),
        body: html`<p>What features can be sorted by, with <code>sortby</code>.</p>
  ${typeTable("Sortables", types)}${linkList(selfLinks(uri, type, offeredTypes, "The sortables"))}`,
      });
    }
  });
}
