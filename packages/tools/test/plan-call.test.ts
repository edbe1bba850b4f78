import assert from "node:assert/strict";
import { test } from "node:test";
import { type CallPlan, catalogue, planCall } from "../src/index.ts";
import { nowhere } from "./export-support.ts";
import { contextOf, point } from "./support.ts";

const features = [point("a", 10, 50, { datetime: "2025-06-20T00:00:00Z", frp: 1 })];
const service = {
  features: {
    "svc:hotspots": features,
    "svc:satellite-perimeters": [],
    "svc:static-heat-sources": [],
  },
  queryables: [
    { id: "datetime", type: "dateTime" },
    { id: "frp", type: "number" },
    { id: "incident_name", type: "string" },
  ],
  extent: { temporal: { interval: [["2025-06-01T00:00:00Z", "2025-06-20T00:00:00Z"]] } },
};

async function planOf(name: string, input: unknown): Promise<CallPlan & { sent: string[] }> {
  const { context, requests } = contextOf(service, undefined, { exports: nowhere });
  const plan = await planCall(catalogue.find((tool) => tool.name === name)!, input, context);
  assert.ok(plan.ok, plan.ok ? "" : plan.error.message);
  return {
    ...(plan.output as unknown as CallPlan),
    sent: requests.map(({ pathname }) => pathname),
  };
}

const hotspots = { collection: "svc:hotspots" };
const items = "/ogc/features/v1/collections/svc:hotspots/items";

test("a plan has the resolved selection and the first URL, and requests only metadata", async () => {
  const input = { ...hotspots, bbox: [9, 49, 11, 51], time: "2025-06-20", filter: "frp > 5" };
  const plan = await planOf("query_features", input);
  assert.deepEqual(plan.selections, [
    {
      collection: "svc:hotspots",
      area: { bbox: [9, 49, 11, 51] },
      interval: ["2025-06-20T00:00:00Z", "2025-06-20T23:59:59.999Z"],
      filter: "frp > 5",
    },
  ]);
  const [request] = plan.requests;
  assert.equal(plan.requests.length, 1);
  const url = new URL(request!.url, "https://service.test");
  assert.ok(request!.url.startsWith(`${items}?`));
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    limit: "20",
    bbox: "9,49,11,51",
    datetime: "2025-06-20T00:00:00Z/2025-06-20T23:59:59.999Z",
    filter: "frp > 5",
  });
  assert.ok(!plan.sent.some((path) => path.endsWith("/items")), plan.sent.join());
  assert.equal(plan.metadata_requests, plan.sent.filter((path) => path !== "/v1/token").length);
});

test("a comparison has both selections and both requests", async () => {
  const plan = await planOf("compare_periods", {
    ...hotspots,
    before: "2025-06-18",
    after: "2025-06-19",
  });
  assert.equal(plan.selections.length, 2);
  const days = plan.requests.map(({ url }) =>
    new URL(url, "https://service.test").searchParams.get("datetime")?.slice(0, 10),
  );
  assert.deepEqual(days, ["2025-06-18", "2025-06-19"]);
});

for (const tool of catalogue) {
  const input: Record<string, unknown> = {
    list_collections: {},
    describe_collection: hotspots,
    get_feature: { ...hotspots, id: "a b/c" },
    list_simulations: { since: "2025-06-01", near: "50,10" },
    compare_periods: { ...hotspots, before: "2025-06-18", after: "2025-06-19" },
    assess_location: { near: "50,10", time: "2025-06-20" },
    assess_fire: { fire: "Gifford" },
    show_map: { near: "50,10" },
    export_features: { ...hotspots, format: "csv" },
    find_place: { name: "Weed" },
  };
  test(`a plan of ${tool.name} sends no request for features or simulations`, async () => {
    const plan = await planOf(tool.name, input[tool.name] ?? hotspots);
    const asked = plan.sent.filter((path) => /\/items|\/simulations/.test(path));
    assert.deepEqual(asked, []);
    const needsNone = ["list_collections", "find_place"].includes(tool.name);
    assert.equal(plan.requests.length === 0, needsNone, JSON.stringify(plan));
    for (const { url } of plan.requests) assert.ok(/^\/(?:ogc|v1)\//.test(url), url);
    if (tool.name === "get_feature") assert.equal(plan.requests[0]!.url, `${items}/a%20b%2Fc`);
  });
}

test("a plan whose selection depends on features says so", async () => {
  const plan = await planOf("query_features", { ...hotspots, fire: "Gifford" });
  assert.deepEqual(plan.selections, []);
  assert.ok(plan.requests.length > 0);
  assert.match(plan.notices!.join(" "), /selection depends on the answers/);
});

test("an input that a call would refuse is refused", async () => {
  const { context } = contextOf(service);
  const tool = catalogue.find(({ name }) => name === "query_features")!;
  const plan = await planCall(tool, { ...hotspots, filter: "nothing > 5" }, context);
  assert.equal(plan.ok ? "planned" : plan.error.code, "invalid_input");
});
