import assert from "node:assert/strict";
import { test } from "node:test";
import { type ClientOptions, createClient } from "../src/index.ts";
import { type Answer, baseUrl, clientOf, fakeService } from "./support/fake-service.ts";

const description = { id: "svc:hotspots", links: [], title: "Hotspots", colour: "red" };
const always =
  (body: unknown): Answer =>
  () =>
    Response.json(body);

test("collections are read from an object and from a bare array, unknown members kept", async () => {
  for (const body of [{ collections: [description], links: [] }, [description]]) {
    const service = fakeService({ answer: always(body) });
    assert.deepEqual(await clientOf(service).collections.list(), [description]);
    assert.equal(
      service.requests()[0]!.url.href,
      `${baseUrl}/ogc/features/v1/collections?f=application/json`,
    );
  }
});

test("paths contain the colon of a collection id unencoded, and feature ids encoded", async () => {
  const service = fakeService({
    answer: ({ url }) =>
      Response.json(
        url.pathname.includes("/items/")
          ? { type: "Feature", geometry: null, properties: null }
          : description,
      ),
  });
  const client = clientOf(service);
  await client.collections.get("svc:hotspots");
  await client.features.get("svc:hotspots", "a/b?c:d é", {
    crs: "http://www.opengis.net/def/crs/EPSG/0/4326",
  });
  assert.deepEqual(
    service.requests().map(({ url }) => url.href.slice(baseUrl.length)),
    [
      "/ogc/features/v1/collections/svc:hotspots",
      "/ogc/features/v1/collections/svc:hotspots/items/a%2Fb%3Fc:d%20%C3%A9?crs=http://www.opengis.net/def/crs/EPSG/0/4326",
    ],
  );
});

test("an id that cannot be part of a path is refused before any request", async () => {
  const service = fakeService();
  for (const id of ["", ".", ".."]) {
    await assert.rejects(clientOf(service).features.get("svc:hotspots", id), {
      code: "invalid-request",
      attempts: 0,
    });
    await assert.rejects(clientOf(service).collections.get(id), {
      code: "invalid-request",
      attempts: 0,
    });
  }
  assert.equal(service.seen.length, 0);
});

test("queryables of several types are listed once per type; the interface's form takes precedence over a schema", async () => {
  const schema = {
    type: "object",
    properties: { confidence: { anyOf: [{ type: "integer" }, { type: "string" }] } },
  };
  const read = (body: unknown) =>
    clientOf(fakeService({ answer: always(body) })).collections.queryables("svc:hotspots");
  assert.deepEqual(await read(schema), [
    { id: "confidence", type: "integer" },
    { id: "confidence", type: "string" },
  ]);
  const own = [{ id: "frp", type: "number" }];
  assert.deepEqual(await read({ ...schema, queryables: own }), own);
});

test("queryables are read in the interface's form and as JSON Schema", async () => {
  const own = {
    queryables: [{ id: "frp", type: "number" }, { type: "string" }, { id: "x", type: "novel" }],
  };
  assert.deepEqual(
    await clientOf(fakeService({ answer: always(own) })).collections.queryables("svc:hotspots"),
    [
      { id: "frp", type: "number" },
      { id: "x", type: "novel" },
    ],
  );
  const schema = {
    type: "object",
    properties: {
      geom: { $ref: "https://geojson.org/schema/Point.json" },
      shape: { format: "geometry-polygon" },
      seen: { type: "string", format: "date-time" },
      day: { type: "string", format: "date" },
      confidence: { type: ["integer", "string", "null"] },
      name: { type: "string" },
      big: { type: "boolean" },
    },
  };
  assert.deepEqual(
    await clientOf(fakeService({ answer: always(schema) })).collections.queryables("svc:hotspots"),
    [
      { id: "geom", type: "geometry" },
      { id: "shape", type: "geometry" },
      { id: "seen", type: "dateTime" },
      { id: "day", type: "date" },
      { id: "confidence", type: "integer" },
      { id: "confidence", type: "string" },
      { id: "name", type: "string" },
      { id: "big", type: "boolean" },
    ],
  );
});

test("an answer that breaks the interface is a response error that says where", async () => {
  const broken: [unknown, RegExp][] = [
    [{ collections: {} }, /array of collections/],
    [[{ id: 1 }], /collections\[0\]: expected a collection with an id/],
    [[{ id: "a", links: [{}] }], /collections\[0\]: links\[0\]: expected a link/],
    [[{ id: "a", links: [], extent: { spatial: { bbox: [[1, 2]] } } }], /extent.spatial.bbox/],
    [
      [{ id: "a", links: [], extent: { temporal: { interval: [["x"]] } } }],
      /extent.temporal.interval/,
    ],
    ["text", /array of collections/],
    [null, /array of collections/],
  ];
  for (const [body, message] of broken) {
    await assert.rejects(clientOf(fakeService({ answer: always(body) })).collections.list(), {
      code: "response",
      message,
    });
  }
  for (const body of [null, [], {}, { type: "FeatureCollection" }, { type: "Feature" }]) {
    await assert.rejects(
      clientOf(fakeService({ answer: always(body) })).features.page("svc:hotspots"),
      { code: "response" },
    );
    await assert.rejects(
      clientOf(fakeService({ answer: always(body) })).features.get("svc:hotspots", "1"),
      { code: "response" },
    );
    await assert.rejects(clientOf(fakeService({ answer: always(body) })).simulations.page(), {
      code: "response",
    });
  }
});

test("a limit is always sent, and a query's members under the interface's names", () => {
  const { features } = clientOf(fakeService());
  const items = `${baseUrl}/ogc/features/v1/collections/svc:hotspots/items`;
  assert.equal(features.url("svc:hotspots"), `${items}?limit=1000`);
  const url = features.url("svc:hotspots", {
    limit: 5,
    bbox: [170, -50, -170, -30],
    datetime: "2019-09-10T00:00:00Z/..",
    filter: "frp > 100 AND satellite = 'Aqua'",
    filterLang: "cql2-text",
    filterCrs: "http://crs.example/a",
    crs: "http://crs.example/b",
  });
  assert.equal(
    url,
    `${items}?limit=5&bbox=170,-50,-170,-30&datetime=2019-09-10T00:00:00Z/..&filter=frp+%3E+100+AND+satellite+%3D+%27Aqua%27` +
      "&filter-lang=cql2-text&filter-crs=http://crs.example/a&crs=http://crs.example/b",
  );
  const projected = features.url("svc:hotspots", {
    limit: 5,
    bbox: [2e6, 6e6, 3e6, 7e6],
    bboxCrs: "http://www.opengis.net/def/crs/EPSG/0/3857",
  });
  assert.ok(
    projected.includes(
      "bbox=2000000,6000000,3000000,7000000&bbox-crs=http://www.opengis.net/def/crs/EPSG/0/3857",
    ),
  );
});

test("a bad query is refused before any request", async () => {
  const service = fakeService();
  const { features, simulations } = clientOf(service);
  const refused = [
    { limit: 0 },
    { limit: 10_001 },
    { limit: 1.5 },
    { bbox: [113, -10, 154, -44] as const },
    { datetime: "2019-09-10" },
    { filter: " " },
    { crs: "" },
  ];
  for (const query of refused) {
    await assert.rejects(features.page("svc:hotspots", query), {
      code: "invalid-request",
      attempts: 0,
    });
  }
  await assert.rejects(simulations.page({ limit: 101 }), { code: "invalid-request" });
  await assert.rejects(simulations.page({ since: "soon" }), { code: "invalid-request" });
  await assert.rejects(features.page("svc:hotspots", { timeoutMs: 0 }), {
    code: "invalid-request",
  });
  assert.equal(service.seen.length, 0);
});

test("invalid options are refused, and no message repeats a secret", () => {
  const secret = "hunter2-hunter2";
  const refused: ClientOptions[] = [
    { baseUrl: "service.example" },
    { baseUrl: "ftp://service.example" },
    { baseUrl: `https://user:${secret}@service.example` },
    { baseUrl: `${baseUrl}?key=${secret}` },
    { baseUrl, clientId: "a" },
    { baseUrl, clientSecret: secret },
    { baseUrl, clientId: "a", clientSecret: secret, token: secret },
    { baseUrl, token: `${secret}\n` },
    { baseUrl, timeoutMs: 0 },
    { baseUrl, timeoutMs: Number.NaN },
    { baseUrl, retry: { maxRetries: -1 } },
    { baseUrl, headers: { Authorization: secret } },
    { baseUrl, headers: { "x-key": `${secret}\n\n${secret}` } },
    { baseUrl, featuresPath: "/../x" },
    { baseUrl, featuresPath: "https://other.example" },
  ];
  for (const options of refused) {
    assert.throws(
      () => createClient(options),
      (error: Error & { code?: string }) => {
        assert.equal(error.code, "invalid-request", JSON.stringify(options));
        assert.ok(!error.message.includes(secret) && !String(error.stack).includes(secret));
        return true;
      },
    );
  }
});

test("a client is immutable, and shows no secret when it is printed", () => {
  const client = clientOf(fakeService());
  assert.ok(Object.isFrozen(client));
  assert.deepEqual([client.baseUrl, client.featuresUrl], [baseUrl, `${baseUrl}/ogc/features/v1`]);
  assert.ok(!JSON.stringify(client).includes("s3cret"));
});

test("an open server whose feature API is at its root is read without a token", async () => {
  const service = fakeService({ answer: always([description]) });
  const client = createClient({
    baseUrl: "https://open.example/ogcapi/",
    featuresPath: "",
    fetch: service.fetch,
  });
  await client.collections.list();
  assert.deepEqual(
    service.seen.map(({ url, authorization }) => [url.href, authorization]),
    [["https://open.example/ogcapi/collections?f=application/json", null]],
  );
});
