import assert from "node:assert/strict";
import { before, test } from "node:test";
import { appInProcess, origin } from "./support/in-process.ts";
import { readShared, sharedData, skipWithoutSharedData } from "./support/shared-data.ts";
import { type Answer, answerOf, httpTools, type Surface } from "./support/surfaces.ts";

interface RawSimulation {
  readonly id: string;
  readonly status: string;
  readonly auto: boolean;
  readonly fireName: string | null;
  readonly locationName: string | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly burnedAreaM2: number | null;
  readonly createdAt: string;
  readonly errorMessage: string | null;
}

const options = { skip: skipWithoutSharedData };
let shared: Surface;
let raw: RawSimulation[] = [];

before(async () => {
  if (skipWithoutSharedData) return;
  shared = httpTools(origin, await appInProcess(["--data", sharedData]));
  const file = JSON.parse(readShared("simulations_synthetic.json"));
  raw = file.items ?? file;
});

const originOf = ({ auto }: RawSimulation) => (auto ? "automatic" : "requested");

/** Groups of an answer as "key, key: count", in the order of the keys. */
function shownGroups({ rows }: Answer, keys: number): string[] {
  return rows.map((row: unknown[]) => `${row.slice(0, keys).join(", ")}: ${row[keys]}`).sort();
}

function expectedGroups(
  simulations: readonly RawSimulation[],
  keyOf: (simulation: RawSimulation) => string,
): string[] {
  const counts = new Map<string, number>();
  for (const each of simulations) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  return [...counts].map(([key, count]) => `${key}: ${count}`).sort();
}

const groupings: [names: string[], keyOf: (simulation: RawSimulation) => string][] = [
  [["status"], ({ status }) => status],
  [["origin"], originOf],
  [["day"], ({ createdAt }) => createdAt.slice(0, 10)],
  [["fire"], ({ fireName }) => fireName ?? ""],
  [["error"], ({ errorMessage }) => errorMessage ?? ""],
  [["status", "origin"], (each) => `${each.status}, ${originOf(each)}`],
];

for (const [names, keyOf] of groupings) {
  test(
    `simulations grouped by ${names.join(" and ")} are counted as the file has them`,
    options,
    async () => {
      const answer = await answerOf(shared, "summarize_features", {
        collection: "simulations",
        group_by: names,
        max_tokens: 10_000,
      });
      assert.deepEqual([answer.matched, answer.matched_exact], [raw.length, true]);
      assert.deepEqual(shownGroups(answer, names.length), expectedGroups(raw, keyOf));
      assert.match(answer.notices.join(" "), /forecasts, not observations/);
      assert.doesNotMatch(answer.notices.join(" "), /did not apply/);
    },
  );
}

test("simulations are selected by interval, box and filter alike", options, async () => {
  const [west, south, east, north] = [-124, 41, -120, 45];
  const answer = await answerOf(shared, "summarize_features", {
    collection: "simulations",
    time: "2023-08-20/2023-08-25",
    bbox: [west, south, east, north],
    filter: "status = 'COMPLETED' AND origin = 'automatic'",
    properties: ["burned_area_km2"],
    group_by: ["day"],
  });
  const expected = raw.filter(
    ({ status, auto, createdAt, longitude, latitude }) =>
      status === "COMPLETED" &&
      auto &&
      createdAt >= "2023-08-20" &&
      createdAt < "2023-08-26" &&
      longitude >= west &&
      longitude <= east &&
      latitude >= south &&
      latitude <= north,
  );
  assert.ok(expected.length > 0);
  assert.equal(answer.matched, expected.length);
  const areas = expected.flatMap(({ burnedAreaM2 }) => (burnedAreaM2 === null ? [] : burnedAreaM2));
  const { sum, max, count } = answer.stats.burned_area_km2;
  assert.equal(count, areas.length);
  assert.equal(sum, Number((areas.reduce((a, b) => a + b, 0) / 1e6).toFixed(4)));
  assert.equal(max, Number((Math.max(...areas) / 1e6).toFixed(4)));
});
