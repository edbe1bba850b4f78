import assert from "node:assert/strict";
import { test } from "node:test";
import { appInProcess } from "@emberline/test-served/in-process";

const hotspots = { collection: "svc:hotspots" };
const perimeters = { collection: "svc:satellite-perimeters" };

/** Calls whose errors offer corrected arguments. */
const wrong: [tool: string, input: Record<string, unknown>][] = [
  ["query_features", { ...hotspots, bbox: [9, 51, 12, 49] }],
  ["query_features", { ...hotspots, bbox: [49, 170, 51, -170] }],
  ["query_features", { ...hotspots, bbox: [350, 49, 359, 51] }],
  ["show_map", { bbox: [9, 51, 12, 49] }],
  ["assess_location", { bbox: [9, 51, 12, 49] }],
  ["query_features", { ...hotspots, bbox: [12, 49, 9, 51] }],
  ["show_map", { bbox: [12, 49, 9, 51] }],
  ["query_features", { ...hotspots, lat: 150, lon: 10 }],
  ["query_features", { ...hotspots, lat: 50, lon: 350.1 }],
  ["query_features", { ...hotspots, near: "150, 10" }],
  ["assess_location", { near: "lon 10, lat 150" }],
  ["list_simulations", { near: "150, 10" }],
  ["find_place", { name: "150, 10" }],
  ["query_features", { ...hotspots, time: "2024-07-03/2024-07-01" }],
  ["query_features", { ...hotspots, time: "from 3 July 2024 to 1 July 2024" }],
  ["summarize_features", { ...hotspots, time: "05/06/2024" }],
  ["summarize_features", { ...hotspots, time: "since 3/4/2024" }],
  ["summarize_features", { ...hotspots, time: "summer 2024" }],
  ["assess_location", { near: "0,10", time: "last summer" }],
  ["assess_fire", { fire: "Alpha", time: "2024-07-03/2024-07-01" }],
  ["show_map", { time: "7/1" }],
  ["compare_periods", { ...hotspots, before: "7/1/2024", after: "2024-07-02" }],
  ["compare_periods", { ...hotspots, before: "2024-07-01", after: "2024-07-03/2024-07-02" }],
  ["list_simulations", { since: "7/1/2024" }],
  ["list_simulations", { until: "7/1/2024" }],
  ["query_features", { ...hotspots, filter: "fpr > 50" }],
  ["query_features", { ...hotspots, filter: 'sattelite == "N20" && FRP > "50"' }],
  ["query_features", { ...perimeters, filter: "incidentName = 'ALPHA'" }],
  ["query_features", { ...hotspots, filter: "ST_DWithin(geometry, POINT(10 50), 10000)" }],
  [
    "summarize_features",
    {
      ...hotspots,
      bbox: [9, 49, 12, 51],
      filter: "frp > 5 AND DISTANCE(geometry, POINT(10 50)) < 10",
    },
  ],
  ["summarize_features", { ...hotspots, filter: "YEAR(datetime) = 2024 AND frp > 5" }],
  ["summarize_features", { ...hotspots, filter: "DATE(datetime) = '2024-07-01'" }],
];

type Call = (tool: string, input: unknown) => Promise<{ ok: boolean; text: string }>;

async function callFixtures(): Promise<Call> {
  const fetchApp = await appInProcess();
  return async (tool, input) => {
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(input) };
    const response = await fetchApp(`/tools/${tool}`, init);
    return { ok: response.ok, text: await response.text() };
  };
}

/** The arguments between "Try" and the end of its sentence. */
function offersIn(message: string): Record<string, unknown>[] {
  const [, offered] = /Try (\{.*?\})\.(?: |$)/s.exec(message) ?? [];
  assert.ok(offered, `an offer in: ${message}`);
  return offered.split(" or ").map((each) => JSON.parse(each));
}

test("corrected arguments that an error offers work when they are sent", async () => {
  const call = await callFixtures();
  for (const [tool, input] of wrong) {
    const asked = `${tool} ${JSON.stringify(input)}`;
    const refused = await call(tool, input);
    assert.ok(!refused.ok, `${asked} is refused`);
    const { code, detail } = JSON.parse(refused.text) as { code: string; detail: string };
    assert.equal(code, "invalid_input", asked);
    for (const offered of offersIn(detail)) {
      const corrected = await call(tool, { ...input, ...offered });
      assert.ok(corrected.ok, `${asked} with ${JSON.stringify(offered)}: ${corrected.text}`);
    }
  }
});
