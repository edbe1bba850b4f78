import assert from "node:assert/strict";
import { test } from "node:test";
import { daysInWords } from "@emberline/map-app/answer/words";
import { ageDays, daysIn, presetsFor } from "../src/tools/periods.ts";

const newest = Date.parse("2026-07-20T21:55:00Z");
const later = Date.parse("2026-11-21T22:00:00Z");
const soon = Date.parse("2026-07-21T20:00:00Z");

test("of old data, the last days are offered as dates: words count from the clock", () => {
  assert.equal(ageDays(newest, later), 124);
  const [day, week, month] = presetsFor("interval", newest, later);
  assert.deepEqual(day!.args, { time: "2026-07-19T21:55:00Z/2026-07-20T21:55:00Z" });
  assert.deepEqual(week!.args, { time: "2026-07-13/2026-07-20" });
  assert.deepEqual(month!.args, { time: "2026-06-20/2026-07-20" });
  assert.equal(daysInWords(...daysIn(week!.args.time)!), "13–20 July 2026");
});

test("of data of today, the last days are offered in words", () => {
  assert.equal(ageDays(newest, soon), 0);
  const [day, week] = presetsFor("interval", newest, soon);
  assert.deepEqual([day!.args, week!.args], [{ time: "last 24h" }, { time: "last 7 days" }]);
});

test("two periods to compare follow each other", () => {
  assert.deepEqual(presetsFor("pair", newest, later)[1]!.args, {
    before: "2026-07-06T21:55:00Z/2026-07-13T21:55:00Z",
    after: "2026-07-13T21:55:00Z/2026-07-20T21:55:00Z",
  });
});

test("the days of an interval are read from dates and instants, not from words", () => {
  const cases: readonly (readonly [time: unknown, days: readonly string[] | null])[] = [
    ["2026-07-20", ["2026-07-20", "2026-07-20"]],
    ["2026-07-13/2026-07-20", ["2026-07-13", "2026-07-20"]],
    ["2026-07-19T21:55:00Z/2026-07-20T21:55:00Z", ["2026-07-19", "2026-07-20"]],
    ["last 7 days", null],
    ["../2026-07-20", null],
    [undefined, null],
  ];
  for (const [time, days] of cases) assert.deepEqual(daysIn(time), days);
});
