import assert from "node:assert/strict";
import { test } from "node:test";
import { assertQuoted, mark, names, words } from "@emberline/test-support/hostile-names";
import { hostileId, hostileService, hotspots, perimeters } from "./hostile-service.ts";
import { call, contextOf } from "./support.ts";

const collection = hotspots;

/** Sentences of an answer: those that are not rows, names or values of the data. */
function sentencesOf(result: Awaited<ReturnType<typeof call>>): string[] {
  if (!result.ok) return [result.error.message];
  const {
    notices = [],
    service_notices: said = [],
    caption,
    order,
    ...others
  } = result.output as Record<string, unknown>;
  const nested = Object.values(others).flatMap((each) =>
    each !== null && typeof each === "object" && "notices" in each
      ? (each.notices as string[])
      : [],
  );
  return [...(notices as string[]), ...(said as string[]), ...nested, caption, order].filter(
    (each) => typeof each === "string",
  ) as string[];
}

const calls: readonly (readonly [string, object])[] = [
  ["list_collections", {}],
  ["describe_collection", { collection }],
  ["describe_collection", { collection: "nothing" }],
  ["describe_collection", { collection: hostileId }],
  ["query_features", { collection }],
  ["query_features", { collection: hostileId, filter: "nope = 1" }],
  ["query_features", { collection, properties: ["nope"] }],
  ["query_features", { collection, filter: "nope = 1" }],
  ["query_features", { collection, filter: "state = 'x'" }],
  ["query_features", { collection, filter: "state = 'fault'" }],
  ["query_features", { collection, sort: "nope" }],
  ["query_features", { collection, time: "2020" }],
  ["query_features", { collection, bbox: [100, 0, 101, 1] }],
  ["query_features", { collection: perimeters, fire: "Copper" }],
  ["query_features", { collection: perimeters, fire: mark }],
  ["query_features", { collection, exclude_static_km: 5 }],
  ["query_features", { collection, source_category: "smelter", exclude_static_km: 5 }],
  ["summarize_features", { collection, group_by: ["nope"] }],
  ["summarize_features", { collection, group_by: [`property:${names[0]}`], sort: "nope" }],
  ["summarize_features", { collection, properties: [names[0]] }],
  ["summarize_features", { collection: hostileId, group_by: ["fire"] }],
  ["compare_periods", { collection: hostileId, before: "2025-06-18", after: "2025-06-19" }],
  ["assess_location", { lon: 10.2, lat: 50.2, radius_km: 50 }],
  ["assess_fire", { fire: mark }],
  ["assess_fire", { fire: `${mark} Creek` }],
  ["assess_fire", { fire: "Copper" }],
  ["get_feature", { collection, id: "nope" }],
  ["show_map", { collections: [collection, hostileId] }],
  ["list_simulations", { status: "nope" }],
  ["export_features", { collection, format: "csv" }],
];

for (const [tool, input] of calls) {
  test(`${tool} ${JSON.stringify(input)}: texts of the data stand in quotes, cut, on one line`, async () => {
    const { context } = contextOf(hostileService());
    const result = await call(tool, input, context);
    for (const sentence of sentencesOf(result)) assertQuoted(sentence);
  });
}

test("names that are none come after the names, as what they are", async () => {
  const { context } = contextOf(hostileService());
  const result = await call("query_features", { collection, properties: ["nope"] }, context);
  assert.ok(!result.ok);
  const [plain, others] = result.error.message.split("; texts that are no names: ") as [
    string,
    string,
  ];
  for (const word of words) assert.ok(plain.includes(`"${mark}_${word}"`));
  assert.deepEqual(
    [...others.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([each]) => each.slice(1, 5)),
    [`${mark}1`, `${mark}x`],
  );
});
