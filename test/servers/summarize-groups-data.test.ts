import assert from "node:assert/strict";
import { before, test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import { type RawFeature, skipWithoutSharedData } from "@emberline/test-support/shared-data";
import type { CallContext } from "@emberline/tools";
import { type Answer, answerOf } from "../../packages/tools/test/support.ts";
import { folder, loadData } from "./near-sources.ts";
import { contextOver } from "./postgis/support.ts";

const skip = { skip: skipWithoutSharedData };
const time = "2022-03-28/2022-04-04";

let context: CallContext;
let detections: RawFeature[];

before(async () => {
  if (skipWithoutSharedData) return;
  context = await contextOver(folder);
  detections = loadData().detections.filter(({ properties }) => {
    const day = String(properties.datetime).slice(0, 10);
    return day >= "2022-03-28" && day <= "2022-04-04";
  });
});

function summarize(input: object): Promise<Answer> {
  const asked = { collection: "svc:hotspots", time, max_tokens: 10_000, ...input };
  return answerOf("summarize_features", asked, context);
}

function countBy<Key>(keyOf: (feature: RawFeature) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const each of detections) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  return counts;
}

const frpOf = ({ properties }: RawFeature) => Number(properties.frp);

test(
  "ranges of a number have the counts of their values, in order, including empty ones",
  skip,
  async () => {
    const { columns, rows, groups } = await summarize({ group_by: ["frp:0,10,50,100,1e6"] });
    const inRange = (from: number, to: number) =>
      detections.filter((each) => frpOf(each) >= from && frpOf(each) < to).length;
    assert.deepEqual(columns, ["frp", "count", "percent"]);
    const row = (range: string, count: number) => [
      range,
      count,
      Math.round((count / detections.length) * 1000) / 10,
    ];
    assert.deepEqual(rows, [
      row("<0", 0),
      row("0 to <10", inRange(0, 10)),
      row("10 to <50", inRange(10, 50)),
      row("50 to <100", inRange(50, 100)),
      row("100 to <1000000", inRange(100, 1e6)),
      row(">=1000000", 0),
    ]);
    assert.equal(groups, 4);
  },
);

test(
  "hours of the day are those of a zone's clocks, and local hours are mean solar time",
  skip,
  async () => {
    const { rows } = await summarize({ group_by: ["hour_of_day"], time_zone: "Asia/Kathmandu" });
    // Nepal is 5:45 ahead of UTC, all year.
    const clock = countBy(({ properties }) =>
      new Date(Date.parse(String(properties.datetime)) + 345 * 60_000).getUTCHours(),
    );
    assert.deepEqual(
      rows,
      Array.from({ length: 24 }, (_, hour) => [hour, clock.get(hour) ?? 0]),
    );
    const solar = countBy(({ geometry, properties }) =>
      new Date(
        Date.parse(String(properties.datetime)) + geometry.coordinates[0]! * 240_000,
      ).getUTCHours(),
    );
    const local = await summarize({ group_by: ["local_hour"] });
    assert.deepEqual(
      local.rows,
      Array.from({ length: 24 }, (_, hour) => [hour, solar.get(hour) ?? 0]),
    );
  },
);

test("percentiles lie between the values on both sides of their rank", skip, async () => {
  const sorted = detections.map(frpOf).sort((a, b) => a - b);
  const { stats } = await summarize({ statistics: ["p5", "p50", "p90", "p99.9", "max"] });
  const expected = [5, 50, 90, 99.9].map((percent) => {
    const rank = ((sorted.length - 1) * percent) / 100;
    const [below, above] = [sorted[Math.floor(rank)]!, sorted[Math.ceil(rank)]!];
    return below + (above - below) * (rank % 1);
  });
  assert.deepEqual(Object.keys(stats.frp), ["count", "p5", "p50", "p90", "p99.9", "max"]);
  const { count, max, ...percentiles } = stats.frp;
  assert.deepEqual([count, max], [sorted.length, Math.round(sorted.at(-1)! * 10) / 10]);
  for (const [i, value] of Object.values(percentiles).entries())
    assert.ok(Math.abs(Number(value) - expected[i]!) <= 0.0501, `${value}, not ${expected[i]}`);
});

test("groups in the order of a statistic, limited, are the first of all", skip, async () => {
  const byCell = new Map<string, number[]>();
  for (const each of detections) {
    const [lon, lat] = each.geometry.coordinates as [number, number];
    const cell = [Math.floor(lon / 10) * 10, Math.floor(lat / 10) * 10].join();
    byCell.set(cell, [...(byCell.get(cell) ?? []), frpOf(each)]);
  }
  const greatest = [...byCell.values()].map((each) => Math.max(...each)).sort((a, b) => b - a);
  const answer = await summarize({
    group_by: ["cell"],
    cell_deg: 10,
    statistics: ["max"],
    sort: "-frp_max",
    limit: 7,
  });
  assert.deepEqual(answer.columns, ["cell", "count", "frp_max"]);
  assert.deepEqual(
    recordsOf(answer).map(({ frp_max }) => frp_max),
    greatest.slice(0, 7).map((each) => Math.round(each * 10) / 10),
  );
  assert.deepEqual(
    [answer.groups, answer.omitted, answer.complete],
    [byCell.size, byCell.size - 7, false],
  );
  for (const { cell, count } of recordsOf(answer))
    assert.equal(count, byCell.get(`${cell[0]},${cell[1]}`)!.length);
});

test(
  "the days of each satellite stay together, the satellite with most detections first",
  skip,
  async () => {
    const totals = countBy(({ properties }) => properties.satellite);
    const satellites = [...totals].sort(([, a], [, b]) => b - a).map(([name]) => name);
    const pairs = countBy(
      ({ properties }) => `${properties.satellite} ${String(properties.datetime).slice(0, 10)}`,
    );
    const { rows } = await summarize({ group_by: ["satellite", "day"] });
    const expected = satellites.flatMap((name) =>
      [...pairs.keys()]
        .filter((pair) => pair.startsWith(`${name} `))
        .sort()
        .map((pair) => [...pair.split(" "), pairs.get(pair)!]),
    );
    assert.deepEqual(rows, expected);
  },
);
