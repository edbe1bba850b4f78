import assert from "node:assert/strict";
import { test } from "node:test";
import { recordsOf, valuesOf } from "@emberline/test-support/records";
import { type Answer, answerOf, contextOf, point } from "./support.ts";

type Json = Record<string, unknown>;

const hotspots = "svc:hotspots";
const perimeters = "svc:satellite-perimeters";

const queryables = [
  { id: "datetime", type: "dateTime" },
  { id: "frp", type: "number" },
  { id: "satellite", type: "string" },
];

/** Four overpasses, of ten detections each, by two satellites. */
const overpasses = Array.from({ length: 40 }, (_, i) =>
  point(`h${i}`, 10 + i / 100, 50 + (i % 7) / 100, {
    datetime: `2025-06-20T1${Math.floor(i / 10)}:05:00Z`,
    satellite: i < 20 ? "Terra" : "Aqua",
    frp: (i * 7) % 40,
  }),
);

function square(id: string, west: number, size: number, properties: Json = {}): Json {
  const [east, south, north] = [west + size, -size / 2, size / 2];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: "Feature", id, geometry: { type: "Polygon", coordinates: [ring] }, properties };
}

function ask(input: Json, features: readonly Json[] = overpasses, more: Json = {}) {
  const collection = (input.collection as string | undefined) ?? hotspots;
  const { context } = contextOf({ features: { [collection]: features }, queryables, ...more });
  return answerOf("query_features", { collection, ...input }, context);
}

test("more than 20 rows stand under their times, with what the rows of a time share", async () => {
  const answer = await ask({ limit: 40, max_tokens: 10_000 });
  assert.equal(answer.rows, undefined);
  assert.deepEqual(answer.columns, ["id", "lon", "lat", "frp"]);
  assert.deepEqual(
    answer.rows_by_time.map(({ time, satellite, rows, ...more }: Answer) => [
      time,
      satellite,
      rows.length,
      more,
    ]),
    [
      ["2025-06-20T10:05:00Z", "Terra", 10, {}],
      ["2025-06-20T11:05:00Z", "Terra", 10, {}],
      ["2025-06-20T12:05:00Z", "Aqua", 10, {}],
      ["2025-06-20T13:05:00Z", "Aqua", 10, {}],
    ],
  );
  assert.deepEqual(Object.keys(answer.rows_by_time[0]), ["time", "satellite", "rows"]);
  assert.deepEqual(
    valuesOf(answer, "id", "time", "satellite", "frp"),
    overpasses.map(({ id, properties }) => {
      const { datetime, satellite, frp } = properties as Json;
      return [id, datetime, satellite, frp];
    }),
  );
});

test("up to 20 rows, and rows in an order that is not by time, stand in one list", async () => {
  const few = await ask({ limit: 20, max_tokens: 10_000 });
  assert.deepEqual([few.rows.length, few.rows_by_time], [20, undefined]);
  const strongest = await ask({ limit: 40, sort: "-frp", max_tokens: 10_000 });
  assert.equal(strongest.rows_by_time, undefined);
  const frp = recordsOf(strongest).map((each) => each.frp);
  assert.deepEqual(
    frp,
    frp.toSorted((a, b) => b - a),
  );
});

test("pages by time return every row once, whatever the budget leaves out", async () => {
  const many = Array.from({ length: 400 }, (_, i) =>
    point(`h${i}`, 10 + i / 100, 50, {
      datetime: `2025-06-20T10:${String(Math.floor(i / 8)).padStart(2, "0")}:00Z`,
      frp: i,
    }),
  );
  const seen: unknown[] = [];
  let cursor: string | undefined;
  do {
    const answer = await ask({ limit: 150, max_tokens: 1000, cursor }, many);
    const records = recordsOf(answer);
    assert.equal(answer.returned, records.length);
    for (const { frp, time } of records)
      assert.equal(time, (many[frp]!.properties as Json).datetime);
    seen.push(...records.map(({ id }) => id));
    cursor = answer.next_cursor;
  } while (cursor !== undefined);
  assert.deepEqual(
    seen,
    many.map(({ id }) => id),
  );
});

test("a column that is the same in every row stands once above the rows", async () => {
  const answer = await ask({ limit: 5, properties: ["satellite", "frp", "line"] }, overpasses, {
    queryables: [...queryables, { id: "line", type: "string" }],
  });
  assert.deepEqual(answer.constants, {
    time: "2025-06-20T10:05:00Z",
    satellite: "Terra",
    line: null,
  });
  assert.deepEqual(answer.columns, ["id", "lon", "lat", "frp"]);
  assert.deepEqual(answer.rows[0], ["h0", 10, 50, 0]);
});

test("one row has all its columns", async () => {
  const answer = await ask({ limit: 1 });
  assert.equal(answer.constants, undefined);
  assert.deepEqual(answer.columns, ["id", "lon", "lat", "time", "frp", "satellite"]);
});

test("rows that have everything in common are still as many rows", async () => {
  const same = { ...point("h", 10, 50, { frp: 1 }), id: undefined };
  const { rows, returned } = await ask({}, [same, same]);
  assert.deepEqual([rows.length, rows[0].length > 0, returned], [2, true, 2]);
});

for (const [tool, input, constants] of [
  [
    "compare_periods",
    { collection: hotspots, before: "2025-06-19", after: "2025-06-20", cluster_km: 0.1 },
    { status: "new" },
  ],
  ["find_place", { name: "Springfield" }, { name: "Springfield", country: "United States" }],
] as [string, Json, Json][]) {
  test(`${tool} gives columns that are the same in every row once`, async () => {
    const { context } = contextOf({ features: { [hotspots]: overpasses }, queryables });
    const answer = await answerOf(tool, input, context);
    for (const [name, value] of Object.entries(constants))
      assert.equal(answer.constants[name], value, name);
    const names = [...Object.keys(answer.constants), ...answer.columns];
    assert.equal(new Set(names).size, names.length);
    assert.ok(answer.rows.length > 1);
    for (const row of answer.rows) assert.equal(row.length, answer.columns.length);
  });
}

test("a measure stands in each row, though it is the same in all", async () => {
  const { context } = contextOf({ features: { [hotspots]: overpasses }, queryables });
  const asked = { collection: hotspots, group_by: ["hour"] };
  const { columns, constants, rows } = await answerOf("summarize_features", asked, context);
  assert.deepEqual([columns, constants], [["hour", "count"], undefined]);
  assert.ok(rows.every(([, count]: unknown[]) => count === 10));
});

test("the greatest features have what they share above them", async () => {
  const { context } = contextOf({ features: { [hotspots]: overpasses.slice(0, 10) }, queryables });
  const input = { collection: hotspots, top_by: "frp", top: 2 };
  const answer = await answerOf("summarize_features", input, context);
  assert.deepEqual(answer.top_constants, { time: "2025-06-20T10:05:00Z" });
  // 7 i modulo 40 is greatest at i = 5.
  assert.deepEqual(answer.top_rows[0].slice(0, 2), ["h5", 35]);
});

test("no two columns have one name: a property named like another column is prefixed", async () => {
  const own = ["id", "lon", "TIME", "frp", "frp", "distance_km"];
  const features = [1, 2].map((i) =>
    point(`h${i}`, 10, 50 + i / 10, {
      datetime: `2025-06-20T1${i}:00:00Z`,
      ...Object.fromEntries(own.map((name) => [name, `${name} ${i}`])),
    }),
  );
  const answer = await ask({ properties: own, near: "50,10" }, features, {
    queryables: [...queryables, ...own.map((id) => ({ id, type: "string" }))],
  });
  const names = [...answer.columns, ...Object.keys(answer.constants ?? {})];
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length);
  const [first] = recordsOf(answer);
  assert.deepEqual(
    [first!.id, first!["properties.id"], first!["properties.TIME"], first!.frp],
    ["h1", "id 1", "TIME 1", "frp 1"],
  );
});

test("a property named like another column is prefixed when grouped by", async () => {
  const features = [1, 1, 2].map((count, i) =>
    point(`h${i}`, 10, 50, { datetime: "2025-06-20T10:00:00Z", count }),
  );
  const { context } = contextOf({
    features: { [hotspots]: features },
    queryables: [...queryables, { id: "count", type: "integer" }],
  });
  const input = { collection: hotspots, group_by: ["count"], sort: "-count" };
  const answer = await answerOf("summarize_features", input, context);
  assert.deepEqual(valuesOf(answer, "properties.count", "count"), [
    [1, 2],
    [2, 1],
  ]);
});

test("a perimeter around the place is inside: true, without a distance or direction", async () => {
  const features = [square("around", 0, 1), square("east", 2, 1)];
  const answer = await ask({ collection: perimeters, near: "0,0.5", radius_km: 500 }, features);
  assert.deepEqual(valuesOf(answer, "id", "inside", "distance_km", "compass"), [
    ["around", true, null, null],
    // 1.5° along the equator of WGS 84.
    ["east", null, 166.979, "E"],
  ]);
  const alone = await ask({ collection: perimeters, near: "0,0.5", radius_km: 9 }, features);
  assert.deepEqual(recordsOf(alone)[0]!.inside, true);
  assert.ok(!alone.columns.includes("distance_km"));
});

test("a detection at the very place is 0 km away, in no direction", async () => {
  const answer = await ask({ near: "50,10", limit: 2 });
  assert.deepEqual(valuesOf(answer, "id", "distance_km", "compass")[0], ["h0", 0, null]);
  assert.ok(!("inside" in recordsOf(answer)[0]!));
});

test("a bearing is that from the place asked to the feature", async () => {
  const [east] = recordsOf(await ask({ near: "50,9.5" }, [overpasses[0]!]));
  assert.deepEqual([east!.bearing_from_point_deg, east!.compass], [90, "E"]);
});

test("only an area small enough has a nearest place", async () => {
  // Some 4 km around the middle of Coimbra, and some 40.
  const at = (id: string, half: number): Json => ({
    type: "Feature",
    id,
    properties: {},
    geometry: {
      type: "Polygon",
      coordinates: [
        [
          [-8.42 - half, 40.2 - half],
          [-8.42 + half, 40.2 - half],
          [-8.42 + half, 40.2 + half],
          [-8.42 - half, 40.2 + half],
          [-8.42 - half, 40.2 - half],
        ],
      ],
    },
  });
  const { context } = contextOf({
    features: { [hotspots]: [], [perimeters]: [at("small", 0.02), at("wide", 0.2)] },
  });
  const placeOf = async (id: string) => {
    const input = { collection: hotspots, within: `${perimeters}/${id}` };
    return (await answerOf("query_features", input, context)).selection.area.nearest_place;
  };
  assert.match(await placeOf("small"), /Coimbra, Portugal$/);
  assert.equal(await placeOf("wide"), undefined);
});
