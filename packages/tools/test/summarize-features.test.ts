import assert from "node:assert/strict";
import { test } from "node:test";
import geodesic from "geographiclib-geodesic";
import { answerOf, call, contextOf, countedTurns, point } from "./support.ts";

const queryables = [
  { id: "datetime", type: "dateTime" },
  { id: "frp", type: "number" },
  { id: "satellite", type: "string" },
];

/** Numbers that look random and are the same in every run (Park and Miller 1988). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function detections(count: number, seed: number, place: (next: () => number) => [number, number]) {
  const next = random(seed);
  return Array.from({ length: count }, (_, i) => {
    const [lon, lat] = place(next);
    const at = new Date(Date.parse("2025-06-01T00:00:00Z") + Math.floor(next() * 10 * 86_400_000));
    return point(`d${i}`, lon, lat, {
      datetime: at.toISOString(),
      frp: Math.round(next() * 1000) / 10,
      satellite: next() < 0.5 ? "N" : "T",
    });
  });
}

type Detection = ReturnType<typeof detections>[number] & {
  geometry: { coordinates: [number, number] };
  properties: { datetime: string; frp: number; satellite: string };
};

/** Single linkage by comparing every pair, with GeographicLib's own distance. */
function clusterSizes(all: readonly Detection[], km: number, hours: number): number[] {
  const label = all.map((_, i) => i);
  all.forEach((a, i) => {
    for (let j = 0; j < i; j++) {
      const b = all[j]!;
      const gap = Math.abs(Date.parse(a.properties.datetime) - Date.parse(b.properties.datetime));
      const [lonA, latA] = a.geometry.coordinates;
      const [lonB, latB] = b.geometry.coordinates;
      if (
        gap > hours * 3_600_000 ||
        geodesic.Geodesic.WGS84.Inverse(latA, lonA, latB, lonB).s12! > km * 1000
      )
        continue;
      const [from, to] = [label[i]!, label[j]!];
      label.forEach((each, k) => {
        if (each === from) label[k] = to;
      });
    }
  });
  const sizes = new Map<number, number>();
  for (const each of label) sizes.set(each, (sizes.get(each) ?? 0) + 1);
  return [...sizes.values()].sort((a, b) => b - a);
}

const places: [name: string, (next: () => number) => [number, number]][] = [
  ["in middle latitudes", (next) => [10 + next() * 0.5, 50 + next() * 0.5]],
  [
    "on both sides of the antimeridian",
    (next) => [((180 + (next() - 0.5) * 0.5 + 180) % 360) - 180, -17 + next() * 0.5],
  ],
  [
    "on both sides of Greenwich and the equator",
    (next) => [(next() - 0.5) * 0.4, (next() - 0.5) * 0.4],
  ],
  ["near the pole", (next) => [next() * 360 - 180, 89.5 + next() * 0.5]],
];

for (const [name, place] of places) {
  test(`clusters ${name} are those found by comparing every pair`, async () => {
    const all = detections(300, 7, place) as Detection[];
    const { context } = contextOf({ features: { "svc:hotspots": all }, queryables });
    for (const [cluster_km, cluster_hours] of [
      [2, 48],
      [5, 12],
      [0.5, 240],
    ] as const) {
      const answer = await answerOf(
        "summarize_features",
        {
          collection: "svc:hotspots",
          group_by: ["cluster"],
          cluster_km,
          cluster_hours,
          max_tokens: 10_000,
        },
        context,
      );
      const expected = clusterSizes(all, cluster_km, cluster_hours);
      assert.equal(answer.groups, expected.length);
      assert.deepEqual(
        answer.rows.map(([count]: number[]) => count),
        expected.slice(0, answer.rows.length),
      );
    }
  });
}

test("count, sum, min, max, mean and median are those of the values", async () => {
  const values = [5, 1, 4, 2, 100, 3];
  const features = values.map((frp, i) =>
    point(`p${i}`, i, 0, { datetime: "2025-06-20T00:00:00Z", frp, satellite: "N" }),
  );
  features.push(
    point("none", 0, 0, { datetime: "2025-06-20T00:00:00Z", frp: null, satellite: "N" }),
  );
  const { context } = contextOf({ features: { "svc:hotspots": features }, queryables });
  const { stats, matched, top_rows } = await answerOf(
    "summarize_features",
    { collection: "svc:hotspots", properties: ["frp"], top: 2 },
    context,
  );
  assert.equal(matched, 7);
  assert.deepEqual(stats.frp, { count: 6, sum: 115, min: 1, max: 100, mean: 19.2, median: 3.5 });
  assert.deepEqual(
    top_rows.map((row: unknown[]) => row.slice(0, 2)),
    [
      ["p4", 100],
      ["p0", 5],
    ],
  );
});

test("groups by day follow the time zone, and add up", async () => {
  const times = [
    "2025-03-29T23:30:00Z",
    "2025-03-30T00:30:00Z",
    "2025-03-30T22:59:59Z",
    "2025-03-30T23:00:00Z",
    "2025-03-31T22:59:00Z",
  ];
  const features = times.map((datetime, i) =>
    point(`t${i}`, 0, 0, { datetime, frp: 1, satellite: "N" }),
  );
  const { context } = contextOf({ features: { "svc:hotspots": features }, queryables });
  const input = { collection: "svc:hotspots", group_by: ["day"], properties: [] };
  const days = async (time_zone?: string) =>
    (await answerOf("summarize_features", { ...input, time_zone }, context)).rows.map(
      (row: unknown[]) => row.slice(0, 2),
    );
  assert.deepEqual(await days(), [
    ["2025-03-29", 1],
    ["2025-03-30", 3],
    ["2025-03-31", 1],
  ]);
  // Lisbon goes to summer time at 2025-03-30T01:00Z.
  assert.deepEqual(await days("Europe/Lisbon"), [
    ["2025-03-29", 1],
    ["2025-03-30", 2],
    ["2025-03-31", 2],
  ]);
  assert.deepEqual(await days("Asia/Kolkata"), [
    ["2025-03-30", 2],
    ["2025-03-31", 2],
    ["2025-04-01", 1],
  ]);
});

test("two groupings, cells and properties, count every feature once", async () => {
  const all = detections(500, 11, (next) => [next() * 360 - 180, next() * 180 - 90]) as Detection[];
  const { context } = contextOf({ features: { "svc:hotspots": all }, queryables });
  const answer = await answerOf(
    "summarize_features",
    {
      collection: "svc:hotspots",
      group_by: ["cell", "satellite"],
      cell_deg: 90,
      max_tokens: 10_000,
    },
    context,
  );
  const expected = new Map<string, number>();
  for (const {
    geometry: { coordinates },
    properties,
  } of all) {
    const [west, south] = coordinates.map((each) => Math.floor(each / 90) * 90) as [number, number];
    const key = JSON.stringify([[west, south, west + 90, south + 90], properties.satellite]);
    expected.set(key, (expected.get(key) ?? 0) + 1);
  }
  const got = new Map(
    answer.rows.map(([cell, satellite, count]: [number[], string, number]) => [
      JSON.stringify([cell, satellite]),
      count,
    ]),
  );
  assert.deepEqual(new Map([...got].sort()), new Map([...expected].sort()));
});

test("overlapping areas are all summed, and counted once in the union", async () => {
  const square = (id: string, west: number) => ({
    type: "Feature",
    id,
    geometry: {
      type: "Polygon",
      coordinates: [
        [
          [west, 0],
          [west + 1, 0],
          [west + 1, 1],
          [west, 1],
          [west, 0],
        ],
      ],
    },
    properties: {},
  });
  const { context } = contextOf({
    features: { "svc:satellite-perimeters": [square("a", 0), square("b", 0.5)] },
    queryables: [],
  });
  const answer = await answerOf(
    "summarize_features",
    { collection: "svc:satellite-perimeters", union: true },
    context,
  );
  // A degree square at the equator is 12,308.8 km² (GeographicLib
  // Planimeter); half of it is shared.
  assert.ok(Math.abs(answer.area_km2 - 2 * 12_308.8) < 1);
  assert.ok(Math.abs(answer.union_km2 - 1.5 * 12_308.8) < 1);
});

test("unknown groupings are refused with the known ones", async () => {
  const { context } = contextOf({ features: { "svc:hotspots": [] }, queryables });
  for (const [group_by, tells] of [
    [["dya"], /satellite/],
    [["fire"], /cluster/],
    [["cluster", "day"], /cannot be combined/],
    [["a", "b", "c"], /at most 2/],
  ] as const) {
    const result = await call(
      "summarize_features",
      { collection: "svc:hotspots", group_by },
      context,
    );
    assert.ok(!result.ok);
    assert.match(result.error.message, tells);
  }
});

test("other calls get a turn after each percentile, in totals and in groups", async () => {
  const features = { "svc:hotspots": detections(10, 1, () => [10, 50]) };
  const turnsFor = async (statistics: string[], group_by: string[]) => {
    const { turns, asked } = countedTurns();
    const { context } = contextOf({ features, queryables }, undefined, { turns });
    const input = { collection: "svc:hotspots", properties: ["frp"], statistics, group_by };
    const answer = await answerOf("summarize_features", input, context);
    return { asked: asked(), groups: answer.groups ?? 0 };
  };
  for (const group_by of [[], ["satellite"]]) {
    const one = await turnsFor(["mean"], group_by);
    const many = await turnsFor(["p10", "p20", "p30", "p40", "p60"], group_by);
    const turns = many.asked - one.asked;
    assert.ok(turns >= 5 * (1 + many.groups), `${turns} turns for ${many.groups} groups`);
  }
});
