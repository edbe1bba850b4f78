import assert from "node:assert/strict";
import { type Body, rootUrl } from "../service-harness.ts";
import {
  anyFeature,
  definition,
  expectStatus,
  idsOf,
  itemsParameter,
  itemsPath,
  linkOf,
  perimetersPath,
} from "./asserts.ts";
import type { Requirement } from "./requirement.ts";

/** OGC API Features Part 1 (17-069r4): core except items and features, html, geojson, oas30. */
export const part1Service: Requirement[] = [
  {
    id: "/req/core/root-op",
    clause: "7.2.1",
    behaviour: "GET at the root of the API answers, with and without a slash",
    undocumented: true,
    async check({ get }) {
      for (const path of ["", "/"]) assert.equal((await get(path)).status, 200);
    },
  },
  {
    id: "/req/core/root-success",
    clause: "7.2.2",
    behaviour: "The landing page links to the API definition, the conformance classes and the data",
    undocumented: true,
    async check(harness) {
      const landing = await harness.json("/");
      for (const rel of ["service-desc", "service-doc", "conformance", "data"]) {
        assert.equal((await harness.get(linkOf(landing, rel).href)).status, 200, rel);
      }
    },
  },
  {
    id: "/req/core/api-definition-op",
    clause: "7.3.1",
    behaviour: "The URIs of the API definition answer GET",
    undocumented: true,
    async check(harness) {
      assert.equal((await harness.get("/api")).status, 200);
      assert.equal((await harness.get("/api?f=html")).status, 200);
    },
  },
  {
    id: "/req/core/api-definition-success",
    clause: "7.3.2",
    behaviour: "The definition comes in the media type of its link",
    undocumented: true,
    async check(harness) {
      const { href, type } = linkOf(await harness.json("/"), "service-desc");
      const response = await harness.get(href);
      assert.equal(response.headers.get("Content-Type"), type);
      assert.match(((await response.json()) as Body).openapi, /^3\.0\./);
    },
  },
  {
    id: "/req/core/conformance-op",
    clause: "7.4.1",
    behaviour: "GET /conformance answers",
    undocumented: true,
    check: async (harness) => void (await harness.json("/conformance")),
  },
  {
    id: "/req/core/conformance-success",
    clause: "7.4.2",
    behaviour: "conformsTo lists the classes as URIs",
    undocumented: true,
    async check(harness) {
      const { conformsTo } = await harness.json("/conformance");
      assert.ok(conformsTo.every((uri: string) => URL.canParse(uri)));
      assert.equal(new Set(conformsTo).size, conformsTo.length);
    },
  },
  {
    id: "/req/core/http",
    clause: "7.5",
    behaviour: "HTTP semantics: HEAD is GET without a body, other methods are 405 with Allow",
    async check({ get }) {
      const head = await get(itemsPath, { method: "HEAD" });
      assert.equal(head.status, 200);
      assert.equal(await head.text(), "");
      const post = await get(itemsPath, { method: "POST", body: "{}" });
      assert.equal(post.status, 405);
      assert.equal(post.headers.get("Allow"), "GET, HEAD, OPTIONS");
    },
  },
  {
    id: "/req/core/query-param-unknown",
    clause: "7.6",
    behaviour: "The definition declares free parameters, so that unknown ones are accepted",
    undocumented: true,
    async check(harness) {
      const parameter = await itemsParameter(harness, "otherParameters");
      assert.deepEqual(parameter.schema, { type: "object", additionalProperties: true });
      assert.equal((await harness.get(`${itemsPath}?cache=1`)).status, 200);
    },
  },
  {
    id: "/req/core/query-param-invalid",
    clause: "7.7",
    behaviour: "A known parameter with an invalid value is 400",
    async check(harness) {
      for (const query of ["limit=0", "bbox=1,2,3", "datetime=x", "crs=x", "filter=)"]) {
        await expectStatus(harness, `${itemsPath}?${query}`, 400);
      }
    },
  },
  {
    id: "/req/core/crs84",
    clause: "7.11",
    behaviour: "Without crs, geometries are longitude and latitude",
    async check(harness) {
      const { extent } = await harness.json(perimetersPath);
      const [west, south, east, north] = extent.spatial.bbox[0];
      const { geometry } = await anyFeature(harness);
      for (const [x, y] of geometry.coordinates[0]) {
        assert.ok(x >= west && x <= east && y >= south && y <= north);
      }
    },
  },
  {
    id: "/req/core/fc-md-op",
    clause: "7.13.1",
    behaviour: "GET /collections answers",
    check: async (harness) => void (await harness.json("/collections")),
  },
  {
    id: "/req/core/fc-md-success",
    clause: "7.13.2",
    behaviour: "The body has links and collections",
    async check(harness) {
      const { links, collections } = await harness.json("/collections");
      assert.ok(Array.isArray(links) && collections.length === 3);
    },
  },
  {
    id: "/req/core/fc-md-links",
    clause: "7.13.2",
    behaviour: "Links to itself and to its other representation, with type",
    async check(harness) {
      const body = await harness.json("/collections");
      assert.equal(linkOf(body, "self").type, "application/json");
      assert.equal(linkOf(body, "alternate").type, "text/html");
    },
  },
  {
    id: "/req/core/fc-md-items",
    clause: "7.13.2",
    behaviour: "Each collection of the service is listed",
    async check(harness) {
      const { collections } = await harness.json("/collections");
      assert.deepEqual(collections.map(({ id }: Body) => id).sort(), [
        "svc:hotspots",
        "svc:satellite-perimeters",
        "svc:static-heat-sources",
      ]);
    },
  },
  {
    id: "/req/core/fc-md-items-links",
    clause: "7.13.2",
    behaviour: "Each collection links to its items in every representation, with type",
    async check(harness) {
      for (const { links } of (await harness.json("/collections")).collections) {
        const types = links
          .filter(({ rel }: Body) => rel === "items")
          .map(({ type }: Body) => type);
        assert.deepEqual(types.sort(), ["application/geo+json", "text/html"]);
      }
    },
  },
  {
    id: "/req/core/fc-md-extent",
    clause: "7.13.2",
    behaviour: "The extent holds every feature",
    async check(harness) {
      const { extent } = await harness.json(perimetersPath);
      const [from, to] = extent.temporal.interval[0];
      const all = await harness.json(`${itemsPath}?limit=10000`);
      assert.equal(
        (await idsOf(harness, `bbox=${extent.spatial.bbox[0]}`)).length,
        all.features.length,
      );
      assert.equal((await idsOf(harness, `datetime=${from}/${to}`)).length, all.features.length);
    },
  },
  {
    id: "/req/core/sfc-md-op",
    clause: "7.14.1",
    behaviour: "GET /collections/{id} answers",
    check: async (harness) => void (await harness.json(perimetersPath)),
  },
  {
    id: "/req/core/sfc-md-success",
    clause: "7.14.2",
    behaviour: "id, title, description and extent are those of the list",
    async check(harness) {
      const { collections } = await harness.json("/collections");
      const listed = collections.find(({ id }: Body) => id === "svc:satellite-perimeters");
      const { id, title, description, synthetic, extent } = await harness.json(perimetersPath);
      assert.deepEqual(
        { ...listed, links: 0, crs: 0, storageCrs: 0, itemType: 0 },
        { id, title, description, synthetic, extent, links: 0, crs: 0, storageCrs: 0, itemType: 0 },
      );
    },
  },
  {
    id: "/req/html/definition",
    clause: "8.2",
    behaviour: "Every 200 of the definition offers text/html",
    undocumented: true,
    async check(harness) {
      for (const [path, { get }] of Object.entries<Body>((await definition(harness)).paths)) {
        if (path.startsWith("/ogc/")) assert.ok(get.responses["200"].content["text/html"], path);
      }
    },
  },
  {
    id: "/req/html/content",
    clause: "8.2",
    behaviour: "Pages hold the information and the links of the resource",
    async check(harness) {
      const response = await harness.get(`${itemsPath}?limit=2`, {
        headers: { Accept: "text/html" },
      });
      assert.match(response.headers.get("Content-Type")!, /^text\/html/);
      const text = await response.text();
      const { features, links } = await harness.json(`${itemsPath}?limit=2`);
      for (const { id, properties } of features) {
        assert.ok(text.includes(id) && text.includes(properties.incident_name));
      }
      assert.ok(links.length > 0 && text.includes('rel="next"'));
    },
  },
  {
    id: "/req/geojson/definition",
    clause: "8.3",
    behaviour: "Items and features are defined as application/geo+json, all else as JSON",
    undocumented: true,
    async check(harness) {
      for (const [path, { get }] of Object.entries<Body>((await definition(harness)).paths)) {
        if (!path.startsWith("/ogc/")) continue;
        const types = Object.keys(get.responses["200"].content);
        const isFeatures = path.includes("/items");
        assert.ok(
          types.some((type) =>
            isFeatures ? type === "application/geo+json" : type.includes("json"),
          ),
          path,
        );
      }
    },
  },
  {
    id: "/req/geojson/content",
    clause: "8.3",
    behaviour: "Items are a GeoJSON FeatureCollection, a feature is a GeoJSON Feature",
    async check(harness) {
      const response = await harness.get(itemsPath);
      assert.equal(response.headers.get("Content-Type"), "application/geo+json");
      const { type, features } = (await response.json()) as Body;
      assert.equal(type, "FeatureCollection");
      assert.ok(
        features.every(
          (feature: Body) => feature.type === "Feature" && feature.geometry && feature.properties,
        ),
      );
    },
  },
  {
    id: "/req/oas30/oas-definition-1",
    clause: "9.1",
    behaviour: "The definition is served as OpenAPI 3.0 JSON, and as HTML",
    undocumented: true,
    async check({ get }) {
      const json = await get("/api", {
        headers: { Accept: "application/vnd.oai.openapi+json;version=3.0" },
      });
      assert.equal(
        json.headers.get("Content-Type"),
        "application/vnd.oai.openapi+json;version=3.0",
      );
      const html = await get("/api", { headers: { Accept: "text/html" } });
      assert.match(html.headers.get("Content-Type")!, /^text\/html/);
    },
  },
  {
    id: "/req/oas30/oas-definition-2",
    clause: "9.1",
    behaviour:
      "It is a whole OpenAPI 3.0 document: every reference leads somewhere, ids are unique",
    undocumented: true,
    async check(harness) {
      const api = await definition(harness);
      const text = JSON.stringify(api);
      for (const [, group, name] of text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)) {
        assert.ok(api.components[group!][name!], `${group}/${name}`);
      }
      const ids = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id);
      assert.equal(new Set(ids).size, ids.length);
      assert.deepEqual(api.servers, [{ url: rootUrl }]);
    },
  },
  {
    id: "/req/oas30/oas-impl",
    clause: "9.1",
    behaviour: "Every defined operation answers",
    undocumented: true,
    async check(harness) {
      const { id } = await anyFeature(harness);
      for (const [path, methods] of Object.entries<Body>((await definition(harness)).paths)) {
        if (!methods.get) continue;
        const collection = /svc:[a-z-]+/.exec(path)?.[0];
        const featureId =
          collection === "svc:satellite-perimeters"
            ? id
            : (
                await harness
                  .json(`/collections/${collection}/items?limit=1`)
                  .catch(() => ({ features: [{}] }))
              ).features[0].id;
        const response = await harness.get(
          rootUrl + path.replace("{featureId}", encodeURIComponent(featureId)),
        );
        assert.equal(response.status, 200, path);
      }
    },
  },
  {
    id: "/req/oas30/completeness",
    clause: "9.2",
    behaviour: "Every operation defines its answers and their bodies",
    undocumented: true,
    async check(harness) {
      for (const [path, methods] of Object.entries<Body>((await definition(harness)).paths)) {
        for (const { responses } of Object.values<Body>(methods))
          assert.ok(responses["200"].content, path);
      }
    },
  },
  {
    id: "/req/oas30/exceptions-codes",
    clause: "9.3",
    behaviour: "Errors are defined with the codes the service answers",
    undocumented: true,
    async check(harness) {
      const { get } = (await definition(harness)).paths[`/ogc/features/v1${itemsPath}`];
      for (const code of ["400", "401", "404", "406", "500"]) assert.ok(get.responses[code], code);
    },
  },
  {
    id: "/req/oas30/security",
    clause: "9.4",
    behaviour: "The bearer token is defined, and required everywhere except at the exchange",
    undocumented: true,
    async check(harness) {
      const { security, components, paths } = await definition(harness);
      assert.deepEqual(security, [{ bearer: [] }]);
      assert.equal(components.securitySchemes.bearer.scheme, "bearer");
      assert.deepEqual(paths["/v1/token"].post.security, []);
    },
  },
];
