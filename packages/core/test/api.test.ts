import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import type { Feature } from "../src/index.ts";
import { baseUrl, clientOf, fakeService, idsOf, pageOf, points } from "./support/fake-service.ts";

const features = points(25);
const queryables = [
  { id: "frp", type: "number" },
  { id: "satellite", type: "string" },
];

test("a filter is parsed before anything is sent, and sent unchanged", async () => {
  const service = fakeService();
  const { features } = clientOf(service);
  assert.match(features.url("svc:hotspots", { filter: "frp  >  3" }), /filter=frp\+\+%3E\+\+3$/);
  assert.match(
    features.url("svc:hotspots", { filter: "frp > 3", filterLang: "ecql-text" }),
    /filter-lang=ecql-text$/,
  );
  await assert.rejects(features.page("svc:hotspots", { filter: "frp >" }), {
    code: "invalid-request",
    attempts: 0,
    message: /filter is not valid cql2-text/,
  });
  assert.equal(service.seen.length, 0);
});

test("a filter may be a tree, and is checked against the queryables if given", async () => {
  const { features } = clientOf(fakeService());
  const tree = {
    op: ">" as const,
    args: [{ property: "frp" }, 3] as [{ property: string }, number],
  };
  assert.match(features.url("svc:hotspots", { filter: tree, queryables }), /filter=frp\+%3E\+3$/);
  await assert.rejects(
    features.page("svc:hotspots", { filter: "frq > 3 AND satellite = 7", queryables }),
    {
      code: "invalid-request",
      message: /frq.*satellite/s,
    },
  );
});

test("a listing or a count parses its filter and box no more often than a single page", async () => {
  const { features: listed } = clientOf(
    fakeService({
      features,
      answer: ({ url }) => pageOf(features, url, { numberMatched: undefined }),
    }),
  );
  const reads = { filter: 0, bbox: 0 };
  const query = {
    filter: {
      op: ">" as const,
      get args(): [{ property: string }, number] {
        reads.filter += 1;
        return [{ property: "frp" }, 3];
      },
    },
    bbox: new Proxy<[number, number, number, number]>([-1, -1, 1, 1], {
      get(box, name, receiver) {
        if (name === "0") reads.bbox += 1;
        return Reflect.get(box, name, receiver);
      },
    }),
    queryables,
  };
  const readsOf = async (call: () => Promise<unknown>): Promise<typeof reads> => {
    Object.assign(reads, { filter: 0, bbox: 0 });
    await call();
    return { ...reads };
  };
  const once = await readsOf(() => listed.page("svc:hotspots", query));
  assert.ok(once.filter > 0 && once.bbox > 0);
  const listing = () => idsOf(listed.iterate("svc:hotspots", { ...query, pageSize: 5 }));
  assert.deepEqual(await readsOf(listing), once);
  assert.deepEqual(await readsOf(() => listed.count("svc:hotspots", query)), once);
});

test("a count is the service's if that is exact or exactness is not requested; otherwise features are counted", async () => {
  const mixed: Feature[] = [
    ...features,
    { type: "Feature", id: "nowhere", geometry: null, properties: {} },
  ];
  const service = fakeService({ features: mixed });
  const client = clientOf(service);
  const bbox = [-1, -1, 1, 1] as const;
  assert.deepEqual(await client.features.count("svc:hotspots"), {
    count: 26,
    exact: true,
    source: "numberMatched",
  });
  assert.deepEqual(await client.features.count("svc:hotspots", { bbox }), {
    count: 26,
    exact: false,
    source: "numberMatched",
  });
  assert.deepEqual(await client.features.count("svc:hotspots", { bbox, exact: true }), {
    count: 25,
    exact: true,
    source: "pages",
  });

  const silent = fakeService({
    answer: ({ url }) => pageOf(mixed, url, { numberMatched: undefined }),
  });
  const silentClient = clientOf(silent);
  assert.deepEqual(await silentClient.features.count("svc:hotspots"), {
    count: 26,
    exact: true,
    source: "pages",
  });
  assert.deepEqual(
    await silentClient.features.count("svc:hotspots", { datetime: "../2020-01-01T00:00:00Z" }),
    {
      count: 26,
      exact: false,
      source: "pages",
    },
  );
});

test("properties are parsed by a schema, and features that do not fit are an error or left out", async () => {
  const odd = features.map((feature) => ({
    ...feature,
    properties: { n: feature.id === "f3" ? "three" : Number(String(feature.id).slice(1)) },
  }));
  const client = clientOf(fakeService({ features: odd }));
  const properties = z.object({ n: z.number().transform((n) => n * 2) });
  await assert.rejects(client.features.page("svc:hotspots", { properties }), {
    code: "response",
    message: /"f3"/,
  });
  let sum = 0;
  for await (const feature of client.features.iterate("svc:hotspots", {
    properties,
    onInvalid: "skip",
    pageSize: 10,
  })) {
    sum += feature.properties!.n;
  }
  assert.equal(sum, 2 * (300 - 3));
  const page = await client.features.page("svc:hotspots", { properties, onInvalid: "skip" });
  assert.deepEqual([page.features.length, page.skipped], [24, 1]);
});

test("features have the caller's type of properties", async () => {
  interface Mine {
    n: number;
  }
  const client = clientOf(fakeService());
  for await (const { properties } of client.features.iterate<Mine>("svc:hotspots", { limit: 3 })) {
    const n: number | undefined = properties?.n;
    assert.equal(typeof n, "number");
  }
});

test("any other request to the origin is sent with the token, and its response is complete", async () => {
  const service = fakeService({
    answer: ({ url, method }) =>
      url.pathname === "/v1/other"
        ? new Response(`${method} body`, { status: 202, headers: { "x-extra": "1" } })
        : undefined,
  });
  const client = clientOf(service);
  const response = await client.request("v1/other?x=1", { method: "POST", body: "{}" });
  assert.deepEqual(
    [response.status, response.headers.get("x-extra"), await response.text()],
    [202, "1", "POST body"],
  );
  assert.deepEqual(
    service.requests().map(({ url, authorization }) => [url.href, authorization]),
    [[`${baseUrl}/v1/other?x=1`, "Bearer token-1"]],
  );
});

test("a request to another origin is refused before anything is sent", async () => {
  const service = fakeService();
  for (const path of [
    "https://other.example/",
    "//other.example/x",
    "http://service.example/",
    "https://u:p@service.example/",
  ]) {
    await assert.rejects(clientOf(service).request(path), { code: "invalid-request" });
  }
  await assert.rejects(
    clientOf(service).request("x", { headers: { AUTHORIZATION: "Bearer mine" } }),
    { code: "invalid-request" },
  );
  assert.equal(service.seen.length, 0);
});

test("a request that is not GET or HEAD is never sent twice", async () => {
  const service = fakeService({ answer: () => new Response("busy", { status: 503 }) });
  await assert.rejects(clientOf(service).request("v1/other", { method: "POST" }), {
    code: "service",
    attempts: 1,
  });
});

test("every response of a call can be observed raw", async () => {
  const seen: string[] = [];
  const client = clientOf(fakeService());
  await client.features.page("svc:hotspots", {
    onResponse: ({ response, attempt }) =>
      seen.push(
        `${attempt} ${response.status} ${response.headers.get("content-type")?.split(";")[0]}`,
      ),
  });
  assert.deepEqual(seen, ["1 200 application/json"]);
});

test("two clients of one service share nothing", async () => {
  const service = fakeService();
  const [one, other] = [clientOf(service), clientOf(service)];
  await Promise.all([
    idsOf(one.features.iterate("svc:hotspots")),
    idsOf(other.features.iterate("svc:hotspots")),
  ]);
  assert.equal(service.exchanges(), 2);
});
