import type { Hono } from "hono";
import { html } from "hono/html";
import { htmlType, jsonType, negotiate, schemaType, selfLinks } from "../http/answers.ts";
import { featuresBase, type Resources, type ServiceEnv } from "../http/environment.ts";
import { heading } from "../pages/html.ts";
import { collectionTrail, linkList, page } from "../pages/layout.ts";
import type { Queryable } from "../store/feature-store.ts";
import type { QueryableType } from "../store/value-types.ts";
import { collectionText, offeredCollection } from "../values/collections.ts";
import { answerFromState } from "./entity-tag.ts";

const offeredTypes = [jsonType, schemaType, htmlType];

/**
 * `GET /collections/{id}/queryables`: the interface's list together with the members of the JSON
 * Schema (Part 3, clause 6); as `application/schema+json`, the schema alone.
 */
export function queryablesRoute(app: Hono<ServiceEnv>, resources: Resources): void {
  app.get("/ogc/features/v1/collections/:collectionId/queryables", async (context) => {
    const id = offeredCollection("queryables", context.req.param("collectionId"), resources);
    const type = negotiate(context, offeredTypes);
    return answerFromState(context, resources, id, (features) => features.queryables(), answer);

    function answer(queryables: readonly Queryable[]): Response | Promise<Response> {
      const { title } = collectionText(id, resources.synthetic[id] === "all");
      const base = featuresBase(context, resources);
      const collection = `${base}/collections/${id}`;
      const schema = schemaOf(`${collection}/queryables`, title, queryables);
      // Clients of OGC API Features request plain JSON and expect the schema's members there.
      if (type === jsonType) return context.json({ queryables, ...schema });
      if (type === schemaType) {
        return context.body(JSON.stringify(schema), 200, { "Content-Type": schemaType });
      }
      const links = selfLinks(`${collection}/queryables`, type, offeredTypes, "The queryables");
      const plainTitle = collectionText(id, false).title;
      return page(context, {
        title: `Queryables of ${plainTitle.toLowerCase()}`,
        trail: collectionTrail(id, base),
        body: html`<p>The properties that a filter can name.</p>
  ${typeTable(
    "Queryables",
    queryables.map((each) => [each.id, each.type]),
  )}${linkList(links)}`,
      });
    }
  });
}

/** A table of properties and their types. */
export function typeTable(label: string, rows: readonly (readonly [name: string, type: string])[]) {
  const shown = rows.map(
    ([name, type]) =>
      html`<tr><th scope="row"><code>${heading(name)}</code></th><td>${type}</td></tr>`,
  );
  return html`<div class="table" role="region" aria-label="${label}" tabindex="0"><table><thead><tr><th scope="col">Property</th><th scope="col">Type</th></tr></thead><tbody>${shown}</tbody></table></div>`;
}

export const schemasByType: Readonly<Record<QueryableType, object>> = {
  string: { type: "string" },
  uri: { type: "string", format: "uri" },
  number: { type: "number" },
  integer: { type: "integer" },
  date: { type: "string", format: "date" },
  dateTime: { type: "string", format: "date-time" },
  boolean: { type: "boolean" },
  geometry: { "x-ogc-role": "primary-geometry", format: "geometry-any" },
};

/** The types of each property. */
export function typesByName(queryables: readonly Queryable[]): Map<string, QueryableType[]> {
  const types = new Map<string, QueryableType[]>();
  for (const { id, type } of queryables) types.set(id, [...(types.get(id) ?? []), type]);
  return types;
}

function schemaOf(uri: string, title: string, queryables: readonly Queryable[]) {
  // Object.fromEntries, since assigning to `__proto__` would not create a property.
  const properties = Object.fromEntries(
    Array.from(typesByName(queryables), ([id, types]) => {
      const schemas = types.map((type) => schemasByType[type]);
      return [id, { title: id, ...(schemas.length === 1 ? schemas[0] : { anyOf: schemas }) }];
    }),
  );
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: uri,
    type: "object",
    title,
    properties,
    additionalProperties: false,
  };
}
