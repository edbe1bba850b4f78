import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answer, answerOf, call, contextOf, point } from "./support.ts";

const collection = "svc:satellite-perimeters";

/** A square at the equator: 123 km² with a side of 0.1°, four times that with 0.2°. */
function square(id: string, degrees: number, properties: object) {
  const [west, east] = [10, 10 + degrees];
  const ring = [
    [west, 0],
    [east, 0],
    [east, degrees],
    [west, degrees],
    [west, 0],
  ];
  return { type: "Feature", id, geometry: { type: "Polygon", coordinates: [ring] }, properties };
}

/** Two triangles that meet at a corner, each a quarter of the square of 0.2°. */
const bowTie = {
  type: "Feature",
  id: "bow-tie",
  geometry: {
    type: "Polygon",
    coordinates: [
      [
        [10, 0],
        [10.2, 0.2],
        [10.2, 0],
        [10, 0.2],
        [10, 0],
      ],
    ],
  },
  properties: { state: "OR", area_km2: 9999 },
};

const features = [
  square("small", 0.1, { state: "OR", area_km2: 5000 }),
  square("large", 0.2, { state: "OR", area_km2: 1 }),
  square("far", 0.2, { state: "WA" }),
  bowTie,
  point("point", 10, 0, { state: "OR", area_km2: 300 }),
];
const plain = [{ id: "state", type: "string" }];
const named = [...plain, { id: "area_km2", type: "number" }];

async function selected(
  input: object,
  queryables: readonly Record<string, unknown>[] = plain,
): Promise<Answer> {
  const { context, requests } = contextOf({ features: { [collection]: features }, queryables });
  const answer = await answerOf("query_features", { collection, ...input }, context);
  const { columns, rows, constants } = answer;
  const ids = rows.map((row: unknown[]) => row[columns.indexOf("id")] ?? constants?.id);
  const items = requests.filter(({ pathname }) => pathname.endsWith("/items"));
  return { ...answer, ids, sent: items.map((url) => url.searchParams.get("filter")) };
}

for (const [filter, ids, sent] of [
  ["area_km2 > 200", ["large", "far", "bow-tie"], null],
  ["area_km2 > 200 AND state = 'OR'", ["large", "bow-tie"], "state = 'OR'"],
  ["NOT area_km2 > 200", ["small"], null],
  ["state = 'WA' OR area_km2 < 200", ["small", "far"], null],
  ["NOT (state = 'OR' OR area_km2 < 200)", ["far"], "state <> 'OR'"],
  ["area_km2 IS NULL", ["point"], null],
  ["area_km2 BETWEEN 245 AND 247", ["bow-tie"], null],
] as const) {
  test(`${filter} is about the area that answers show`, async () => {
    for (const queryables of [plain, named]) {
      const answer = await selected({ filter }, queryables);
      assert.deepEqual(answer.ids.sort(), [...ids].sort());
      assert.equal(answer.sent[0], sent);
      assert.equal(answer.matched_exact, true);
      assert.equal(
        (answer.notices ?? []).some((each: string) => each.includes('"properties.area_km2"')),
        queryables === named,
      );
    }
  });
}

test("a property of the same name is told apart in filters and in the order", async () => {
  const filter = "properties.area_km2 > 200";
  const answer = await selected({ filter }, named);
  assert.deepEqual(answer.ids.sort(), ["bow-tie", "point", "small"]);
  assert.equal(answer.sent[0], "area_km2 > 200");
  assert.match((await selected({ filter: "area_km2 > 200" }, named)).sent[0] ?? "none", /none/);
  assert.deepEqual((await selected({ sort: "-area_km2", filter: "state = 'OR'" }, named)).ids, [
    "large",
    "bow-tie",
    "small",
    "point",
  ]);
  const byProperty = await selected({ sort: "properties.area_km2" }, named);
  assert.deepEqual(byProperty.ids, ["large", "point", "small", "bow-tie", "far"]);
  assert.ok(byProperty.columns.includes("properties.area_km2"));
});

test("the area that a row shows is found again by it", async () => {
  const { columns, rows } = await selected({ filter: "area_km2 > 400", limit: 1 });
  const shown = rows[0][columns.indexOf("area_km2")];
  const again = await selected({ filter: `area_km2 = ${shown}` });
  assert.deepEqual(again.ids.sort(), ["far", "large"]);
});

test("counts of a service are not taken for a filter that it does not know", async () => {
  const summary = async (input: object) => {
    const { context } = contextOf({
      features: { [collection]: features },
      queryables: plain,
      // A service that applies filters.
      intercept: ({ pathname, searchParams }) =>
        pathname.endsWith("/items") && searchParams.get("filter")?.includes("IS NULL")
          ? Response.json({ type: "FeatureCollection", features: [], links: [], numberMatched: 0 })
          : undefined,
    });
    return answerOf("summarize_features", { collection, ...input }, context);
  };
  const bare = { properties: [], latest_per_fire: false };
  assert.equal((await summary({ filter: "area_km2 > 200", ...bare })).matched, 3);
  assert.equal((await selected({ filter: "area_km2 > 200", limit: 1 })).matched, 3);
});

test("collections of points have no area", async () => {
  for (const id of ["svc:hotspots", "svc:static-heat-sources"]) {
    const { context } = contextOf({ features: { [id]: [] }, queryables: plain });
    const input = { collection: id, filter: "area_km2 > 200" };
    const result = await call("query_features", input, context);
    assert.ok(!result.ok);
    assert.match(result.error.message, /no property "area_km2"/);
  }
});
