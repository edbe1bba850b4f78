import assert from "node:assert/strict";
import { test } from "node:test";
import { nowhere } from "./export-support.ts";
import { answerOf, call, contextOf, type FakeService, point } from "./support.ts";

const hotspots = { collection: "svc:hotspots" };
const queryables = [
  { id: "datetime", type: "dateTime" },
  { id: "frp", type: "number" },
];
const extent = { temporal: { interval: [["2025-06-01T00:00:00Z", "2025-06-30T00:00:00Z"]] } };
const hour = (i: number) => new Date(Date.parse("2025-06-01T00:00:00Z") + i * 3_600_000);
/** One detection per hour, one degree of longitude apart, frp from 0 to 99. */
const detections = Array.from({ length: 100 }, (_, i) =>
  point(`h${i}`, i, 10, { datetime: hour(i).toISOString(), frp: i }),
);
/** Silently ignores all request parameters. */
const ignorant: FakeService = {
  features: { "svc:hotspots": detections },
  queryables,
  extent,
  maxLimit: 30,
};

const asked: [parameter: string, input: Record<string, unknown>, ids: string[]][] = [
  ["datetime", { time: "2025-06-01T10:00:00Z/2025-06-01T12:00:00Z" }, ["h10", "h11", "h12"]],
  ["bbox", { bbox: [20, 0, 23, 20] }, ["h20", "h21", "h22", "h23"]],
  ["filter", { filter: "frp > 96" }, ["h97", "h98", "h99"]],
];

for (const [parameter, input, ids] of asked) {
  test(`with a service that ignores ${parameter}, rows, counts and sums are still right`, async () => {
    const { context } = contextOf(ignorant);
    for (const order of [{}, { sort: "time" }, { limit: 2 }]) {
      const answer = await answerOf("query_features", { ...hotspots, ...input, ...order }, context);
      assert.equal(answer.matched, ids.length);
      assert.equal(answer.matched_exact, true);
      const wanted = ids.slice(0, answer.returned);
      assert.deepEqual(
        answer.rows.map(([id]: string[]) => id),
        wanted,
      );
      assert.match(answer.notices.join(" "), new RegExp(`did not apply ${parameter}`));
    }
    for (const bare of [{}, { properties: [], top: 0 }]) {
      const summary = await answerOf(
        "summarize_features",
        { ...hotspots, ...input, ...bare },
        context,
      );
      assert.equal(summary.matched, ids.length);
      assert.equal(summary.matched_exact, true);
    }
  });
}

test("the count of a service that applies filters is used, and whether it does is checked only once", async () => {
  let probes = 0;
  const honest: FakeService = {
    ...ignorant,
    intercept: (url) => {
      const filter = url.searchParams.get("filter");
      if (filter === null) return undefined;
      const isProbe = /IS NULL/.test(filter);
      if (isProbe) probes++;
      const features = isProbe ? [] : [detections[99]];
      return Response.json({
        type: "FeatureCollection",
        features,
        numberMatched: isProbe ? 0 : 3,
        links: isProbe ? [] : [{ rel: "next", href: `${url.href}&from=1` }],
      });
    },
  };
  const { context, requests } = contextOf(honest);
  const bare = { ...hotspots, filter: "frp > 96", properties: [], top: 0 };
  for (let i = 0; i < 3; i++) {
    const { matched, matched_exact } = await answerOf("summarize_features", bare, context);
    assert.deepEqual([matched, matched_exact], [3, true]);
  }
  assert.equal(probes, 1);
  const items = requests.filter(({ pathname }) => pathname.endsWith("/items"));
  assert.equal(items.length, 4);
});

/** Answers every page of hotspots itself. */
function pagesOf(body: (from: number, url: URL) => object): FakeService {
  return {
    features: { "svc:hotspots": [] },
    queryables,
    extent,
    intercept: (url) =>
      url.pathname.endsWith("/items")
        ? Response.json({
            type: "FeatureCollection",
            ...body(Number(url.searchParams.get("from") ?? 0), url),
          })
        : undefined,
  };
}

const nextOf = (url: URL, from: number) => {
  const next = new URL(url);
  next.searchParams.set("from", String(from));
  return [{ rel: "next", href: next.href }];
};

test("a full page without a next link and a count is not taken as complete", async () => {
  const { context } = contextOf(
    pagesOf((_, url) => ({ features: detections.slice(0, Number(url.searchParams.get("limit"))) })),
  );
  const answer = await answerOf("query_features", { ...hotspots, limit: 20 }, context);
  assert.deepEqual([answer.matched_exact, answer.complete], [false, false]);
  assert.match(answer.notices.join(" "), /there may be more/);
});

test("a page without a next link and with fewer features than the service counts is not taken as complete", async () => {
  const { context } = contextOf(
    pagesOf(() => ({ features: detections.slice(0, 20), numberMatched: 36_011 })),
  );
  const answer = await answerOf("query_features", { ...hotspots, limit: 50 }, context);
  assert.deepEqual([answer.matched_exact, answer.complete], [false, false]);
  assert.match(answer.notices.join(" "), /36011/);
});

test("a listing of empty pages ends after a few, and the answer is not complete", async () => {
  for (const tool of ["query_features", "summarize_features"]) {
    const { context, requests } = contextOf(
      pagesOf((from, url) => ({ features: [], links: nextOf(url, from + 1) })),
    );
    const answer = await answerOf(tool, hotspots, context);
    assert.deepEqual([answer.matched_exact, answer.complete], [false, false], tool);
    assert.ok(requests.length < 20, `${requests.length} requests`);
  }
});

test("a listing without end takes a bounded number of requests", async () => {
  const { context, requests } = contextOf(
    pagesOf((from, url) => ({
      features: [point(`far${from}`, 170, 10, { datetime: hour(0).toISOString() })],
      links: nextOf(url, from + 1),
    })),
  );
  const box = { ...hotspots, bbox: [0, 0, 20, 20] };
  const answer = await answerOf("summarize_features", box, context);
  assert.deepEqual([answer.matched_exact, answer.complete], [false, false]);
  assert.ok(requests.length <= 1010, `${requests.length} requests`);
});

test("simulations without end take a bounded number of requests", async () => {
  let page = 0;
  const { context, requests } = contextOf({
    ...ignorant,
    intercept: (url) =>
      url.pathname.endsWith("/simulations")
        ? Response.json({ items: [], nextCursor: `c${page++}` })
        : undefined,
  });
  await call("list_simulations", { status: "FAILED" }, context);
  await call("assess_location", { near: "10,10" }, context);
  const asked = requests.filter(({ pathname }) => pathname.endsWith("/simulations"));
  assert.ok(asked.length <= 20, `${asked.length} requests`);
});

test("features whose times cannot be read are neither counted for a time nor taken for a gap", async () => {
  const odd = detections.map((each, i) => ({ ...each, properties: { seen: "Tuesday", frp: i } }));
  const unread = detections.map((each) => ({ ...each, properties: { datetime: "Tuesday" } }));
  const services: FakeService[] = [
    { ...ignorant, features: { "svc:hotspots": odd }, queryables: [{ id: "frp", type: "number" }] },
    { ...ignorant, features: { "svc:hotspots": unread } },
  ];
  for (const service of services) {
    for (const tool of ["query_features", "summarize_features"]) {
      const { context } = contextOf(service);
      const answer = await answerOf(tool, { ...hotspots, time: "2025-06-03" }, context);
      assert.deepEqual([answer.matched, answer.matched_exact, answer.complete], [0, false, false]);
      assert.match(answer.notices.join(" "), /Whether 100 more match is not known: no time can/);
      assert.doesNotMatch(answer.notices.join(" "), /no observations/);
    }
  }
  const { context } = contextOf(services[1]!);
  const filter = "datetime > TIMESTAMP('2025-06-03T00:00:00Z') OR frp > 5";
  const filtered = await answerOf("summarize_features", { ...hotspots, filter }, context);
  assert.deepEqual([filtered.matched, filtered.matched_exact], [0, false]);
  const { notices } = await answerOf("describe_collection", hotspots, context);
  assert.match(notices.join(" "), /The times of 100 features cannot be read/);
});

test("the wait that the service requests reaches the caller", async () => {
  const { context } = contextOf({
    ...ignorant,
    intercept: (url) =>
      url.pathname.endsWith("/items")
        ? new Response(null, { status: 429, headers: { "retry-after": "3600" } })
        : undefined,
  });
  const result = await call("query_features", hotspots, context);
  assert.ok(!result.ok);
  assert.equal(result.error.code, "service_rate_limited");
  assert.equal(result.error.retryAfterSeconds, 3600);
  assert.match(result.error.message, /3600 s/);
});

test("a value nested 100,000 deep costs only its own depth", async () => {
  const depth = 100_000;
  const deep = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
  const feature = `{"type":"Feature","id":"x","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"deep":${deep},"frp":2}}`;
  const page = `{"type":"FeatureCollection","features":[${feature}],"links":[],"numberMatched":1}`;
  const headers = { "content-type": "application/json" };
  const { context } = contextOf({
    features: { "svc:hotspots": [] },
    queryables: [...queryables, { id: "deep", type: "string" }],
    intercept({ pathname }) {
      if (pathname.endsWith("/items")) return new Response(page, { headers });
      return pathname.includes("/items/") ? new Response(feature, { headers }) : undefined;
    },
  });
  const collection = "svc:hotspots";
  const { matched } = await answerOf("query_features", { collection }, context);
  assert.equal(matched, 1);
  const { properties } = await answerOf("get_feature", { collection, id: "x" }, context);
  assert.equal(properties.frp, 2);
  for (const format of ["geojson", "geojsonl", "csv", "kml"]) {
    const asked = { collection, format };
    const exporting = { ...context, exports: nowhere };
    const all = await call("export_features", { ...asked, properties: ["deep"] }, exporting);
    // Newer engines print values of any depth.
    if (all.ok) assert.equal(all.output.count, 1);
    else {
      assert.equal(all.error.code, "service_failed");
      assert.match(all.error.message, /nested too deep .*: list others in properties/);
    }
    const { count } = await answerOf(
      "export_features",
      { ...asked, properties: ["frp"] },
      exporting,
    );
    assert.equal(count, 1, format);
  }
});
