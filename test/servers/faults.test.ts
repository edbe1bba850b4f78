import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@emberline/core";
import { catalogue } from "@emberline/tools";
import { nowhere } from "../../packages/tools/test/export-support.ts";
import {
  answerOf,
  call,
  contextOf,
  jumpingTime,
  point,
} from "../../packages/tools/test/support.ts";

const features = { "svc:hotspots": [point("h1", 10, 50, { datetime: "2025-06-20T11:00:00Z" })] };
const input: Record<string, unknown> = {
  list_collections: {},
  describe_collection: { collection: "svc:hotspots" },
  query_features: { collection: "svc:hotspots" },
  get_feature: { collection: "svc:hotspots", id: "h1" },
  list_simulations: {},
  summarize_features: { collection: "svc:hotspots" },
  compare_periods: { collection: "svc:hotspots", before: "yesterday", after: "today" },
  assess_location: { near: "50,10" },
  assess_fire: { fire: "Alpha" },
  show_map: { near: "50,10" },
  export_features: { collection: "svc:hotspots", format: "csv" },
};

const timeoutMs = 10_000;
const isData = (url: URL) => url.pathname !== "/v1/token";

// find_place sends no requests.
for (const { name } of catalogue.filter((tool) => tool.name !== "find_place")) {
  test(`${name} ends within its time limit when the service never answers`, async (t) => {
    const jump = jumpingTime(t);
    const intercept = (url: URL, { signal }: Request) => {
      if (!isData(url)) return undefined;
      const never = new Promise<Response>((_, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason)),
      );
      jump(timeoutMs);
      return never;
    };
    const { context } = contextOf({ features, intercept }, undefined, {
      exports: nowhere,
      timeoutMs,
    });
    const result = await call(name, input[name], context);
    assert.ok(!result.ok);
    assert.equal(result.error.code, "timed_out");
  });

  test(`${name} ends at once when its caller cancels`, async (t) => {
    jumpingTime(t);
    const cancel = new AbortController();
    const intercept = (url: URL) => {
      if (!isData(url)) return undefined;
      cancel.abort();
      return new Promise<Response>(() => {});
    };
    const { context } = contextOf({ features, intercept }, undefined, {
      exports: nowhere,
      signal: cancel.signal,
    });
    const result = await call(name, input[name], context);
    assert.ok(!result.ok);
    assert.equal(result.error.code, "cancelled");
  });

  test(`${name} says that the service is unreachable, without any secret`, async () => {
    const intercept = () => {
      throw new TypeError("connect ECONNREFUSED hush-hush");
    };
    const { context } = contextOf({ features, intercept }, undefined, { exports: nowhere });
    const result = await call(name, input[name], context);
    assert.ok(!result.ok);
    assert.equal(result.error.code, "service_unreachable");
    assert.ok(!result.error.message.includes("hush-hush"));
  });

  test(`${name} says that the client's secret is refused, without showing it`, async () => {
    const intercept = (url: URL) =>
      isData(url)
        ? undefined
        : Response.json({ code: "invalid-client", message: "hush-hush is wrong" }, { status: 401 });
    const { context } = contextOf({ features, intercept }, undefined, { exports: nowhere });
    const result = await call(name, input[name], context);
    assert.ok(!result.ok);
    assert.equal(result.error.code, "service_authentication");
    assert.ok(!result.error.message.includes("hush-hush"), result.error.message);
  });
}

test("a feature that breaks RFC 7946 is left out, counted, and makes the answer incomplete", async () => {
  const broken = {
    type: "Feature",
    id: "broken",
    geometry: {
      type: "Polygon",
      coordinates: [
        [
          [0, 0],
          [1, 1],
        ],
      ],
    },
    properties: {},
  };
  const { context } = contextOf({
    features: { "svc:hotspots": [...features["svc:hotspots"], broken] },
  });
  const answer = await answerOf(
    "query_features",
    { collection: "svc:hotspots", time: "2025-06-20" },
    context,
  );
  assert.deepEqual(
    answer.rows.map(([id]: unknown[]) => id),
    ["h1"],
  );
  assert.equal(answer.complete, false);
  assert.match(answer.notices.join(" "), /1 features? .*RFC 7946/);
});

test("if the service ignores the request, features outside a circle are still left out", async () => {
  const far = [
    point("near", 10, 50, { datetime: "2025-06-20T11:00:00Z" }),
    point("far", 12, 50, { datetime: "2025-06-20T11:00:00Z" }),
  ];
  const { context } = contextOf({ features: { "svc:hotspots": far } });
  const answer = await answerOf(
    "query_features",
    { collection: "svc:hotspots", near: "50,10", radius_km: 20 },
    context,
  );
  assert.deepEqual([answer.rows.length, answer.rows[0][0], answer.matched], [1, "near", 1]);
});

test("a collection that the service lists but does not serve is one clear error", async () => {
  const intercept = (url: URL) =>
    /svc:hotspots/.test(decodeURI(url.pathname))
      ? Response.json({ code: "not-found" }, { status: 404 })
      : undefined;
  const { context } = contextOf({ features, intercept });
  const result = await call("query_features", { collection: "svc:hotspots" }, context);
  assert.ok(!result.ok);
  assert.equal(result.error.code, "not_found");
  assert.match(result.error.message, /svc:hotspots/);
});

test("every answer about a collection that calls itself synthetic says so", async () => {
  const { context } = contextOf({ features, described: { synthetic: true } });
  for (const name of ["list_collections", "describe_collection", "query_features", "get_feature"]) {
    const answer = await answerOf(name, input[name], context);
    assert.match(answer.notices.join(" "), /Synthetic data/);
  }
});

for (const [what, answer, named] of [
  ["a token endpoint that is not there", { status: 404, code: "not-found" }, "base URL"],
  [
    "a service that wants a token for its token",
    { status: 401, code: "invalid-token" },
    "base URL",
  ],
  ["a wrong secret", { status: 401, code: "invalid-client" }, "client id and secret"],
] as const) {
  test(`${what} is blamed on the ${named}`, async () => {
    const intercept = (url: URL) =>
      url.pathname === "/v1/token"
        ? Response.json({ code: answer.code }, { status: answer.status })
        : undefined;
    const { context } = contextOf({ features, intercept });
    const result = await call("list_collections", {}, context);
    assert.ok(!result.ok);
    assert.equal(result.error.code, "service_authentication");
    const isAddress = /There is no token endpoint at this address: check the base URL\./;
    assert.equal(isAddress.test(result.error.message), named === "base URL");
    assert.match(result.error.message, new RegExp(`The operator must check the ${named}`));
  });
}

test("a property with several types is listed once", async () => {
  const queryables = [
    { id: "confidence", type: "number" },
    { id: "confidence", type: "string" },
    { id: "frp", type: "number" },
  ];
  const { context } = contextOf({ features, queryables });
  const result = await call(
    "query_features",
    { collection: "svc:hotspots", properties: ["xyz"] },
    context,
  );
  assert.match(result.ok ? "" : result.error.message, /Its properties are "confidence", "frp"\./);
});

test("a request to a service without an address is shown as its path", async () => {
  const { context } = contextOf({ features });
  const { embed } = await import("@emberline/reference-service");
  const embedded = await embed({ synthetic: true });
  const client = createClient(embedded);
  const asked = { collection: "svc:hotspots", limit: 1, explain: true };
  const answer = await answerOf("query_features", asked, { ...context, client });
  assert.match(answer.selection.request, /^\/ogc\/features\/v1\/collections\/svc:hotspots\/items/);
  const missing = { collection: "svc:satellite-perimeters", id: "none" };
  const result = await call("get_feature", missing, { ...context, client });
  assert.doesNotMatch(result.ok ? "" : result.error.message, /invalid/);
});
