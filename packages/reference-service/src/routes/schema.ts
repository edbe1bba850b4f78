import type { Hono } from "hono";
import { html } from "hono/html";
import { htmlType, jsonType, negotiate, schemaType, selfLinks } from "../http/answers.ts";
import { featuresBase, type Resources, type ServiceEnv } from "../http/environment.ts";
import { collectionTrail, linkList, page } from "../pages/layout.ts";
import type { Queryable } from "../store/feature-store.ts";
import type { QueryableType } from "../store/value-types.ts";
import { collectionText, offeredCollection } from "../values/collections.ts";
import { answerFromState } from "./entity-tag.ts";
import { schemasByType, typesByName, typeTable } from "./queryables.ts";

const offeredTypes = [schemaType, jsonType, htmlType];

/**
 * Relations by which a collection links to its schema. GDAL takes the second, old versions of it
 * only with a capital.
 */
export const schemaRelations = [
  "http://www.opengis.net/def/rel/ogc/1.0/schema",
  "describedby",
  "describedBy",
] as const;

/**
 * `GET /collections/{id}/schema` (Part 5): the properties of features, each with one type, for
 * programs that keep them in columns. What has values of several types is a text.
 */
export function schemaRoute(app: Hono<ServiceEnv>, resources: Resources): void {
  app.get("/ogc/features/v1/collections/:collectionId/schema", async (context) => {
    const id = offeredCollection("schema", context.req.param("collectionId"), resources);
    const type = negotiate(context, offeredTypes);
    return answerFromState(context, resources, id, (features) => features.queryables(), answer);

    function answer(queryables: readonly Queryable[]): Response | Promise<Response> {
      const { title } = collectionText(id, resources.synthetic[id] === "all");
      const base = featuresBase(context, resources);
      const uri = `${base}/collections/${id}/schema`;
      const types = Array.from(
        typesByName(queryables),
        ([name, all]) => [name, singleType(all)] as const,
      );
      if (type !== htmlType) {
        const body = JSON.stringify(schemaOf(uri, title, types));
        return context.body(body, 200, { "Content-Type": type });
      }
      return page(context, {
        title: `Schema of ${collectionText(id, false).title.toLowerCase()}`,
        trail: collectionTrail(id, base),
        body: html`<p>The properties of features, each with one type.</p>
  ${typeTable("Schema", types)}${linkList(selfLinks(uri, type, offeredTypes, "The schema"))}`,
      });
    }
  });
}

/** One type for all values of a property. */
export function singleType([first, ...others]: readonly QueryableType[]): QueryableType {
  return others.length === 0 ? first! : "string";
}

type Types = readonly (readonly [name: string, type: QueryableType])[];

export function propertySchemas(types: Types): Record<string, object> {
  // Object.fromEntries, since assigning to `__proto__` would not create a property.
  return Object.fromEntries(
    types.map(([name, type]) => [name, { title: name, ...schemasByType[type] }]),
  );
}

function schemaOf(uri: string, title: string, types: Types) {
  // GDAL keeps an integer in 32 bits, and a number in a double, as the service does.
  const inColumns = types
    .filter(([, type]) => type !== "geometry")
    .map(([name, type]) => [name, schemasByType[type === "integer" ? "number" : type]]);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: uri,
    type: "object",
    title,
    properties: propertySchemas(types),
    // Of a feature in GeoJSON, where GDAL looks for them.
    allOf: [
      {
        type: "object",
        properties: { properties: { type: "object", properties: Object.fromEntries(inColumns) } },
      },
    ],
  };
}
