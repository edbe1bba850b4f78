import assert from "node:assert/strict";
import { test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import { answerOf, call, contextOf, point } from "./support.ts";

type Json = Record<string, unknown>;

const hotspots = "svc:hotspots";
const perimeters = "svc:satellite-perimeters";

const firms = [
  { id: "acq_date", type: "date" },
  { id: "acq_time", type: "string" },
  { id: "frp", type: "number" },
];

function square(id: string, west: number, size: number, properties: Json): Json {
  const [east, north] = [west + size, size];
  const ring = [
    [west, 0],
    [east, 0],
    [east, north],
    [west, north],
    [west, 0],
  ];
  return { type: "Feature", id, geometry: { type: "Polygon", coordinates: [ring] }, properties };
}

test("if the filter excludes everything, the answer counts the matches without it", async () => {
  const features = [
    point("near", 1, 1, { frp: 1 }),
    point("far", 1.4, 1.4, { frp: 1 }),
    { ...point("nowhere", 0, 0, { frp: 1 }), geometry: null },
  ];
  const { context } = contextOf({
    queryables: [{ id: "frp", type: "number" }],
    features: { [hotspots]: features },
    intercept: (url) =>
      url.searchParams.has("filter")
        ? Response.json({ type: "FeatureCollection", features: [] })
        : undefined,
  });
  const asked = { collection: hotspots, filter: "frp > 5", radius_km: 20 };
  const noticesAt = async (near: string) =>
    (await answerOf("query_features", { ...asked, near }, context)).notices.join(" ");
  assert.match(await noticesAt("1,1"), /The filter excluded everything: 1 matches without it\./);
  assert.match(await noticesAt("30,30"), /Nothing matches, with or without the filter\./);
});

test("an argument of the wrong type or size gets one true sentence", async () => {
  const { context } = contextOf({ features: {} });
  const messageOf = async (input: Json) => {
    const refused = await call("query_features", { collection: hotspots, ...input }, context);
    return refused.ok ? "" : refused.error.message;
  };
  assert.equal(
    await messageOf({ bbox: "Oregon" }),
    'bbox is the text "Oregon", but must be an array.',
  );
  assert.equal(await messageOf({ radius_km: 0 }), "radius_km is 0, but must be more than 0.");
});

test("an unknown property is refused with the properties and the other accepted names", async () => {
  const { context } = contextOf({
    queryables: firms,
    features: { [hotspots]: [point("a", 1, 1)] },
  });
  for (const [tool, input, expected] of [
    ["query_features", { sort: "-Time" }, /Did you mean "time"\?.*time, area_km2/],
    [
      "summarize_features",
      { group_by: ["Houre"] },
      /Did you mean "hour"\?.*hour, fire, static_source, cell/,
    ],
  ] as const) {
    const refused = await call(tool, { collection: hotspots, ...input }, context);
    assert.match(refused.ok ? "" : refused.error.message, expected);
  }
});

test("rows show their sort property", async () => {
  const acres = [3, 9].map((gis_acres, i) =>
    square(`p${i}`, 0, 0.1, { incident_name: "A", gis_acres }),
  );
  const { context } = contextOf({
    queryables: [
      { id: "incident_name", type: "string" },
      { id: "gis_acres", type: "number" },
    ],
    features: { [perimeters]: acres },
  });
  const input = { collection: perimeters, sort: "-gis_acres" };
  const answer = await answerOf("query_features", input, context);
  assert.deepEqual(
    recordsOf(answer).map(({ gis_acres }) => gis_acres),
    [9, 3],
  );
});

test("a collection is known without the prefix of its service", async () => {
  const features = { "svc:hotspots": [point("h1", 10, 50, {})], "svc:fires": [] };
  const { context } = contextOf({ features });
  const answer = await answerOf("query_features", { collection: "Hotspots" }, context);
  assert.deepEqual([answer.selection.collection, answer.matched], ["svc:hotspots", 1]);
  const feature = await answerOf("get_feature", { collection: "hotspots", id: "h1" }, context);
  assert.deepEqual([feature.collection, feature.id], ["svc:hotspots", "h1"]);
});

test("a collection's name is not taken without its prefix where two services have it", async () => {
  const features = { "a:hotspots": [], "b:hotspots": [] };
  const { context } = contextOf({ features });
  const result = await call("query_features", { collection: "hotspots" }, context);
  assert.ok(!result.ok);
  assert.match(result.error.message, /"a:hotspots", "b:hotspots"/);
});

for (const bbox of [
  [40, -122, 41, -121],
  [-122, -121, 40, 41],
  [238, 40, 239, 41],
])
  test(`a box in another order is refused with the box that is meant: ${bbox}`, async () => {
    const { context } = contextOf({ features: { "svc:hotspots": [] } });
    const result = await call("query_features", { collection: "svc:hotspots", bbox }, context);
    assert.ok(!result.ok);
    assert.equal(result.error.code, "invalid_input");
    const meant = /order is west, south, east, north\. Try \{"bbox":\[-122,40,-121,41\]\}/;
    assert.match(result.error.message, meant);
  });

test("where neither properties nor extent know of times, whether features are of one is not known", async () => {
  const { context } = contextOf({
    features: { "svc:hotspots": [point("timeless", 1, 2, {})] },
    queryables: [{ id: "name", type: "string" }],
  });
  const input = { collection: "svc:hotspots", time: "2025-06-20" };
  const { matched, matched_exact } = await answerOf("query_features", input, context);
  assert.deepEqual([matched, matched_exact], [0, false]);
});

test("the first five rows of a sorted list say the nearest town and the area, in other lists none", async () => {
  // Medford, Oregon, by the Census Bureau at 42.3372 N, 122.8537 W: some 11.1 km north of it.
  const features = Array.from({ length: 7 }, (_, i) =>
    point(`p${i}`, -122.8537, 42.4372 + i / 1e4, { frp: 10 - i }),
  );
  const { context } = contextOf({
    queryables: [{ id: "frp", type: "number" }],
    features: { [hotspots]: features },
  });
  const rowsOf = async (more: Json) =>
    recordsOf(await answerOf("query_features", { collection: hotspots, ...more }, context));
  const wheres = (await rowsOf({ sort: "-frp" })).map(({ where }) => where);
  assert.match(wheres[0], /^[\d.]+ km [NESW]+ of [^,]+, in Oregon, United States$/);
  assert.deepEqual(
    wheres.map((where) => where === null),
    [false, false, false, false, false, true, true],
  );
  for (const more of [{}, { near: "42.4,-122.8", sort: "-frp" }])
    assert.ok((await rowsOf(more)).every((row) => !("where" in row)));
  const top = await answerOf(
    "summarize_features",
    { collection: hotspots, properties: ["frp"], top: 2 },
    context,
  );
  assert.equal(top.top_rows.length, 2);
  assert.match(JSON.stringify(top), /in Oregon, United States/);
});
