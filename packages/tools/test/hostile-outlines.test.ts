import assert from "node:assert/strict";
import { test } from "node:test";
import { fireService } from "./fire-service.ts";
import { answerOf, call, contextOf, countedTurns, point } from "./support.ts";

const datetime = "2025-06-20T11:00:00Z";

/**
 * A star of n vertices around a place, whose edges all pass close to its centre. With n odd, every
 * two edges that are not neighbours cross: n(n − 3)/2 crossings.
 */
function star(n: number, lon: number, lat: number) {
  const ring = Array.from({ length: n + 1 }, (_, i) => {
    const angle = (Math.PI * (n - 1) * i) / n;
    return [lon + Math.cos(angle), lat + Math.sin(angle)];
  });
  ring[n] = ring[0]!;
  return { type: "Polygon", coordinates: [ring] };
}

const square = {
  type: "Polygon",
  coordinates: [
    [
      [10, 50],
      [10.1, 50],
      [10.1, 50.1],
      [10, 50.1],
      [10, 50],
    ],
  ],
};
const collection = "svc:satellite-perimeters";
const notice = /crosses itself more than 50,000 times/;

function serviceWith(geometries: readonly object[]) {
  const features = geometries.map((geometry, i) => ({
    type: "Feature",
    id: `p${i}`,
    geometry,
    properties: { datetime, incident_id: `fire ${i}` },
  }));
  // At the middle of the star, at its edge, and elsewhere.
  const detections = [
    point("d0", 10.5, 50.5, { datetime, frp: 5 }),
    point("d1", 11.5, 50.5, { datetime, frp: 5 }),
    point("d2", 30, 50, { datetime, frp: 5 }),
  ];
  return {
    features: { [collection]: features, "svc:hotspots": detections },
    queryables: [
      { id: "geometry", type: "geometry" },
      { id: "datetime", type: "dateTime" },
      { id: "incident_id", type: "string" },
    ],
  };
}

function contextWith(...geometries: object[]) {
  return contextOf(serviceWith(geometries)).context;
}

// 451 · 448 / 2 = 101,024 crossings.
const tangled = star(451, 10.5, 50.5);

for (const [tool, input] of [
  ["query_features", { collection }],
  ["query_features", { collection, geometry: "simplified", max_tokens: 10_000 }],
  ["query_features", { collection, sort: "-area_km2" }],
  ["get_feature", { collection, id: "p0" }],
  ["summarize_features", { collection }],
  ["summarize_features", { collection, union: true }],
  ["compare_periods", { collection, before: "2025-06-19", after: "2025-06-20" }],
  ["assess_location", { near: "50.05,10.05", radius_km: 100 }],
] as const) {
  test(`${tool} ${JSON.stringify(input)} says that an outline is too tangled to measure`, async () => {
    const { notices } = await answerOf(tool, input, contextWith(tangled, square));
    assert.equal(notices.filter((each: string) => notice.test(each)).length, 1);
  });
}

test("known areas are summed without the unknown ones", async () => {
  const summary = async (...geometries: object[]) =>
    answerOf("summarize_features", { collection, union: true }, contextWith(...geometries));
  const [all, known] = [await summary(tangled, square), await summary(square)];
  assert.equal(all.matched, 2);
  assert.equal(all.area_km2, known.area_km2);
  assert.equal(all.union_km2, known.union_km2);
});

test("polygons without positions have no area, whatever is requested", async () => {
  const empty = { type: "Polygon", coordinates: [] };
  const parts = { type: "MultiPolygon", coordinates: [] };
  const context = contextWith(empty, parts, square);
  const input = { collection, union: true };
  const answer = await answerOf("summarize_features", input, context);
  const { area_km2 } = await answerOf("summarize_features", input, contextWith(square));
  assert.equal(answer.matched, 3);
  assert.equal(answer.union_km2, area_km2);
});

const overlaps = "S_OVERLAPS(geometry, POLYGON((9 50, 10.9 50, 10 52, 9 50)))";
const open = "Whether 1 more matches is not known";

for (const [tool, filter] of [
  ["query_features", overlaps],
  ["query_features", "NOT S_TOUCHES(geometry, BBOX(10, 50, 11, 51))"],
  ["query_features", `datetime IS NULL OR NOT ${overlaps}`],
  ["summarize_features", overlaps],
  ["show_map", overlaps],
] as const) {
  test(`${tool} does not call an answer exact that ${filter} leaves open`, async () => {
    const around = { bbox: [9, 49, 12, 52] };
    const input = { ...(tool === "show_map" ? around : {}), collection, filter };
    const context = contextWith(tangled, square);
    const answer = await answerOf(
      tool,
      tool === "show_map" ? { ...around, collections: [collection], filter } : input,
      context,
    );
    if (tool === "show_map") {
      const [row] = answer.rows;
      assert.equal(row[answer.columns.indexOf("matched_exact")], false);
    } else assert.equal(answer.matched_exact, false);
    assert.equal(answer.complete, false);
    assert.equal(answer.notices.filter((each: string) => each.includes(open)).length, 1);
  });
}

test("what edges or other conditions decide stays exact", async () => {
  const context = contextWith(tangled, square);
  for (const [filter, matched] of [
    ["S_INTERSECTS(geometry, BBOX(11, 50, 12, 51))", 1],
    // The square lies whole in the triangle.
    [`incident_id = 'fire 1' AND ${overlaps}`, 0],
    [`${overlaps} AND incident_id = 'fire 1'`, 0],
  ] as const) {
    const answer = await answerOf("query_features", { collection, filter }, context);
    assert.deepEqual(
      [answer.matched, answer.matched_exact, answer.complete],
      [matched, true, true],
    );
  }
});

test("an outline that crosses itself too often is refused as an area", async () => {
  const within = `${collection}/p0`;
  const result = await call(
    "query_features",
    { collection: "svc:hotspots", within },
    contextWith(tangled),
  );
  assert.equal(result.ok, false);
  assert.equal(!result.ok && result.error.code, "invalid_input");
  assert.match(result.ok ? "" : result.error.message, /"p0" crosses itself more than 50,000 times/);
});

test("detections in a fire of such an outline are left open, those on its edge are not", async () => {
  const input = { collection: "svc:hotspots", fire: "fire 0" };
  const service = serviceWith([tangled]);
  const queryables = [...service.queryables, { id: "frp", type: "number" }];
  const { context } = fireService({ ...service, queryables });
  const answer = await answerOf("query_features", input, context);
  const { matched, matched_exact, complete, notices } = answer;
  assert.deepEqual(
    { matched, matched_exact, complete },
    {
      matched: 1,
      matched_exact: false,
      complete: false,
    },
  );
  assert.equal(notices.filter((each: string) => each.includes(open)).length, 1);
});

test("assess_fire answers about a fire of such an outline, without its area", async () => {
  const answer = await answerOf("assess_fire", { fire: "fire 0" }, contextWith(tangled, square));
  assert.equal(answer.perimeter.area_km2, undefined);
  assert.equal(answer.notices.filter((each: string) => notice.test(each)).length, 1);
});

/** A box from 170° east to 170° west, not cut at the antimeridian. */
const uncut = {
  type: "Polygon",
  coordinates: [
    [
      [170, -10],
      [-170, -10],
      [-170, 10],
      [170, 10],
      [170, -10],
    ],
  ],
};
const world = {
  type: "Polygon",
  coordinates: [
    [
      [-180, -60],
      [180, -60],
      [180, 60],
      [-180, 60],
      [-180, -60],
    ],
  ],
};

for (const [name, geometry] of Object.entries({ uncut, world })) {
  test(`an outline with edges of more than 180° of longitude has no known area: ${name}`, async () => {
    const wide = /An outline has an edge of 180° of longitude or more/;
    const answer = await answerOf("query_features", { collection }, contextWith(geometry));
    const [row] = answer.rows;
    assert.equal(row[answer.columns.indexOf("area_km2")] ?? null, null);
    assert.equal(answer.notices.filter((each: string) => wide.test(each)).length, 1);
    const sums = await answerOf(
      "summarize_features",
      { collection },
      contextWith(geometry, square),
    );
    const known = await answerOf("summarize_features", { collection }, contextWith(square));
    assert.equal(sums.area_km2, known.area_km2);
    assert.equal(sums.notices.filter((each: string) => wide.test(each)).length, 1);
  });
}

test("an edge along a pole has no length, however wide", async () => {
  // A cap south of 60° S: 2πa²(1 − sin 60°) on a sphere is 34.2 million km², within 1 %.
  const south = Array.from({ length: 361 }, (_, i) => [-180 + i, -60]);
  const cap = [[...south, [180, -90], [-180, -90], [-180, -60]]];
  const geometry = { type: "Polygon", coordinates: cap };
  const { area_km2 } = await answerOf("summarize_features", { collection }, contextWith(geometry));
  assert.ok(Math.abs(area_km2 / 34.17e6 - 1) < 0.01, `${area_km2} km²`);
});

test("polygons that cross each other too often to be united are refused", async () => {
  const comb = (isUpright: boolean) => ({
    type: "MultiPolygon",
    coordinates: Array.from({ length: 1000 }, (_, i) => {
      const [a, b] = [10 + i / 1000, 10 + (i + 0.5) / 1000];
      const ring = [
        [a, 10],
        [b, 10],
        [b, 11],
        [a, 11],
        [a, 10],
      ];
      return [isUpright ? ring : ring.map(([x, y]) => [y, x])];
    }),
  });
  const context = contextWith(comb(true), comb(false));
  const result = await call("summarize_features", { collection, union: true }, context);
  assert.equal(!result.ok && result.error.code, "invalid_input");
  assert.match(result.ok ? "" : result.error.message, /cross each other more than 2,000,000 times/);
});

// 251 · 248 / 2 = 31,124 crossings: few enough to be repaired.
const crossed = star(251, 10.5, 50.5);
/** In the star, between its edges: only the valid form decides. */
const spot = {
  type: "Polygon",
  coordinates: [
    [
      [10.999, 50.499],
      [11.001, 50.499],
      [11.001, 50.501],
      [10.999, 50.501],
      [10.999, 50.499],
    ],
  ],
};
const literal = "POLYGON((10.999 50.499, 11.001 50.499, 11.001 50.501, 10.999 50.499))";

// A repair of the star takes more than 500 turns; areas of answers take another.
for (const [tool, input, repairs] of [
  ["query_features", { collection, filter: `S_INTERSECTS(geometry, ${literal})` }, 2],
  ["summarize_features", { collection, filter: `NOT ${overlaps}` }, 1],
] as const) {
  test(`${tool} ${JSON.stringify(input)} repairs outlines of the service in turns`, async () => {
    const turnsFor = async (...outlines: object[]) => {
      const { turns, asked } = countedTurns();
      const { context } = contextOf(serviceWith(outlines), undefined, { turns });
      await answerOf(tool, input, context);
      return asked();
    };
    // With a square in its place, all other work is the same.
    const more = (await turnsFor(crossed, spot)) - (await turnsFor(spot, spot));
    assert.ok(more > 500 * repairs, `${more} turns`);
  });
}
