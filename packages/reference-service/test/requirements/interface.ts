import assert from "node:assert/strict";
import { type Body, exchange, featuresUrl, rootUrl, testClient } from "../service-harness.ts";
import {
  anyFeature,
  expectStatus,
  featurePath,
  idsOf,
  itemsPath,
  linkOf,
  perimetersPath,
  sourcesPath,
} from "./asserts.ts";
import type { Requirement } from "./requirement.ts";

const simulationsUrl = `${rootUrl}/v1/fire-spread/simulations`;
const queryableTypes = [
  "string",
  "uri",
  "number",
  "integer",
  "date",
  "dateTime",
  "boolean",
  "geometry",
];

/** The lines of the service's interface document. */
export const interfaceRequirements: Requirement[] = [
  {
    id: "interface/token-exchange",
    clause: "Token exchange",
    behaviour:
      "POST /v1/token with JSON answers access_token, expires_in in seconds, token_type Bearer",
    async check({ service }) {
      const body = (await (await exchange(service)).json()) as Body;
      assert.equal(typeof body.access_token, "string");
      assert.ok(Number.isInteger(body.expires_in));
      assert.equal(body.token_type, "Bearer");
    },
  },
  {
    id: "interface/bearer",
    clause: "Authentication 1",
    behaviour: "Every other request needs the bearer token",
    async check({ service, token }) {
      for (const url of [
        `${featuresUrl}/collections`,
        `${featuresUrl}${itemsPath}`,
        simulationsUrl,
      ]) {
        assert.equal((await service.fetch(new Request(url))).status, 401);
        const headers = { Authorization: `Bearer ${token}` };
        assert.equal((await service.fetch(new Request(url, { headers }))).status, 200);
      }
    },
  },
  {
    id: "interface/no-refresh-token",
    clause: "Authentication 4",
    behaviour: "The exchange can be repeated with the same client, and returns no refresh token",
    async check({ service }) {
      const [a, b] = [await exchange(service), await exchange(service)];
      assert.deepEqual([a.status, b.status], [200, 200]);
      assert.equal(((await b.json()) as Body).refresh_token, undefined);
    },
  },
  {
    id: "interface/jwt",
    clause: "Authentication 6",
    behaviour: "The token is a JWT that names the client",
    async check({ token }) {
      const payload = JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString());
      assert.equal(payload.sub, testClient.id);
    },
  },
  {
    id: "interface/collections-list",
    clause: "Feature API",
    behaviour: "GET /collections?f=application/json lists the three collections",
    async check(harness) {
      const { collections } = await harness.json("/collections?f=application/json");
      assert.equal(collections.length, 3);
    },
  },
  ...[perimetersPath, sourcesPath].flatMap((path): Requirement[] => [
    {
      id: `interface/description${path}`,
      clause: "Collection description",
      behaviour:
        "id and links are present, the extent is one box and one interval, crs begins with CRS84",
      async check(harness) {
        const body = await harness.json(path);
        assert.equal(body.id, path.slice("/collections/".length));
        assert.equal(linkOf(body, "items").href, `${featuresUrl}${path}/items`);
        assert.equal(body.extent.spatial.bbox.length, 1);
        assert.equal(body.extent.spatial.crs, "http://www.opengis.net/def/crs/OGC/1.3/CRS84");
        if (body.extent.temporal) {
          assert.equal(body.extent.temporal.interval.length, 1);
          assert.equal(
            body.extent.temporal.trs,
            "http://www.opengis.net/def/uom/ISO-8601/0/Gregorian",
          );
        }
        assert.equal(body.itemType, "feature");
        assert.equal(body.crs[0], "http://www.opengis.net/def/crs/OGC/1.3/CRS84");
      },
    },
    {
      id: `interface/items${path}`,
      clause: "Feature collection (FeatureCollection)",
      behaviour:
        "Items are a FeatureCollection with links, timeStamp, numberMatched, numberReturned",
      async check(harness) {
        const body = await harness.json(`${path}/items`);
        assert.equal(body.type, "FeatureCollection");
        assert.equal(body.numberReturned, body.features.length);
        assert.ok(
          Number.isInteger(body.numberMatched) && !Number.isNaN(Date.parse(body.timeStamp)),
        );
        for (const { type, geometry, properties } of body.features) {
          assert.equal(type, "Feature");
          assert.ok(geometry.coordinates.length > 0 && typeof properties === "object");
        }
      },
    },
    {
      id: `interface/queryables${path}`,
      clause: "Queryables response",
      behaviour: "Queryables are a list of id and one of eight types",
      async check(harness) {
        const { queryables } = await harness.json(`${path}/queryables`);
        assert.ok(queryables.length > 3);
        assert.ok(queryables.every(({ id, type }: Body) => id && queryableTypes.includes(type)));
      },
    },
  ]),
  {
    id: "interface/feature/svc:satellite-perimeters",
    clause: "Feature API",
    behaviour: "One perimeter by its id",
    async check(harness) {
      const { id } = await anyFeature(harness);
      assert.equal((await harness.json(featurePath(id))).id, id);
    },
  },
  {
    id: "interface/feature/svc:hotspots",
    clause: "Feature API",
    behaviour: "One hotspot by its id; an unknown one is 404",
    async check(harness) {
      await expectStatus(harness, "/collections/svc:hotspots/items/none", 404);
      const listed = await harness.get("/collections/svc:hotspots/items?limit=1");
      if (listed.status === 404) return;
      const { id } = ((await listed.json()) as Body).features[0];
      assert.equal((await harness.json(`/collections/svc:hotspots/items/${id}`)).id, id);
    },
  },
  ...[
    "/collections/svc:hotspots",
    "/collections/svc:hotspots/items",
    "/collections/svc:hotspots/queryables",
  ].map(
    (path): Requirement => ({
      id: `interface/not-shown${path}`,
      clause: "Other operations",
      behaviour: "Served, though the document does not list it",
      undocumented: true,
      check: async (harness) => void (await harness.json(path)),
    }),
  ),
  {
    id: "interface/not-shown/collections/svc:static-heat-sources/items/{featureId}",
    clause: "Other operations",
    behaviour: "Served, though the document does not list it",
    undocumented: true,
    async check(harness) {
      const { features } = await harness.json(`${sourcesPath}/items?limit=1`);
      await harness.json(`${sourcesPath}/items/${features[0].id}`);
    },
  },
  {
    id: "interface/limit",
    clause: "Query parameters",
    behaviour: "From 1 to 10000, 10 without",
    async check(harness) {
      for (const limit of ["0", "10001", "x"])
        await expectStatus(harness, `${itemsPath}?limit=${limit}`, 400);
      for (const limit of ["1", "10000"])
        await expectStatus(harness, `${itemsPath}?limit=${limit}`, 200);
      assert.equal((await harness.json(itemsPath)).features.length, 10);
    },
  },
  {
    id: "interface/bbox",
    clause: "Query parameters",
    behaviour: "Four or six numbers",
    async check(harness) {
      await expectStatus(harness, `${itemsPath}?bbox=-125,30,-115,60`, 200);
      await expectStatus(harness, `${itemsPath}?bbox=-125,30,0,-115,60,9000`, 200);
      await expectStatus(harness, `${itemsPath}?bbox=-125,30,0,-115,60`, 400);
    },
  },
  {
    id: "interface/datetime",
    clause: "Query parameters",
    behaviour: "A date-time, or an interval with an open end",
    async check(harness) {
      const all = (await idsOf(harness, "")).length;
      assert.equal((await idsOf(harness, "datetime=2000-01-01T00:00:00Z/..")).length, all);
      assert.equal((await idsOf(harness, "datetime=../2000-01-01T00:00:00Z")).length, 0);
      await expectStatus(
        harness,
        `${itemsPath}?datetime=2026-03-01T00:00:00Z/2026-03-02T00:00:00Z`,
        200,
      );
    },
  },
  {
    id: "interface/filter",
    clause: "Query parameters",
    behaviour: "filter in cql2-text (the default) and ecql-text, with filter-crs",
    async check(harness) {
      const cql2 = await idsOf(harness, "filter=sequence%20%3D%200");
      assert.ok(cql2.length > 0);
      assert.deepEqual(
        await idsOf(harness, "filter=sequence%20%3D%200&filter-lang=ecql-text"),
        cql2,
      );
      await expectStatus(harness, `${itemsPath}?filter=sequence=0&filter-lang=cql2-json`, 400);
    },
  },
  {
    id: "interface/other-parameters",
    clause: "Query parameters",
    behaviour: "Unrecognized parameters cause no 400 anywhere",
    async check(harness) {
      for (const path of [
        "/collections",
        perimetersPath,
        itemsPath,
        `${perimetersPath}/queryables`,
      ]) {
        await expectStatus(harness, `${path}?cache-buster=1`, 200);
      }
    },
  },
  {
    id: "interface/paging",
    clause: "Paging",
    behaviour: "next leads through all features, each once",
    async check(harness) {
      const seen: string[] = [];
      for (let next: string | undefined = `${itemsPath}?limit=9`; next; ) {
        const page: Body = await harness.json(next);
        seen.push(...page.features.map(({ id }: Body) => id));
        next = page.links.find(({ rel }: Body) => rel === "next")?.href;
      }
      assert.deepEqual(seen, await idsOf(harness, ""));
    },
  },
  {
    id: "interface/content-negotiation",
    clause: "What the service does 1",
    behaviour: "Accept selects HTML or GeoJSON; f takes precedence",
    async check({ get }) {
      const type = async (path: string, Accept: string) =>
        (await get(path, { headers: { Accept } })).headers.get("Content-Type")?.split(";")[0];
      assert.equal(await type(itemsPath, "text/html"), "text/html");
      assert.equal(await type(itemsPath, "application/geo+json"), "application/geo+json");
      assert.equal(await type(`${itemsPath}?f=html`, "application/geo+json"), "text/html");
      assert.equal(await type(`${itemsPath}?f=json`, "text/html"), "application/geo+json");
      assert.equal(
        await type(`${itemsPath}?f=application/geo%2Bjson`, "text/html"),
        "application/geo+json",
      );
    },
  },
  {
    id: "interface/errors-400-404",
    clause: "Errors",
    behaviour: "400 and 404 of the feature API have code and description",
    async check(harness) {
      for (const body of [
        await expectStatus(harness, `${itemsPath}?limit=0`, 400),
        await expectStatus(harness, `${itemsPath}/none`, 404),
      ]) {
        assert.deepEqual(Object.keys(body).sort(), ["code", "description"]);
      }
    },
  },
  {
    id: "interface/simulations",
    clause: "Simulations",
    behaviour: "A page of items, newest first, and nextCursor, null on the last page",
    async check(harness) {
      const first = await harness.json(simulationsUrl);
      assert.equal(first.items.length, 20);
      const times = first.items.map(({ createdAt }: Body) => Date.parse(createdAt));
      assert.deepEqual(
        times,
        times.toSorted((a: number, b: number) => b - a),
      );
      const last = await harness.json(`${simulationsUrl}?limit=100`);
      assert.equal(last.nextCursor, null);
      const second = await harness.json(`${simulationsUrl}?cursor=${first.nextCursor}`);
      assert.deepEqual([...first.items, ...second.items], last.items.slice(0, 40));
    },
  },
  {
    id: "interface/simulation-item",
    clause: "Simulation list item",
    behaviour: "All fields, links.self as a URI, no result",
    async check(harness) {
      const fields = [
        "auto",
        "burnedAreaM2",
        "clusterId",
        "createdAt",
        "durationHours",
        "ensembleMembers",
        "errorMessage",
        "fireName",
        "id",
        "latitude",
        "links",
        "locationName",
        "longitude",
        "model",
        "status",
        // An extension: it says that the item is made up.
        "synthetic",
      ];
      for (const item of (await harness.json(simulationsUrl)).items) {
        assert.deepEqual(Object.keys(item).sort(), fields);
        assert.ok(URL.canParse(item.links.self));
      }
    },
  },
  {
    id: "interface/simulations-since",
    clause: "Simulations",
    behaviour: "since is an instant or a date at midnight UTC",
    async check(harness) {
      const { items } = await harness.json(`${simulationsUrl}?limit=100`);
      const expected = items.filter(({ createdAt }: Body) => createdAt >= "2026-03-01");
      const byDate = await harness.json(`${simulationsUrl}?limit=100&since=2026-03-01`);
      const byInstant = await harness.json(
        `${simulationsUrl}?limit=100&since=2026-03-01T00:00:00Z`,
      );
      assert.deepEqual(byDate.items, expected);
      assert.deepEqual(byInstant.items, expected);
    },
  },
  {
    id: "interface/simulations-422",
    clause: "Errors",
    behaviour: "A bad cursor, since or limit is 422 invalid-request with code and message",
    async check(harness) {
      for (const query of ["cursor=x", "since=x", "limit=101"]) {
        const body = await expectStatus(harness, `${simulationsUrl}?${query}`, 422);
        assert.equal(body.code, "invalid-request");
        assert.deepEqual(Object.keys(body).sort(), ["code", "message"]);
      }
    },
  },
];
