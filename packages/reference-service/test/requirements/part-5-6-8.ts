import assert from "node:assert/strict";
import type { Body, Harness } from "../service-harness.ts";
import {
  expectStatus,
  idsOf,
  itemsParameter,
  itemsPath,
  linkOf,
  perimetersPath,
} from "./asserts.ts";
import type { Requirement } from "./requirement.ts";

const [schemaPath, sortablesPath] = [`${perimetersPath}/schema`, `${perimetersPath}/sortables`];
const relation = (name: string) => `http://www.opengis.net/def/rel/ogc/1.0/${name}`;

async function schemaAt({ get }: Harness, path: string): Promise<Body> {
  const response = await get(path, { headers: { Accept: "application/schema+json" } });
  assert.deepEqual(
    [response.status, response.headers.get("Content-Type")],
    [200, "application/schema+json"],
  );
  return (await response.json()) as Body;
}

/** The values of a property in all features, as they come. */
async function valuesOf(harness: Harness, name: string, query: string): Promise<unknown[]> {
  const { features } = await harness.json(`${itemsPath}?limit=10000&${query}`);
  return features.map(({ properties }: Body) => properties[name] ?? null);
}

function keywordsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([name, each]) => [name, ...keywordsOf(each)]);
}

/** What the classes of Part 5 say of keywords that the service does not use. */
const unused = ["property-seq", "unit", "definition", "nullvalues"].map(
  (name): Requirement => ({
    id: `/req/schemas/${name}`,
    clause: "7",
    behaviour: "No keyword of this kind is used in another way",
    undocumented: true,
    async check(harness) {
      const used = keywordsOf(await schemaAt(harness, schemaPath)).filter((each) =>
        /^x-/.test(each),
      );
      assert.deepEqual([...new Set(used)], ["x-ogc-role"]);
    },
  }),
);

/** OGC API Features Part 5 (23-058). */
export const part5: Requirement[] = [
  {
    id: "/req/schemas/json-schema",
    clause: "7.2",
    behaviour: "A schema is a JSON Schema of an object, which is at its id",
    undocumented: true,
    async check(harness) {
      for (const path of [schemaPath, sortablesPath]) {
        const schema = await schemaAt(harness, path);
        assert.equal(schema.$schema, "https://json-schema.org/draft/2020-12/schema");
        assert.equal(schema.type, "object");
        assert.deepEqual(await schemaAt(harness, schema.$id), schema);
      }
    },
  },
  {
    id: "/req/schemas/properties",
    clause: "7.2",
    behaviour: "Each property has a type; a geometry a format instead, and times too",
    undocumented: true,
    async check(harness) {
      const { properties } = await schemaAt(harness, schemaPath);
      for (const [name, { type, format }] of Object.entries<Body>(properties)) {
        if (name === "geometry") assert.deepEqual([type, format], [undefined, "geometry-any"]);
        else assert.equal(typeof type, "string", name);
      }
      assert.deepEqual([properties.date.type, properties.date.format], ["string", "date"]);
    },
  },
  {
    id: "/req/schemas/additional-keywords",
    clause: "7.3.1",
    behaviour: "Keywords of the OGC begin with x-ogc-",
    undocumented: true,
    async check(harness) {
      const own = keywordsOf(await schemaAt(harness, schemaPath)).filter((each) =>
        /^x-/.test(each),
      );
      assert.ok(own.every((each) => each.startsWith("x-ogc-")));
    },
  },
  {
    id: "/req/schemas/role",
    clause: "7.3.2",
    behaviour: "The geometry has its role",
    undocumented: true,
    async check(harness) {
      const { properties } = await schemaAt(harness, schemaPath);
      assert.equal(properties.geometry["x-ogc-role"], "primary-geometry");
    },
  },
  {
    id: "/req/schemas/role-id",
    clause: "7.3.2",
    behaviour: "No property has the role of the id, which is outside of the properties",
    undocumented: true,
    async check(harness) {
      const { properties } = await schemaAt(harness, schemaPath);
      const roles = Object.values<Body>(properties).map((each) => each["x-ogc-role"]);
      assert.ok(roles.length > 1 && !roles.includes("id"));
    },
  },
  ...unused,
  {
    id: "/req/returnables-and-receivables/link",
    clause: "10",
    behaviour: "A collection links to its schema",
    undocumented: true,
    check: async (harness) => void linkOf(await harness.json(perimetersPath), relation("schema")),
  },
  {
    id: "/req/returnables-and-receivables/op",
    clause: "10",
    behaviour: "GET on the schema answers",
    undocumented: true,
    check: async (harness) => void (await schemaAt(harness, schemaPath)),
  },
  {
    id: "/req/returnables-and-receivables/response",
    clause: "10",
    behaviour: "The schema names the properties that features have",
    undocumented: true,
    async check(harness) {
      const { properties } = await schemaAt(harness, schemaPath);
      const { features } = await harness.json(`${itemsPath}?limit=10000`);
      for (const feature of features)
        for (const [name, value] of Object.entries(feature.properties))
          assert.ok(typeof value === "object" || name in properties, name);
    },
  },
  {
    id: "/req/sortables/link",
    clause: "12",
    behaviour: "A collection links to its sortables",
    undocumented: true,
    check: async (harness) =>
      void linkOf(await harness.json(perimetersPath), relation("sortables")),
  },
  {
    id: "/req/sortables/op",
    clause: "12",
    behaviour: "GET on the sortables answers",
    undocumented: true,
    check: async (harness) => void (await schemaAt(harness, sortablesPath)),
  },
  {
    id: "/req/sortables/response",
    clause: "12",
    behaviour: "Sortables are scalar, and other names are refused",
    undocumented: true,
    async check(harness) {
      const { properties, additionalProperties } = await schemaAt(harness, sortablesPath);
      for (const { type } of Object.values<Body>(properties))
        assert.ok(["string", "number", "integer", "boolean"].includes(type));
      assert.equal(additionalProperties, false);
      await expectStatus(harness, `${itemsPath}?sortby=geometry`, 400);
    },
  },
];

/** OGC API Features Part 6, draft 24-019. */
export const part6: Requirement[] = [
  {
    id: "/req/properties/parameter",
    clause: "6",
    behaviour: "properties is a list separated by commas",
    undocumented: true,
    async check(harness) {
      const { schema, style, explode } = await itemsParameter(harness, "properties");
      assert.deepEqual(schema, { type: "array", items: { type: "string" } });
      assert.deepEqual([style, explode], ["form", false]);
    },
  },
  {
    id: "/req/properties/response",
    clause: "6",
    behaviour: "Only the members that it names come; all without it",
    undocumented: true,
    async check(harness) {
      const { features } = await harness.json(`${itemsPath}?properties=gis_acres,geometry`);
      for (const { properties, geometry } of features) {
        assert.deepEqual(Object.keys(properties), ["gis_acres"]);
        assert.notEqual(geometry, null);
      }
    },
  },
  {
    id: "/req/properties-features/request",
    clause: "7",
    behaviour: "One feature takes it too",
    undocumented: true,
    async check(harness) {
      const { features } = await harness.json(`${itemsPath}?limit=1`);
      const path = `${itemsPath}/${encodeURIComponent(features[0].id)}?properties=gis_acres`;
      const { properties, geometry } = await harness.json(path);
      const { gis_acres } = features[0].properties;
      assert.deepEqual([properties, geometry], [{ gis_acres }, null]);
    },
  },
];

/** OGC API Features Part 8, draft 24-030; two of its ids are those of other parts by mistake. */
export const part8: Requirement[] = [
  {
    id: "/req/sorting/sortby-definition",
    clause: "7.2",
    behaviour: "sortby is a list separated by commas, ascending by default",
    undocumented: true,
    async check(harness) {
      const { schema, style, explode } = await itemsParameter(harness, "sortby");
      assert.deepEqual([schema.type, schema.minItems, style, explode], ["array", 1, "form", false]);
      const values = await valuesOf(harness, "gis_acres", "sortby=gis_acres");
      assert.deepEqual(await valuesOf(harness, "gis_acres", "sortby=%2Bgis_acres"), values);
    },
  },
  {
    id: "/req/sorting/sortby-response",
    clause: "7.2",
    behaviour: "Only the sortables can be named",
    undocumented: true,
    check: async (harness) =>
      void (await expectStatus(harness, `${itemsPath}?sortby=invented`, 400)),
  },
  {
    id: "/req/features-sorting/get-sortables-op",
    clause: "8.2.1",
    behaviour: "Every collection has its sortables",
    undocumented: true,
    async check(harness) {
      const { collections } = await harness.json("/collections");
      for (const { id } of collections) await schemaAt(harness, `/collections/${id}/sortables`);
    },
  },
  {
    id: "/req/features-sorting/sortable-link",
    clause: "8.3.1",
    behaviour: "A page of features links to the sortables",
    undocumented: true,
    check: async (harness) => void linkOf(await harness.json(itemsPath), relation("sortables")),
  },
  {
    id: "/req/features-sorting/sortby-param",
    clause: "8.4.1",
    behaviour: "Features can be sorted by several properties",
    undocumented: true,
    async check(harness) {
      const all = await idsOf(harness, "");
      const sorted = await idsOf(harness, "sortby=date,-gis_acres");
      assert.notDeepEqual(sorted, all);
      assert.deepEqual(sorted.toSorted(), all.toSorted());
    },
  },
  {
    id: "/req/features-sorting/response",
    clause: "8.4.2",
    behaviour: "Features are in the order of the values",
    undocumented: true,
    async check(harness) {
      const present = (values: unknown[]) => values.filter((value) => typeof value === "number");
      const down = present(await valuesOf(harness, "gis_acres", "sortby=-gis_acres"));
      assert.ok(down.length > 2);
      assert.deepEqual(
        down,
        down.toSorted((a, b) => b - a),
      );
      const up = present(await valuesOf(harness, "gis_acres", "sortby=gis_acres"));
      assert.deepEqual(
        up,
        up.toSorted((a, b) => a - b),
      );
    },
  },
];
