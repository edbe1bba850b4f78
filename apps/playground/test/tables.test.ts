import assert from "node:assert/strict";
import { test } from "node:test";
import {
  factsOf,
  nextCursorOf,
  noticesOf,
  tablesOf,
  toText,
} from "@emberline/map-app/answer/tables";

const features = {
  selection: {
    collection: "svc:hotspots",
    area: { center: [151.21, -33.87], radius_km: 50 },
    interval: ["2026-01-01T00:00:00Z", null],
  },
  columns: ["id", "lon"],
  rows: [
    ["a", 1],
    ["b", null],
  ],
  matched: 5,
  complete: false,
  next_cursor: "abc",
  notices: ["Synthetic data."],
};

test("columns and rows are a table", () => {
  const { columns, rows } = features;
  assert.deepEqual(tablesOf(features), [{ title: "rows", columns, rows }]);
});

test("what stands once above rows is in each row of the table", () => {
  const constants = { satellite: "Aqua" };
  const table = {
    columns: ["id", "satellite"],
    rows: [
      ["a", "Aqua"],
      ["b", "Aqua"],
    ],
  };
  const rows = [["a"], ["b"]];
  assert.deepEqual(tablesOf({ constants, columns: ["id"], rows }), [{ title: "rows", ...table }]);
  const top = { top_constants: constants, top_columns: ["id"], top_rows: rows, matched: 2 };
  assert.deepEqual(tablesOf(top), [{ title: "top", ...table }]);
  assert.deepEqual(factsOf(top), [["matched", "2"]]);
});

test("rows by time are one table, each row with its time", () => {
  const answer = {
    constants: { type: 0 },
    columns: ["id", "frp"],
    rows_by_time: [
      {
        time: "2025-06-20T10:00:00Z",
        satellite: "T",
        rows: [
          ["a", 1],
          ["b", 2],
        ],
      },
      { time: "2025-06-20T11:00:00Z", satellite: "A", rows: [["c", 3]] },
    ],
    returned: 3,
  };
  assert.deepEqual(tablesOf(answer), [
    {
      title: "rows",
      columns: ["id", "frp", "time", "satellite", "type"],
      rows: [
        ["a", 1, "2025-06-20T10:00:00Z", "T", 0],
        ["b", 2, "2025-06-20T10:00:00Z", "T", 0],
        ["c", 3, "2025-06-20T11:00:00Z", "A", 0],
      ],
    },
  ]);
  assert.deepEqual(factsOf(answer), [["returned", "3"]]);
});

test("a list of objects is a table with every member that one of them has", () => {
  const answer = {
    collections: [
      { id: "a", title: "A" },
      { id: "b", newest: "unknown" },
    ],
  };
  assert.deepEqual(tablesOf(answer), [
    {
      title: "collections",
      columns: ["id", "title", "newest"],
      rows: [
        ["a", "A", undefined],
        ["b", undefined, "unknown"],
      ],
    },
  ]);
});

test("tables within an answer are separate tables, not facts", () => {
  const answer = {
    matched: 1,
    top_columns: ["id"],
    top_rows: [["a"]],
    tables: { nearest: { columns: ["lon"], rows: [[1]] }, days: { columns: ["day"], rows: [] } },
  };
  assert.deepEqual(tablesOf(answer), [
    { title: "top", columns: ["id"], rows: [["a"]] },
    { title: "nearest", columns: ["lon"], rows: [[1]] },
    { title: "days", columns: ["day"], rows: [] },
  ]);
  assert.deepEqual(factsOf(answer), [["matched", "1"]]);
});

test("the properties of one feature are a table of names and values", () => {
  const answer = { id: "a", properties: { frp: 1.5, satellite: "N20" } };
  const rows = [
    ["frp", 1.5],
    ["satellite", "N20"],
  ];
  assert.deepEqual(tablesOf(answer), [{ title: "properties", columns: ["name", "value"], rows }]);
  assert.deepEqual(factsOf(answer), [["id", "a"]]);
});

test("facts are all values not shown elsewhere, named by their path", () => {
  assert.deepEqual(factsOf(features), [
    ["selection.collection", "svc:hotspots"],
    ["selection.area.center", "151.21, -33.87"],
    ["selection.area.radius_km", "50"],
    ["selection.interval", "2026-01-01T00:00:00Z / .."],
    ["matched", "5"],
    ["complete", "false"],
  ]);
});

test("an empty list stays a fact", () => {
  assert.deepEqual(factsOf({ collections: [] }), [["collections", ""]]);
});

test("notices and the cursor are read from their own members only", () => {
  assert.deepEqual(noticesOf(features), ["Synthetic data."]);
  assert.deepEqual(noticesOf({}), []);
  assert.equal(nextCursorOf(features), "abc");
  assert.equal(nextCursorOf({}), undefined);
});

test("a cell shows numbers unchanged, nothing for null, and objects as JSON", () => {
  const shown = [0, false, null, undefined, "x", [1, 2], { a: 1 }, [{ a: 1 }]].map(toText);
  assert.deepEqual(shown, ["0", "false", "", "", "x", "1, 2", '{"a":1}', '[{"a":1}]']);
});
