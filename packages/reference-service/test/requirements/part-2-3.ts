import assert from "node:assert/strict";
import { type Body, featuresUrl } from "../service-harness.ts";
import {
  anyFeature,
  crs84,
  epsg4326,
  expectStatus,
  featurePath,
  idsOf,
  itemsParameter,
  itemsPath,
  perimetersPath,
} from "./asserts.ts";
import type { Requirement } from "./requirement.ts";

const queryablesRelation = "http://www.opengis.net/def/rel/ogc/1.0/queryables";
const encoded = encodeURIComponent;

/** OGC API Features Part 2 (18-058r1). */
export const part2: Requirement[] = [
  {
    id: "/req/crs/crs-uri",
    clause: "6.2.1",
    behaviour: "Reference systems are named by http URIs of the OGC",
    async check(harness) {
      const { crs } = await harness.json(perimetersPath);
      assert.ok(crs.every((uri: string) => uri.startsWith("http://www.opengis.net/def/crs/")));
    },
  },
  {
    id: "/req/crs/fc-md-crs-list",
    clause: "6.2.1",
    behaviour: "Each collection lists its systems, the default first",
    async check(harness) {
      for (const { crs } of (await harness.json("/collections")).collections) {
        assert.equal(crs[0], crs84);
        assert.ok(crs.includes(epsg4326));
      }
    },
  },
  {
    id: "/req/crs/fc-md-storageCrs",
    clause: "6.2.2",
    behaviour: "storageCrs names the system of the source",
    async check(harness) {
      assert.equal((await harness.json(perimetersPath)).storageCrs, crs84);
    },
  },
  {
    id: "/req/crs/fc-md-storageCrs-valid-value",
    clause: "6.2.2",
    behaviour: "storageCrs is one of the listed systems",
    async check(harness) {
      const { crs, storageCrs } = await harness.json(perimetersPath);
      assert.ok(crs.includes(storageCrs));
    },
  },
  {
    id: "/req/crs/fc-md-crs-list-global",
    clause: "6.2.3",
    behaviour: "There is no global list: each collection has its own",
    async check(harness) {
      const body = await harness.json("/collections");
      assert.equal(body.crs, undefined);
      assert.ok(body.collections.every(({ crs }: Body) => !crs.includes("#/crs")));
    },
  },
  {
    id: "/req/crs/fc-bbox-crs-definition",
    clause: "6.3",
    behaviour: "bbox-crs is a URI",
    undocumented: true,
    async check(harness) {
      const { schema, style, explode } = await itemsParameter(harness, "bbox-crs");
      assert.deepEqual(
        [schema.type, schema.format, style, explode],
        ["string", "uri", "form", false],
      );
    },
  },
  {
    id: "/req/crs/fc-bbox-crs-valid-value",
    clause: "6.3",
    behaviour: "Any listed system is a value, any other is 400",
    async check(harness) {
      for (const crs of (await harness.json(perimetersPath)).crs) {
        await expectStatus(harness, `${itemsPath}?bbox=1,2,3,4&bbox-crs=${encoded(crs)}`, 200);
      }
      await expectStatus(
        harness,
        `${itemsPath}?bbox=1,2,3,4&bbox-crs=${encoded(`${crs84}9`)}`,
        400,
      );
    },
  },
  {
    id: "/req/crs/fc-bbox-crs-valid-defaultValue",
    clause: "6.3",
    behaviour: "Without bbox-crs the box is longitude and latitude",
    async check(harness) {
      const box = "bbox=-125,30,-115,60";
      assert.deepEqual(
        await idsOf(harness, box),
        await idsOf(harness, `${box}&bbox-crs=${encoded(crs84)}`),
      );
    },
  },
  {
    id: "/req/crs/fc-bbox-crs-action",
    clause: "6.3",
    behaviour: "The box is read in the axis order of its system",
    async check(harness) {
      const expected = await idsOf(harness, "bbox=-125,30,-115,60");
      assert.ok(expected.length > 0);
      assert.deepEqual(
        await idsOf(harness, `bbox=30,-125,60,-115&bbox-crs=${encoded(epsg4326)}`),
        expected,
      );
    },
  },
  {
    id: "/req/crs/fc-crs-definition",
    clause: "6.4",
    behaviour: "crs is a URI",
    undocumented: true,
    async check(harness) {
      const { schema } = await itemsParameter(harness, "crs");
      assert.deepEqual([schema.type, schema.format], ["string", "uri"]);
    },
  },
  {
    id: "/req/crs/fc-crs-valid-value",
    clause: "6.4",
    behaviour: "Any listed system is a value, any other is 400, for items and for one feature",
    async check(harness) {
      const { id } = await anyFeature(harness);
      for (const path of [itemsPath, featurePath(id)]) {
        for (const crs of (await harness.json(perimetersPath)).crs) {
          await expectStatus(harness, `${path}?crs=${encoded(crs)}`, 200);
        }
        await expectStatus(harness, `${path}?crs=EPSG:4326`, 400);
      }
    },
  },
  {
    id: "/req/crs/fc-crs-default-value",
    clause: "6.4",
    behaviour: "Without crs the answer is in longitude and latitude",
    async check(harness) {
      const plain = await anyFeature(harness);
      const asked = (await harness.json(`${itemsPath}?limit=1&crs=${encoded(crs84)}`)).features[0];
      assert.deepEqual(plain, asked);
    },
  },
  {
    id: "/req/crs/fc-crs-action",
    clause: "6.4",
    behaviour: "Geometries are returned in the requested system",
    async check(harness) {
      const plain = await anyFeature(harness);
      const { geometry } = await harness.json(`${featurePath(plain.id)}?crs=${encoded(epsg4326)}`);
      const swapped = plain.geometry.coordinates.map((ring: number[][]) =>
        ring.map(([x, y]) => [y, x]),
      );
      assert.deepEqual(geometry.coordinates, swapped);
    },
  },
  {
    id: "/req/crs/ogc-crs-header",
    clause: "6.5",
    behaviour: "Answers with geometries name their system in Content-Crs",
    async check({ get }) {
      assert.ok((await get(itemsPath)).headers.has("Content-Crs"));
    },
  },
  {
    id: "/req/crs/ogc-crs-header-value",
    clause: "6.5",
    behaviour: "Content-Crs is the URI in angle brackets",
    async check({ get }) {
      const response = await get(`${itemsPath}?crs=${encoded(epsg4326)}`);
      assert.equal(response.headers.get("Content-Crs"), `<${epsg4326}>`);
    },
  },
  {
    id: "/req/crs/geojson",
    clause: "6.6",
    behaviour: "GeoJSON has longitude and latitude unless another system was requested",
    async check({ get }) {
      const response = await get(itemsPath);
      assert.equal(response.headers.get("Content-Crs"), `<${crs84}>`);
      assert.equal(((await response.json()) as Body).crs, undefined);
    },
  },
];

const acresFilter = "gis_acres > 500";

async function acresAbove(
  harness: Parameters<Requirement["check"]>[0],
  acres: number,
): Promise<string[]> {
  const { features } = await harness.json(`${itemsPath}?limit=10000`);
  return features
    .filter(({ properties }: Body) => properties.gis_acres > acres)
    .map(({ id }: Body) => id);
}

/** OGC API Features Part 3 (19-079r2). */
export const part3: Requirement[] = [
  {
    id: "/req/queryables/queryables-link",
    clause: "6.2",
    behaviour: "Items link to the queryables, in the Link header too",
    async check({ get, json }) {
      const response = await get(itemsPath);
      assert.ok(
        response.headers
          .get("Link")
          ?.includes(`<${featuresUrl}${perimetersPath}/queryables>; rel="${queryablesRelation}"`),
      );
      const { links } = await json(perimetersPath);
      assert.ok(links.some(({ rel }: Body) => rel === queryablesRelation));
    },
  },
  {
    id: "/req/queryables/get-queryables-op",
    clause: "6.2",
    behaviour: "GET on the queryables answers",
    check: async (harness) => void (await harness.json(`${perimetersPath}/queryables`)),
  },
  {
    id: "/req/queryables/get-queryables-response",
    clause: "6.2",
    behaviour: "As application/schema+json the queryables are a JSON Schema of an object",
    async check({ get }) {
      const response = await get(`${perimetersPath}/queryables`, {
        headers: { Accept: "application/schema+json" },
      });
      assert.equal(response.headers.get("Content-Type"), "application/schema+json");
      const schema = (await response.json()) as Body;
      assert.equal(schema.$schema, "https://json-schema.org/draft/2020-12/schema");
      assert.equal(schema.$id, `${featuresUrl}${perimetersPath}/queryables`);
      assert.equal(schema.type, "object");
      assert.equal(schema.properties.gis_acres.type, "number");
      assert.equal(schema.properties.date.format, "date");
      assert.equal(schema.properties.geometry["x-ogc-role"], "primary-geometry");
    },
  },
  {
    id: "/req/filter/filter-param",
    clause: "7.2",
    behaviour: "filter selects",
    async check(harness) {
      assert.deepEqual(
        await idsOf(harness, `filter=${encoded(acresFilter)}`),
        await acresAbove(harness, 500),
      );
    },
  },
  {
    id: "/req/filter/filter-lang-param",
    clause: "7.3",
    behaviour: "filter-lang lists cql2-text, the default, and ecql-text",
    undocumented: true,
    async check(harness) {
      const { schema } = await itemsParameter(harness, "filter-lang");
      assert.deepEqual(schema, {
        type: "string",
        enum: ["cql2-text", "ecql-text"],
        default: "cql2-text",
      });
    },
  },
  {
    id: "/req/filter/filter-crs-wgs84",
    clause: "7.4",
    behaviour: "Without filter-crs geometries are longitude and latitude",
    async check(harness) {
      const box = "bbox=-125,30,-115,60";
      const filter = "S_INTERSECTS(geometry, BBOX(-125,30,-115,60))";
      assert.deepEqual(
        await idsOf(harness, `filter=${encoded(filter)}`),
        await idsOf(harness, box),
      );
    },
  },
  {
    id: "/req/filter/filter-crs-param",
    clause: "7.4",
    behaviour: "With filter-crs geometries are read in its axis order; an unknown one is 400",
    async check(harness) {
      const filter = encoded("S_INTERSECTS(geometry, BBOX(30,-125,60,-115))");
      const ids = await idsOf(harness, `filter=${filter}&filter-crs=${encoded(epsg4326)}`);
      assert.deepEqual(ids, await idsOf(harness, "bbox=-125,30,-115,60"));
      await expectStatus(harness, `${itemsPath}?filter=${filter}&filter-crs=EPSG:4326`, 400);
    },
  },
  {
    id: "/req/filter/expression-construction",
    clause: "7.5",
    behaviour: "Names that are not queryables are 400",
    async check(harness) {
      await expectStatus(harness, `${itemsPath}?filter=${encoded("nothing = 1")}`, 400);
    },
  },
  {
    id: "/req/filter/mixing-expressions",
    clause: "7.6",
    behaviour: "filter is combined by AND with the other parameters",
    async check(harness) {
      const both = await idsOf(harness, `bbox=-125,30,-115,60&filter=${encoded(acresFilter)}`);
      const box = await idsOf(harness, "bbox=-125,30,-115,60");
      const large = await acresAbove(harness, 500);
      assert.deepEqual(
        both,
        box.filter((id) => large.includes(id)),
      );
    },
  },
  {
    id: "/req/filter/response",
    clause: "7.7",
    behaviour: "Features for which the filter is false or unknown are left out",
    async check(harness) {
      const { features } = await harness.json(`${itemsPath}?limit=10000`);
      const known = features.filter(({ properties }: Body) => properties.total_personnel !== null);
      assert.ok(known.length < features.length);
      const either = "total_personnel > 100 OR NOT total_personnel > 100";
      assert.equal((await idsOf(harness, `filter=${encoded(either)}`)).length, known.length);
    },
  },
  {
    id: "/req/features-filter/queryables-link",
    clause: "8.2",
    behaviour: "Each collection links to its queryables",
    async check(harness) {
      const { links } = await harness.json(perimetersPath);
      const { href } = links.find(({ rel }: Body) => rel === queryablesRelation);
      assert.equal((await harness.get(href)).status, 200);
    },
  },
  {
    id: "/req/features-filter/get-queryables-op",
    clause: "8.2",
    behaviour: "Queryables are at /collections/{id}/queryables",
    check: async (harness) =>
      void (await harness.json("/collections/svc:static-heat-sources/queryables")),
  },
  {
    id: "/req/features-filter/filter-param",
    clause: "8.3",
    behaviour: "Items take filter",
    undocumented: true,
    check: async (harness) => void (await itemsParameter(harness, "filter")),
  },
  {
    id: "/req/features-filter/filter-lang-param",
    clause: "8.3",
    behaviour: "Items take filter-lang; an unknown one is 400",
    async check(harness) {
      const filter = encoded(acresFilter);
      await expectStatus(harness, `${itemsPath}?filter=${filter}&filter-lang=ecql-text`, 200);
      await expectStatus(harness, `${itemsPath}?filter=${filter}&filter-lang=cql`, 400);
    },
  },
  {
    id: "/req/features-filter/filter-crs-param",
    clause: "8.3",
    behaviour: "Items take filter-crs",
    undocumented: true,
    async check(harness) {
      assert.equal((await itemsParameter(harness, "filter-crs")).schema.format, "uri-reference");
    },
  },
  {
    id: "/req/features-filter/response",
    clause: "8.4",
    behaviour: "numberMatched and next follow the filter",
    async check(harness) {
      const expected = await acresAbove(harness, 500);
      const page = await harness.json(`${itemsPath}?limit=1&filter=${encoded(acresFilter)}`);
      assert.equal(page.numberMatched, expected.length);
      const next = page.links.find(({ rel }: Body) => rel === "next").href;
      assert.equal((await harness.json(next)).features[0].id, expected[1]);
    },
  },
];
