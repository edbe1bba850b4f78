import assert from "node:assert/strict";
import { test } from "node:test";
import { cellText, nextSort, orderedColumns, sortedIndexes } from "../src/drawer/columns.ts";

const columns = ["id", "lon", "distance_km", "time", "frp", "fire_name", "count_after"];
const rows = [
  ["a", 151.6, 58.405, "2019-09-10T04:30:00Z", 56.2, "Alpha", 12345],
  ["b", 151.7, null, "2019-09-10T00:12:30Z", null, null, 2],
];

test("names come first, then times and measures, positions and ids last, and heads state the units", () => {
  assert.deepEqual(
    orderedColumns(columns, rows).map(({ head }) => head),
    ["Fire name", "Time, UTC", "FRP, MW", "Distance, km", "Count after", "Longitude, °", "ID"],
  );
  const heads = (names: string[], row: unknown[]) =>
    orderedColumns(names, [row]).map(({ head }) => head);
  assert.deepEqual(heads(["area_km2_before", "change_km2", "km2_per_hour"], [1, 2, 3]), [
    "Area before, km²",
    "Change, km²",
    "Growth, km²/h",
  ]);
  assert.deepEqual(heads(["time"], ["2024-07-20"]), ["Time"], "a date is of no zone");
});

test("cells keep the answer's values; times without what the head says, large numbers grouped", () => {
  const shown = orderedColumns(columns, rows).map((column) =>
    rows.map((row) => cellText(row[column.index], column)),
  );
  assert.deepEqual(shown, [
    ["Alpha", ""],
    ["2019-09-10 04:30", "2019-09-10 00:12:30"],
    ["56.2", ""],
    ["58.405", ""],
    ["12,345", "2"],
    ["151.6", "151.7"],
    ["a", "b"],
  ]);
});

test("rows sort by numbers as numbers, and what is not known stays last in both directions", () => {
  const table = [[10], [null], [9], ["x"], [100]];
  const ascending = { index: 0, isDescending: false };
  assert.deepEqual(sortedIndexes(table, null), [0, 1, 2, 3, 4]);
  assert.deepEqual(sortedIndexes(table, ascending), [2, 0, 4, 3, 1]);
  assert.deepEqual(sortedIndexes(table, { ...ascending, isDescending: true }), [3, 4, 0, 2, 1]);
});

test("a head sorts up, then down, then as the answer has it", () => {
  const up = nextSort(null, 2);
  const down = nextSort(up, 2);
  assert.deepEqual(
    [up, down],
    [
      { index: 2, isDescending: false },
      { index: 2, isDescending: true },
    ],
  );
  assert.equal(nextSort(down, 2), null);
  assert.deepEqual(nextSort(down, 1), { index: 1, isDescending: false });
});
