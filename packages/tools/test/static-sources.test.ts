import assert from "node:assert/strict";
import { test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import { east, hotspot, perimeter } from "./assess-places.ts";
import { answerOf, call, contextOf, type FakeService } from "./support.ts";

type Json = Record<string, unknown>;

const hotspots = "svc:hotspots";
const staticSources = "svc:static-heat-sources";
const queryables = [
  { id: "datetime", type: "dateTime" },
  { id: "frp", type: "number" },
  { id: "category", type: "string" },
];

function source(id: string, km: number, category = "steel_plant"): Json {
  const geometry = { type: "Point", coordinates: [east(km), 0] };
  return { type: "Feature", id, geometry, properties: { name: `Name of ${id}`, category } };
}

const service: FakeService = {
  queryables,
  features: {
    [hotspots]: [hotspot("a", 0), hotspot("b", 0.999), hotspot("c", 1.001), hotspot("d", 30)],
    [staticSources]: [source("works", 0), source("etna", 30.5, "volcano")],
  },
};

function refusal(tool: string, input: object, from: FakeService = service): Promise<string> {
  return call(tool, { collection: hotspots, ...input }, contextOf(from).context).then((result) => {
    assert.ok(!result.ok);
    return `${result.error.code}: ${result.error.message}`;
  });
}

test("features nearer to a source than the distance are left out and counted", async () => {
  const { context } = contextOf(service);
  const input = { collection: hotspots, exclude_static_km: 1 };
  const rows = await answerOf("query_features", input, context);
  assert.deepEqual(
    rows.rows.map(([id]: unknown[]) => id),
    ["c"],
  );
  assert.deepEqual([rows.matched, rows.excluded_static, rows.complete], [1, 3, true]);
  assert.equal(rows.selection.exclude_static_km, 1);
  const counted = await answerOf(
    "summarize_features",
    { ...input, source_category: "Steel plant" },
    context,
  );
  assert.deepEqual([counted.matched, counted.excluded_static], [2, 2]);
});

test("if everything lies near a source, the answer says so", async () => {
  const { context } = contextOf(service);
  const answer = await answerOf(
    "summarize_features",
    { collection: hotspots, exclude_static_km: 2 },
    context,
  );
  assert.deepEqual([answer.matched, answer.excluded_static], [0, 4]);
  assert.match(answer.notices.join(" "), /All 4 matches lie near a static heat source/);
});

test("a detection as near to two sources counts for the first of them by id, and within of all", async () => {
  const features = {
    [hotspots]: [hotspot("a", 0), hotspot("b", 30)],
    [staticSources]: [source("w", 0.5), source("e", 0.5), source("far", -0.6)],
  };
  const { context } = contextOf({ features, queryables });
  const answer = await answerOf(
    "summarize_features",
    { collection: hotspots, group_by: ["static_source"], properties: [] },
    context,
  );
  assert.deepEqual(
    recordsOf(answer).map(({ static_source: id, source_name: name, lon, count, count_within }) => [
      id,
      name,
      lon,
      count,
      count_within,
    ]),
    [
      ["e", "Name of e", 0.00449, 1, 1],
      ["far", "Name of far", -0.00539, 0, 1],
      ["w", "Name of w", 0.00449, 0, 1],
    ],
  );
  assert.deepEqual([answer.groups, answer.grouped, answer.ungrouped], [1, 1, 1]);
  assert.match(
    answer.notices.join(" "),
    /each counts for its nearest source within 1 km\. 1 has several as near/,
  );
});

test("an unknown category is refused worldwide with those that exist, and noted in an area", async () => {
  const input = { exclude_static_km: 1, source_category: "smelter" };
  const unknownCategory =
    /no static source in reach is a "smelter"; they are "steel_plant", "volcano"/;
  assert.match(await refusal("summarize_features", input), unknownCategory);
  const answer = await answerOf(
    "summarize_features",
    { collection: hotspots, ...input, lon: 0, lat: 0 },
    contextOf(service).context,
  );
  assert.deepEqual([answer.matched, answer.excluded_static], [4, 0]);
  assert.match(answer.notices.join(" "), unknownCategory);
});

test("outlines of fires, the sources themselves and a service without sources are refused", async () => {
  const perimeters = "svc:satellite-perimeters";
  const features = { ...service.features, [perimeters]: [perimeter("p", [0, 10])] };
  const own = { exclude_static_km: 1 };
  const onOutlines = { ...own, collection: perimeters };
  const of: FakeService = { features, queryables: [{ id: "incident_id", type: "string" }] };
  assert.match(await refusal("query_features", onOutlines, of), /is for detections/);
  const onSources = { ...own, collection: staticSources };
  assert.match(await refusal("query_features", onSources), /are static heat sources themselves/);
  const without = { features: { [hotspots]: [] } };
  for (const tool of ["query_features", "summarize_features"])
    assert.match(await refusal(tool, own, without), /invalid_input: .*no collection of static/);
  assert.match(
    await refusal(
      "compare_periods",
      { ...own, before: "2025-06-18", after: "2025-06-19" },
      without,
    ),
    /no collection of static/,
  );
  assert.match(await refusal("query_features", { source_category: "volcano" }), /needs exclude/);
  assert.match(await refusal("summarize_features", { static_source_km: 1 }), /needs group_by/);
});

test("if sources could be read only in part, the counts are inexact, and the answer says so", async () => {
  const many = Array.from({ length: 1500 }, (_, i) => source(`s${i}`, 500 + i));
  const { context } = contextOf({
    features: { ...service.features, [staticSources]: [...many, source("works", 0)] },
    intercept: (url) =>
      url.pathname.includes(staticSources) && Number(url.searchParams.get("from")) > 0
        ? Response.json({ code: "internal" }, { status: 500 })
        : undefined,
  });
  const answer = await answerOf(
    "summarize_features",
    { collection: hotspots, exclude_static_km: 1 },
    context,
  );
  assert.deepEqual([answer.matched_exact, answer.complete], [false, false]);
  assert.match(answer.notices.join(" "), /Static sources could be read only in part/);
});

test("sources are requested only within reach of the selection, across the antimeridian too", async () => {
  const features = {
    [hotspots]: [{ ...hotspot("a", 0), geometry: { type: "Point", coordinates: [179.999, 0] } }],
    [staticSources]: [
      { ...source("over", 0), geometry: { type: "Point", coordinates: [-179.999, 0] } },
    ],
  };
  const { context, requests } = contextOf({ features });
  const answer = await answerOf(
    "summarize_features",
    { collection: hotspots, bbox: [179, -1, 180, 1], exclude_static_km: 1 },
    context,
  );
  assert.deepEqual([answer.matched, answer.excluded_static], [0, 1]);
  const asked = requests.filter(
    ({ pathname, searchParams }) =>
      pathname.endsWith(`${staticSources}/items`) && searchParams.get("limit") === "250",
  );
  assert.equal(asked.length, 1);
  const [west, south, east_, north] = asked[0]!.searchParams.get("bbox")!.split(",").map(Number);
  assert.ok(west! > 178.9 && west! < 179 && east_! < -179.9 && east_! > -180);
  assert.ok(south! < -1 && south! > -1.1 && north! > 1 && north! < 1.1);
});

test("a caller who leaves while sources are read ends the reading", async () => {
  const leaving = new AbortController();
  let pages = 0;
  const { context } = contextOf(
    {
      features: {
        ...service.features,
        [staticSources]: Array.from({ length: 9000 }, (_, i) => source(`s${i}`, i)),
      },
      intercept: (url) => {
        if (url.pathname.endsWith(`${staticSources}/items`) && ++pages === 2) leaving.abort();
        return undefined;
      },
    },
    undefined,
    { signal: leaving.signal },
  );
  await assert.rejects(
    call("summarize_features", { collection: hotspots, exclude_static_km: 1 }, context).then(
      (result) => {
        if (!result.ok) throw new Error(result.error.code);
      },
    ),
  );
  assert.ok(pages <= 3, `${pages} pages`);
});
