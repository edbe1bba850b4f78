import assert from "node:assert/strict";
import { test } from "node:test";
import { chartsOf } from "../src/drawer/chart-data.ts";

const selection = { collection: "svc:hotspots" };

test("days of a summary are bars in their order, zeros too", () => {
  const rows = [
    ["2026-07-17", 421],
    ["2026-07-15", 0],
    ["2026-07-16", 453],
  ];
  const [chart] = chartsOf({ selection, columns: ["day", "count"], rows, groups: 2, omitted: 0 });
  assert.deepEqual(chart, {
    title: "Detections by day",
    bars: [
      { label: "2026-07-15", value: 0 },
      { label: "2026-07-16", value: 453 },
      { label: "2026-07-17", value: 421 },
    ],
    isByTime: true,
    note: null,
  });
});

test("other groups keep the answer's order, and a part says so", () => {
  const rows = [
    ["N21", 448],
    ["N20", 438],
  ];
  const [chart] = chartsOf({
    selection,
    columns: ["satellite", "count"],
    rows,
    groups: 3,
    omitted: 1,
  });
  assert.deepEqual(chart?.bars, [
    { label: "N21", value: 448 },
    { label: "N20", value: 438 },
  ]);
  assert.equal(chart?.note, "Not in this answer: 1 more group.");
});

test("rows with a time are counted by hour, or beyond two days by day, and a page says so", () => {
  const hours = chartsOf({
    selection,
    columns: ["time"],
    rows: [["2019-09-10T00:12:00Z"], ["2019-09-10T02:30:00Z"], ["2019-09-10T00:59:00Z"]],
    matched: 240,
  });
  assert.deepEqual(
    hours.map(({ title, bars, note }) => [title, bars.map(({ value }) => value), note]),
    [["Detections by hour, UTC", [2, 0, 1], "Of the 3 rows here, not of 240 detections."]],
  );
  const [days] = chartsOf({
    selection,
    columns: ["time"],
    rows: [["2019-09-10T00:12:00Z"], ["2019-09-13T02:30:00Z"]],
    matched: 2,
  });
  assert.deepEqual(
    days?.bars.map(({ label, value }) => `${label} ${value}`),
    ["2019-09-10 1", "2019-09-11 0", "2019-09-12 0", "2019-09-13 1"],
  );
});

test("statuses of a comparison are bars", () => {
  const compared = chartsOf({ compared: "fires", by_status: { grown: 2, not_seen_again: 10 } });
  assert.deepEqual(compared, [
    {
      title: "Fires by status",
      bars: [
        { label: "Grown", value: 2 },
        { label: "Not seen again", value: 10 },
      ],
      isByTime: false,
      note: null,
    },
  ]);
});

test("a list of places or collections has nothing to draw", () => {
  assert.deepEqual(
    chartsOf({
      columns: ["name", "lon"],
      rows: [
        ["a", 1],
        ["b", 2],
      ],
    }),
    [],
  );
});
