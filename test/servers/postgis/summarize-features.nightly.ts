import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, before, test } from "node:test";
import { type Cluster, startCluster } from "@emberline/test-support/postgres";
import { recordsOf } from "@emberline/test-support/records";
import { sampledData, skipWithoutSharedData } from "@emberline/test-support/shared-data";
import type { CallContext } from "@emberline/tools";
import { type Answer, answerOf } from "../../../packages/tools/test/support.ts";
import {
  type ClusterRow,
  type ExpectedSummary,
  expectedSummary,
  type Group,
  loadFeatures,
} from "./summary-expected.ts";
import { makeSelections, type SummarySelection } from "./summary-selections.ts";
import { assertClose, contextOver } from "./support.ts";

let cluster: Cluster;
let context: CallContext;
let folder: string;

before(async () => {
  if (skipWithoutSharedData) return;
  folder = sampledData();
  cluster = await startCluster();
  await loadFeatures(cluster, { folder });
  context = await contextOver(folder);
});

after(() => {
  cluster?.stop();
  if (folder) rmSync(folder, { recursive: true });
});

const statistics = ["sum", "min", "max", "mean", "median", "p5", "p90"] as const;
/** Half a unit in the last digit of a number in answers. */
const roundingOf = (property: string) => (property === "frp" ? 0.051 : 0.000051);

test("counts, statistics, areas, groups and clusters of many kinds of selections equal those of PostGIS", {
  skip: skipWithoutSharedData,
}, async (t) => {
  const selections = makeSelections(20261121);
  let [features, groups] = [0, 0];
  for (const [n, selection] of selections.entries()) {
    await t.test(`${n}: ${JSON.stringify(toInput(selection))}`, async () => {
      const expected = await expectedSummary(cluster, selection);
      const isAreal = selection.collection === "svc:satellite-perimeters" && expected.all.count > 0;
      const input = { ...toInput(selection), ...(isAreal && { union: true }) };
      const answer = await answerOf("summarize_features", input, context);
      features += expected.all.count;
      groups += expected.groups.length + expected.clusters.length;
      assert.deepEqual([answer.matched, answer.matched_exact], [expected.all.count, true]);
      if (expected.all.count === 0) return;
      for (const [i, name] of selection.properties.entries()) {
        compareStatistics(
          (each) => answer.stats[name][each],
          expected.all.statistics[i]!,
          name,
          `all ${name}`,
        );
      }
      compareAreas(selection, answer, expected);
      if (selection.groupBy[0] === "cluster") compareClusters(answer, expected.clusters);
      else compareGroups(selection, answer, expected.groups);
    });
  }
  assert.ok(features > 50_000, `${features} features`);
  assert.ok(groups > 900, `${groups} groups`);
});

function toInput(selection: SummarySelection) {
  const { collection, area, days, zone, groupBy, properties } = selection;
  const isPerimeters = collection === "svc:satellite-perimeters";
  return {
    collection,
    time: days.join("/"),
    time_zone: zone,
    ...(area &&
      ("bbox" in area
        ? { bbox: area.bbox }
        : { lon: area.lon, lat: area.lat, radius_km: area.radiusKm })),
    group_by: groupBy,
    properties,
    statistics: [...statistics],
    cell_deg: selection.cellDeg,
    cluster_km: selection.clusterKm,
    cluster_hours: selection.clusterHours,
    ...(isPerimeters && { latest_per_fire: selection.latestPerFire }),
    max_tokens: 10_000,
  };
}

function compareStatistics(
  actual: (name: (typeof statistics)[number]) => unknown,
  expected: readonly (number | null)[],
  property: string,
  what: string,
): void {
  for (const [i, name] of statistics.entries()) {
    const value = expected[i];
    if (value === null || value === undefined) assert.equal(actual(name), null, what);
    else assertClose(actual(name), value, roundingOf(property), `${what} ${name}`);
  }
}

function compareAreas(
  { collection, latestPerFire }: SummarySelection,
  answer: Answer,
  { all, unionKm2 }: ExpectedSummary,
): void {
  if (collection === "svc:satellite-perimeters")
    assertClose(answer.union_km2, unionKm2, 0.000051, "union");
  // Detections have no area, and areas of a fire's snapshots are not summed.
  if (latestPerFire) assertClose(answer.area_km2, all.areaKm2, 0.000051, "area");
  else assert.equal(answer.area_km2, undefined);
}

function compareGroups(
  { groupBy, properties, cellDeg }: SummarySelection,
  answer: Answer,
  expected: readonly Group[],
): void {
  assert.equal(answer.groups, expected.length);
  const byKey = new Map(expected.map((group) => [group.key.join("|"), group]));
  const columns = groupBy.flatMap((name) => (name === "fire" ? ["fire", "fire_name"] : [name]));
  const keys = new Set<string>();
  let empty = 0;
  for (const row of recordsOf(answer)) {
    const key = columns.map((name) => textOf(row[name], cellDeg)).join("|");
    if (row.count === 0) {
      assert.ok(groupBy.join() === "day" && !byKey.has(key), key);
      empty++;
      continue;
    }
    const group = byKey.get(key) ?? assert.fail(`there is no group ${key}`);
    keys.add(key);
    assert.equal(row.count, group.count, key);
    if (row.area_km2 !== undefined)
      assertClose(row.area_km2, group.areaKm2, 0.000051, `area of ${key}`);
    for (const [i, name] of properties.entries())
      compareStatistics((each) => row[`${name}_${each}`], group.statistics[i]!, name, key);
  }
  assert.equal(keys.size + empty, answer.rows.length);
  if (answer.omitted === 0) assert.equal(keys.size, expected.length);
}

/** A cell by the numbers of its column and row. */
function textOf(value: unknown, cellDeg: number): string {
  if (!Array.isArray(value)) return String(value);
  const [west, south] = value as [number, number];
  return `${Math.round(west / cellDeg)} ${Math.round(south / cellDeg)}`;
}

function compareClusters(answer: Answer, expected: readonly ClusterRow[]): void {
  assert.equal(answer.groups, expected.length);
  const rows = recordsOf(answer);
  assert.deepEqual(
    rows.map(({ count }) => count),
    expected.slice(0, rows.length).map(({ count }) => count),
  );
  const left = new Set(expected);
  for (const row of rows) {
    const same = [...left].find(
      (each) =>
        each.count === row.count &&
        each.first === row.first &&
        each.last === row.last &&
        Math.abs(each.lon - row.lon) < 0.00006 &&
        Math.abs(each.lat - row.lat) < 0.00006 &&
        Math.abs(each.frpMax - row.frp_max) < 0.051,
    );
    left.delete(same ?? assert.fail(`there is no cluster ${JSON.stringify(row)}`));
  }
}
