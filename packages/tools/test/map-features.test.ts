import assert from "node:assert/strict";
import { test } from "node:test";
import { type CallContext, callTool, catalogue, helpers } from "../src/index.ts";
import { contextOf, point } from "./support.ts";

interface Answer {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  readonly geometries?: readonly { readonly coordinates: number[][][] }[];
  readonly next_cursor?: string;
}

const offered = catalogue.map(({ name }) => name);
const hotspots = "svc:hotspots";
const perimeters = "svc:satellite-perimeters";

async function answer(input: Record<string, unknown>, context: CallContext): Promise<Answer> {
  const given = { tool: "show_map", ...input };
  const result = await callTool(helpers.mapFeatures, given, { ...context, offered });
  assert.ok(result.ok, result.ok ? "" : result.error.message);
  return result.output as unknown as Answer;
}

/** Detections on a line to the east, 0.001° apart. */
const line = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    point(`h${i}`, 10 + i / 1000, 50, { datetime: "2025-06-20T10:00:00Z", frp: i }),
  );

test("all detections of an area come over several answers, each once, with time and power", async () => {
  const queryables = [
    { id: "datetime", type: "dateTime" },
    { id: "frp", type: "number" },
  ];
  const { context } = contextOf({ features: { [hotspots]: line(5000) }, queryables });
  const input = { layer: hotspots, bbox: [10, 49, 13.9995, 51] };
  const first = await answer(input, context);
  const rows = [...first.rows];
  for (let cursor = first.next_cursor; cursor !== undefined; ) {
    const next = await answer({ ...input, cursor }, context);
    rows.push(...next.rows);
    cursor = next.next_cursor;
  }
  assert.equal(first.rows.length, 2000);
  assert.deepEqual(first.columns, ["id", "lon", "lat", "time", "frp_mw"]);
  assert.deepEqual(rows[7], ["h7", 10.007, 50, "2025-06-20T10:00:00Z", 7]);
  const ids = rows.map(([id]) => id);
  // 10.000 to 13.999 are inside.
  assert.deepEqual(
    ids,
    Array.from({ length: 4000 }, (_, i) => `h${i}`),
  );
});

test("the detections of an assessment are as many as its answer counted", async () => {
  const { context } = contextOf({ features: { [hotspots]: line(400) } });
  const input = { lon: 10, lat: 50, radius_km: 10, time: "2025-06-20" };
  const assess = catalogue.find(({ name }) => name === "assess_location")!;
  const assessed = await callTool(assess, input, context);
  assert.ok(assessed.ok);
  const { rows } = await answer({ ...input, tool: "assess_location", layer: hotspots }, context);
  assert.equal(rows.length, assessed.output.matched);
  // A degree of longitude at 50° north is 71.7 km.
  assert.equal(rows.length, 140);
});

/** A ring of `count` positions around 10, 50. */
function disc(id: string, count: number) {
  const ring = Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * 2 * Math.PI;
    return [10 + Math.cos(angle), 50 + Math.sin(angle)];
  });
  return {
    type: "Feature",
    id,
    geometry: { type: "Polygon", coordinates: [[...ring, ring[0]]] },
    properties: { datetime: "2025-06-20T00:00:00Z", fire_id: id },
  };
}

test("outlines have the detail that was asked for, and stay closed", async () => {
  const { context } = contextOf({ features: { [perimeters]: [disc("p", 20_000)] } });
  const { geometries } = await answer({ layer: perimeters, detail_km: 1.112 }, context);
  const [ring] = geometries![0]!.coordinates;
  // 2π degrees in steps of at least 0.01.
  assert.ok(ring!.length <= 630 && ring!.length > 500, String(ring!.length));
  assert.deepEqual(ring!.at(-1), ring![0]);
  for (const [lon, lat] of ring!) assert.ok(Math.abs(Math.hypot(lon! - 10, lat! - 50) - 1) < 1e-4);
});

test("an answer has at most 40,000 positions, however detailed the outlines are", async () => {
  const discs = Array.from({ length: 40 }, (_, i) => disc(`p${i}`, 5000));
  const { context } = contextOf({ features: { [perimeters]: discs } });
  const { geometries } = await answer({ layer: perimeters, detail_km: 0 }, context);
  assert.equal(geometries!.length, 40);
  const positions = geometries!.reduce(
    (sum, { coordinates }) => sum + coordinates.flat().length,
    0,
  );
  assert.ok(positions <= 40_000 && positions > 10_000, String(positions));
});

test("simulations come with their fire, status and times", async () => {
  const { context } = contextOf({
    features: { [hotspots]: [] },
    simulations: [
      {
        id: "s1",
        status: "COMPLETED",
        clusterId: null,
        fireName: "North",
        locationName: null,
        latitude: 50,
        longitude: 10,
        model: "m",
        durationHours: 12,
        ensembleMembers: 1,
        burnedAreaM2: 1,
        auto: false,
        createdAt: "2025-06-20T00:00:00Z",
        errorMessage: null,
      },
    ],
  });
  const { columns, rows } = await answer({ layer: "simulations" }, context);
  assert.deepEqual(Object.fromEntries(columns.map((column, i) => [column, rows[0]![i]])), {
    id: "s1",
    fire_name: "North",
    location: null,
    status: "COMPLETED",
    lon: 10,
    lat: 50,
    created_at: "2025-06-20T00:00:00Z",
    forecast_until: "2025-06-20T12:00:00Z",
  });
});

test("a made-up cursor is refused", async () => {
  const { context } = contextOf({ features: { [hotspots]: [] } });
  const input = { tool: "show_map", layer: hotspots, cursor: "made-up" };
  const result = await callTool(helpers.mapFeatures, input, { ...context, offered });
  assert.equal(result.ok ? "" : result.error.code, "invalid_input");
});

test("a view gets only what meets it, with all its detail", async () => {
  const far = { ...disc("far", 9), geometry: { type: "Point", coordinates: [90, 0] } };
  const features = { [perimeters]: [disc("near", 60_000), far] };
  const { context, requests } = contextOf({ features });
  const input = { layer: perimeters, detail_km: 0.001 };
  const whole = await answer(input, context);
  assert.deepEqual(
    whole.rows.map(([id]) => id),
    ["near", "far"],
  );
  assert.ok(whole.geometries![0]!.coordinates[0]!.length <= 40_000);
  const seen = await answer({ ...input, view: [10.9, 49.9, 11.1, 50.1] }, context);
  assert.deepEqual(
    seen.rows.map(([id]) => id),
    ["near"],
  );
  // Positions of the ring are 12 m apart.
  assert.equal(seen.geometries![0]!.coordinates[0]!.length, 60_001);
  assert.equal(requests.at(-1)!.searchParams.get("bbox"), "10.9,49.9,11.1,50.1");
});

test("more changes than a map has room for are refused, with what would fit", async () => {
  // Each is a cluster of its own: 0.5° of longitude are more than 20 km.
  const apart = Array.from({ length: 20_001 }, (_, i) =>
    point(`h${i}`, (i % 300) * 0.5 - 75, Math.floor(i / 300), { datetime: "2025-06-20T10:00:00Z" }),
  );
  const queryables = [{ id: "datetime", type: "dateTime" }];
  const { context } = contextOf({ features: { [hotspots]: apart }, queryables });
  const periods = { before: "2025-06-19", after: "2025-06-20" };
  const given = { tool: "show_map", layer: hotspots, bbox: [-90, -10, 90, 80], ...periods };
  const result = await callTool(helpers.mapFeatures, given, { ...context, offered });
  assert.ok(!result.ok);
  assert.match(result.error.message, /20001 fires or clusters changed.*20000: name a smaller area/);
});
