import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Cluster, startCluster } from "@emberline/test-support/postgres";
import { recordsOf } from "@emberline/test-support/records";
import { sharedData, skipWithoutSharedData } from "@emberline/test-support/shared-data";
import type { CallContext } from "@emberline/tools";
import { answerOf } from "../../../packages/tools/test/support.ts";
import { loadFeatures } from "./summary-expected.ts";
import { assertClose, contextOver } from "./support.ts";

const collection = "svc:satellite-perimeters";

const fire = "2024-ORUPF-240232";

let cluster: Cluster;
let context: CallContext;

before(async () => {
  if (skipWithoutSharedData) return;
  cluster = await startCluster();
  // The areas of all perimeters take PostGIS longer than the test itself.
  await loadFeatures(cluster, {
    isWanted: ({ datetime, incident_id }) =>
      /^(2023-08|2024-07)/.test(String(datetime)) || incident_id === fire,
  });
  context = await contextOver(sharedData);
});

after(() => cluster?.stop());

/** Each fire's newest mapping of each day, with its area and the area of the one before. */
function expectedGrowth(condition: string): Promise<string[][]> {
  return cluster.query(`
    WITH newest AS (
      SELECT DISTINCT ON (incident_id, day) incident_id, day, km2
      FROM (SELECT *, to_char(t AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day FROM feature
        WHERE collection = '${collection}' AND km2 IS NOT NULL AND ${condition}) AS mapped
      ORDER BY incident_id, day, t DESC, sequence DESC, id COLLATE "C" DESC)
    SELECT incident_id, day, km2, km2 - lag(km2) OVER (PARTITION BY incident_id ORDER BY day)
    FROM newest`);
}

for (const [name, input, condition] of [
  [
    "in the first half of August 2023",
    { time: "2023-08-01/2023-08-15" },
    "t >= '2023-08-01Z' AND t < '2023-08-16Z'",
  ],
  [
    "of Oregon in July 2024",
    { time: "2024-07", filter: "state = 'US-OR'" },
    "t >= '2024-07-01Z' AND t < '2024-08-01Z' AND state = 'US-OR'",
  ],
] as const) {
  test(`area and change by mapping of the fires ${name} equal those of PostGIS`, {
    skip: skipWithoutSharedData,
  }, async () => {
    const expected = new Map(
      (await expectedGrowth(condition)).map(([fire, day, km2, change]) => [
        `${fire} ${day}`,
        { km2: Number(km2), change: change ? Number(change) : null },
      ]),
    );
    let compared = 0;
    for (const sort of ["-area_km2", "-change_km2", "day"]) {
      const answer = await answerOf(
        "summarize_features",
        { collection, ...input, group_by: ["fire", "day"], sort, max_tokens: 10_000 },
        context,
      );
      assert.equal(answer.groups, expected.size);
      for (const { fire, day, area_km2, change_km2 } of recordsOf(answer)) {
        const { km2, change } = expected.get(`${fire} ${day}`)!;
        assertClose(area_km2, km2, 0.000051, `${fire} ${day}`);
        // The tolerance of a difference follows from the areas.
        if (change === null) assert.equal(change_km2, null);
        else {
          const larger = Math.max(km2, km2 - change);
          assert.ok(
            Math.abs(Number(change_km2) - change) <= larger * 0.002 + 0.0002,
            `${fire} ${day}: ${change_km2}, ${change}`,
          );
        }
        compared++;
      }
    }
    assert.ok(compared > 100, `${compared} rows`);
  });
}

test("the days of one fire show its growth without naming it as a group", {
  skip: skipWithoutSharedData,
}, async () => {
  const condition = `incident_id = '${fire}'`;
  const expected = await expectedGrowth(condition);
  assert.ok(expected.length > 3);
  const answer = await answerOf(
    "summarize_features",
    { collection, filter: condition, group_by: ["day"], max_tokens: 10_000 },
    context,
  );
  const mapped = recordsOf(answer).filter(({ count }) => Number(count) > 0);
  assert.deepEqual(
    mapped.map(({ day }) => day),
    expected.map(([, day]) => day).toSorted(),
  );
  for (const [i, { area_km2 }] of mapped.entries())
    assertClose(area_km2, Number(expected[i]![2]), 0.000051, expected[i]![1]!);
});
