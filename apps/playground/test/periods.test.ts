import assert from "node:assert/strict";
import { test } from "node:test";
import type { Days } from "../src/server/known-data.ts";
import { ageDays, presetsFor, printDays, rangeOf } from "../src/tools/periods.ts";

const days: Days = {
  counts: [
    { day: "2018-12-01", count: 3 },
    { day: "2026-07-20", count: 1 },
  ],
  newest: "2026-07-20T21:55:00Z",
};
const later = Date.parse("2026-11-21T22:00:00Z");
const soon = Date.parse("2026-07-21T20:00:00Z");

test("of old data, the last days are offered as dates: words count from the clock", () => {
  assert.equal(ageDays(days, later), 124);
  const [day, week, month, all] = presetsFor("interval", days, later);
  assert.deepEqual(day!.args, { time: "2026-07-19T21:55:00Z/2026-07-20T21:55:00Z" });
  assert.deepEqual(week!.args, { time: "2026-07-13/2026-07-20" });
  assert.deepEqual(month!.args, { time: "2026-06-20/2026-07-20" });
  assert.deepEqual(all!.args, { time: "2018-12-01/2026-07-20" });
  assert.match(printDays(rangeOf("interval", week!.args)!), /^13\s?–\s?20 Jul 2026$/);
});

test("of data of today, the last days are offered in words", () => {
  assert.equal(ageDays(days, soon), 0);
  const [day, week] = presetsFor("interval", days, soon);
  assert.deepEqual([day!.args, week!.args], [{ time: "last 24h" }, { time: "last 7 days" }]);
  assert.deepEqual(presetsFor("ends", days, soon)[1]!.args, {
    since: "last 7 days",
    until: undefined,
  });
});

test("two periods to compare follow each other", () => {
  assert.deepEqual(presetsFor("pair", days, later)[1]!.args, {
    before: "2026-07-06T21:55:00Z/2026-07-13T21:55:00Z",
    after: "2026-07-13T21:55:00Z/2026-07-20T21:55:00Z",
  });
});

test("the days of an interval are read from dates and instants, not from words", () => {
  const cases: readonly (readonly [time: unknown, range: readonly string[] | null])[] = [
    ["2026-07-20", ["2026-07-20", "2026-07-20"]],
    ["2026-07-13/2026-07-20", ["2026-07-13", "2026-07-20"]],
    ["2026-07-19T21:55:00Z/2026-07-20T21:55:00Z", ["2026-07-19", "2026-07-20"]],
    ["last 7 days", null],
    ["../2026-07-20", null],
    [undefined, null],
  ];
  for (const [time, range] of cases) assert.deepEqual(rangeOf("interval", { time }), range);
  assert.deepEqual(rangeOf("ends", { since: "2023-08-10", until: "2023-09-03" }), [
    "2023-08-10",
    "2023-09-03",
  ]);
});
