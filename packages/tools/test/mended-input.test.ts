import assert from "node:assert/strict";
import { test } from "node:test";
import { call, contextOf, point } from "./support.ts";

const hotspots = "svc:hotspots";
const queryables = [
  { id: "frp", type: "number" },
  { id: "confidence", type: "string" },
];
const features = {
  [hotspots]: [
    point("a", 1, 1, { frp: 3, confidence: "h" }),
    point("b", 2, 2, { frp: 30, confidence: "n" }),
    point("2024", 9, 9, { frp: 60, confidence: "h" }),
  ],
};

async function answerTo(tool: string, input: unknown) {
  const { context } = contextOf({ queryables, features });
  const result = await call(tool, input, context);
  assert.ok(result.ok, result.ok ? "" : result.error.message);
  const { notices = [], ...answer } = result.output as { notices?: string[] };
  const [mended = null] = notices.filter((each) => each.startsWith("Sent in another type"));
  return { answer, mended };
}

const query = { collection: hotspots };
const summary = { collection: hotspots };

for (const [tool, sent, meant, told] of [
  ["query_features", { ...query, limit: "2" }, { ...query, limit: 2 }, "limit as 2"],
  ["query_features", { ...query, limit: [2] }, { ...query, limit: 2 }, "limit as 2"],
  [
    "query_features",
    { ...query, lon: " 1.5", lat: "+1.5e0", radius_km: ".1e3" },
    { ...query, lon: 1.5, lat: 1.5, radius_km: 100 },
    "lon as 1.5; lat as 1.5; radius_km as 100",
  ],
  [
    "query_features",
    { ...query, bbox: "[0, 0, 3, 3]" },
    { ...query, bbox: [0, 0, 3, 3] },
    "bbox as [0,0,3,3]",
  ],
  [
    "query_features",
    { ...query, bbox: "0,0, 3,3" },
    { ...query, bbox: [0, 0, 3, 3] },
    "bbox as [0,0,3,3]",
  ],
  [
    "query_features",
    { ...query, bbox: ["0", "0", "3", "3"] },
    { ...query, bbox: [0, 0, 3, 3] },
    "bbox as [0,0,3,3]",
  ],
  [
    "query_features",
    { ...query, properties: "frp" },
    { ...query, properties: ["frp"] },
    'properties as ["frp"]',
  ],
  [
    "query_features",
    { ...query, properties: "['confidence', 'frp']" },
    { ...query, properties: ["confidence", "frp"] },
    'properties as ["confidence","frp"]',
  ],
  [
    "query_features",
    { ...query, properties: "confidence, frp" },
    { ...query, properties: ["confidence", "frp"] },
    'properties as ["confidence","frp"]',
  ],
  [
    "query_features",
    { ...query, geometry: "Full" },
    { ...query, geometry: "full" },
    'geometry as "full"',
  ],
  [
    "summarize_features",
    { ...summary, group_by: "frp:10,50" },
    { ...summary, group_by: ["frp:10,50"] },
    'group_by as ["frp:10,50"]',
  ],
  [
    "show_map",
    { collections: hotspots, latest_per_fire: "False" },
    { collections: [hotspots], latest_per_fire: false },
    'collections as ["svc:hotspots"]; latest_per_fire as false',
  ],
  [
    "query_features",
    { ...query, near: { lon: 1.5, lat: 2 } },
    { ...query, near: "2,1.5" },
    String.raw`near as "{\"lon\":1.5,\"lat\":2}"`,
  ],
  [
    "list_simulations",
    { near: [40.3, -121.2] },
    { near: "40.3,-121.2" },
    'near as "[40.3,-121.2]"',
  ],
  ["get_feature", { ...query, id: 2024 }, { ...query, id: "2024" }, 'id as "2024"'],
  ["get_feature", { ...query, id: ["a"] }, { ...query, id: "a" }, 'id as "a"'],
] as const) {
  test(`${tool} reads ${JSON.stringify(sent)} as ${JSON.stringify(meant)}, and says so`, async () => {
    const right = await answerTo(tool, meant);
    assert.equal(right.mended, null);
    assert.deepEqual(await answerTo(tool, sent), {
      answer: right.answer,
      mended: `Sent in another type and read as meant: ${told}.`,
    });
  });
}

test("arguments as the text of a JSON object are read like the object", async () => {
  const right = await answerTo("query_features", query);
  assert.deepEqual(await answerTo("query_features", JSON.stringify(query)), right);
});

test("what has no other meaning is refused as it was sent", async () => {
  const { context } = contextOf({ queryables, features });
  for (const [input, message] of [
    [{ limit: "many" }, 'limit is the text "many", but must be a number.'],
    [
      { limit: "5000" },
      'limit is 5000, but must be at most 1000. Try {"collection":"svc:hotspots","limit":1000}.',
    ],
    [
      { latest_per_fire: "perhaps" },
      'latest_per_fire is the text "perhaps", but must be a boolean.',
    ],
    [
      { latest_per_fire: "constructor" },
      'latest_per_fire is the text "constructor", but must be a boolean.',
    ],
    [{ limit: [1, 2] }, "limit is an array of 2 items, but must be a number."],
    [{ bbox: "1,2,3,west" }, 'bbox is the text "1,2,3,west", but must be an array.'],
  ] as const) {
    const refused = await call("query_features", { ...query, ...input }, context);
    assert.equal(refused.ok ? "" : refused.error.message, message);
  }
  for (const input of ["query", "[1]", "{", "5"]) {
    const refused = await call("query_features", input, context);
    assert.match(refused.ok ? "" : refused.error.message, /^The input is the text .* an object/);
  }
});

test("a text may not hold more than a list may", async () => {
  const { context } = contextOf({ queryables, features });
  const text = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => i));
  const refused = await call("query_features", { ...query, bbox: text }, context);
  assert.match(refused.ok ? "" : refused.error.message, /more than 1000 values/);
});

for (const [tool, sent] of [
  ["list_simulations", { '{"status":"FAILED"}': null }],
  ["list_simulations", { statuss: "" }],
  ["query_features", { ...query, filtre: null }],
  ["list_collections", { collection: null }],
] as const) {
  test(`an unknown parameter is refused even without a value: ${JSON.stringify(sent)}`, async () => {
    const { context } = contextOf({ queryables, features });
    const result = await call(tool, sent, context);
    assert.ok(!result.ok);
    assert.equal(result.error.code, "invalid_input");
    assert.match(result.error.message, /^Unknown parameter/);
  });
}
