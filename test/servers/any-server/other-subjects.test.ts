import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fetch } from "@emberline/core";
import { callerOn } from "./foreign-caller.ts";

/* A server with lakes and weather stations: nothing about fires. */

const square = (x: number, y: number) => ({
  type: "Polygon",
  coordinates: [
    [
      [x, y],
      [x + 0.1, y],
      [x + 0.1, y + 0.1],
      [x, y + 0.1],
      [x, y],
    ],
  ],
});
const data: Record<string, readonly object[]> = {
  lakes: [
    { type: "Feature", id: "zug", geometry: square(8, 47), properties: { depth: 198 } },
    { type: "Feature", id: "leman", geometry: square(6, 46), properties: { depth: 310 } },
  ],
  stations: [0, 1, 2].map((i) => ({
    type: "Feature",
    id: `s${i}`,
    geometry: { type: "Point", coordinates: [8 + i, 47] },
    properties: { observed_at: `2026-07-01T1${i}:00:00Z`, temperature: 20 + i },
  })),
};

const serve: Fetch = async (input) => {
  const [, kind, id, items, one] = new URL(String(input)).pathname.slice(1).split("/");
  const described = (each: string) => ({ id: each, title: each, links: [] });
  const rows = data[id ?? ""];
  if (kind === "collections" && id === undefined)
    return Response.json({ links: [], collections: Object.keys(data).map(described) });
  if (kind === "collections" && rows && items === undefined) return Response.json(described(id!));
  if (rows && one !== undefined) return Response.json(rows[0]);
  if (items === "items" && rows) {
    const all = { type: "FeatureCollection", features: rows, numberMatched: rows.length };
    return Response.json({ ...all, links: [] });
  }
  return Response.json({ code: "404" }, { status: 404 });
};

const { call } = callerOn(serve, { now: () => Date.UTC(2026, 6, 2) });

const aboutFires = /\b(fires?|detections?|hotspots?|perimeters?)\b/i;
const calls: readonly [string, object][] = [
  ["list_collections", {}],
  ["describe_collection", { collection: "lakes" }],
  ["describe_collection", { collection: "stations" }],
  ["query_features", { collection: "lakes", near: "47,8", radius_km: 20 }],
  ["query_features", { collection: "stations", time: "2020-01-01" }],
  ["query_features", { collection: "stations", filter: "temperature > 90" }],
  ["summarize_features", { collection: "lakes" }],
  ["summarize_features", { collection: "stations", group_by: ["cluster"] }],
  ["get_feature", { collection: "lakes", id: "zug" }],
  ["show_map", { collections: ["lakes", "stations"] }],
];

for (const [name, input] of calls) {
  test(`${name} ${JSON.stringify(input)} speaks of features, not of fires`, async () => {
    const result = await call(name, input);
    const text = JSON.stringify(result.ok ? result.output : result.error.message);
    assert.ok(result.ok, text);
    assert.doesNotMatch(text, aboutFires);
  });
}

const lacks: readonly [string, object, RegExp][] = [
  ["show_map", {}, /^The service offers neither hotspots nor perimeters: name what to draw/],
  ["assess_location", { near: "47,8", radius_km: 50 }, /^The service offers neither hotspots nor/],
  ["assess_fire", { fire: "Park" }, /the service offers no perimeters to locate a fire/],
  ["query_features", { collection: "lakes", fire: "Park" }, /offers no perimeters to locate/],
  ["list_simulations", {}, /^The service has no fire-spread simulations/],
];

for (const [name, input, sentence] of lacks) {
  test(`${name} ${JSON.stringify(input)} says what the service lacks`, async () => {
    const result = await call(name, input);
    assert.ok(!result.ok);
    assert.match(result.error.message, sentence);
  });
}

test("whether features without any time match one is not known, and that is said", async () => {
  const result = await call("summarize_features", { collection: "lakes", time: "last 24h" });
  assert.ok(result.ok);
  const { matched, complete, notices } = result.output as Record<string, unknown> & {
    notices: string[];
  };
  assert.deepEqual([matched, complete], [0, false]);
  const said =
    "Whether 2 more match is not known: no time can be read from them. Leave out time to count all.";
  assert.ok(notices.includes(said), JSON.stringify(notices));
});

test("compare_periods joins features where nothing tells fires apart", async () => {
  const periods = { before: "2026-06-30", after: "2026-07-01" };
  const result = await call("compare_periods", { collection: "stations", ...periods });
  assert.ok(result.ok);
  assert.equal((result.output as { compared: string }).compared, "clusters of features");
});
