import assert from "node:assert/strict";
import { test } from "node:test";
import { callsFor, placeIn, timeIn } from "../src/chat/ready-calls.ts";

const newestMs = Date.parse("2026-07-20T12:00:00Z");

const times: readonly (readonly [question: string, time: string | null])[] = [
  ["fires near Redding in August", "2025-08"],
  ["fires near Redding in July", "2026-07"],
  ["What burned in August 2019?", "2019-08"],
  ["Fires near Chico in 2024", "2024"],
  ["What burned yesterday near Chico?", "yesterday"],
  ["fires in Oregon in the last 3 days", "last 3 days"],
  ["fires in Oregon this week", "last 7 days"],
  ["from 2026-07-01 to 2026-07-05 near Chico", "2026-07-01/2026-07-05"],
  ["How large is the Park Fire?", null],
];
for (const [question, time] of times)
  test(`“${question}” is of ${time ?? "no time"}`, () => {
    assert.equal(timeIn(question, newestMs)?.time ?? null, time);
  });

const places: readonly (readonly [
  question: string,
  name: string | null,
  isArea?: boolean,
  km?: number,
])[] = [
  ["fires near Redding in August", "Redding", false, 50],
  ["fires within 30 km of Redding, California?", "Redding, California", false, 30],
  ["What burned in Oregon in the last 3 days?", "Oregon", true, 50],
  ["Are there fires near La Pine and are they growing?", "La Pine", false, 50],
  ["What burned in August 2019?", null],
  ["Which detections are the strongest?", null],
];
for (const [question, name, isArea = false, km = 50] of places)
  test(`“${question}” is about ${name ?? "no place"}`, () => {
    assert.deepEqual(placeIn(question), name === null ? null : { name, isArea, km });
  });

const data = {
  isSynthetic: true,
  collections: [
    { id: "svc:hotspots", layer: "hotspots" },
    { id: "svc:perimeters", layer: "perimeters" },
  ],
} as never;
const near = { near: "Redding, California", radius_km: 50 };
const tools: readonly (readonly [question: string, area: object, tools: readonly string[]])[] = [
  ["fires near Redding in August", near, ["assess_location", "summarize_features"]],
  ["What burned in Oregon?", { within: "Oregon" }, ["summarize_features"]],
  ["How has the Park Fire grown?", {}, ["assess_fire"]],
  ["Which forecasts are there?", {}, ["list_simulations"]],
  ["Which detections were the strongest near Redding?", near, ["query_features"]],
  ["Show a map of fires near Redding", near, ["show_map"]],
  ["What are the largest fires in Oregon?", { within: "Oregon" }, ["summarize_features"]],
  ["Which data is there?", {}, ["list_collections"]],
];
for (const [question, area, expected] of tools)
  test(`“${question}” is answered by ${expected.join(" and ")}`, () => {
    const calls = callsFor(question, area as never, "2026-07", data);
    assert.deepEqual(
      calls.map(({ tool }) => tool),
      expected,
    );
  });
