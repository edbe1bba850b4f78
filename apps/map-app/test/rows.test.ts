import assert from "node:assert/strict";
import { test } from "node:test";
import { positionsOf } from "@emberline/geo";
import type { JsonObject } from "../src/answer/json.ts";
import { geometryOf } from "../src/content/content.ts";
import { rowsOf } from "../src/content/rows.ts";

const outline = {
  type: "Polygon",
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ],
  ],
};

function drawn(answer: JsonObject, tool = "query_features") {
  return rowsOf(answer, { id: 1, tool }).flatMap(({ drawable }) => drawable ?? []);
}

test("each row is drawn as what its table holds, at its own place", () => {
  const answer = {
    selection: { collection: "svc:hotspots" },
    tables: {
      nearest: {
        columns: ["id", "time", "lon", "lat", "frp_mw"],
        rows: [["h", "2026-01-02T00:00:00Z", 1, 2, 12.5]],
      },
      perimeters: { columns: ["id", "fire", "geometry"], rows: [["p", "Alpha", outline]] },
      static_sources: { columns: ["id", "name", "lon", "lat"], rows: [["s", "Works", 5, 6]] },
      simulations: { columns: ["id", "status", "lon", "lat"], rows: [["m", "QUEUED", 7, 8]] },
      towns: { columns: ["town", "lon", "lat", "people"], rows: [["Ash", 3, 4, 700]] },
    },
  };
  const found = drawn(answer, "assess_location");
  assert.deepEqual(
    found.map((each) => [each.kind, positionsOf(geometryOf(each))[0]]),
    [
      ["detection", [1, 2]],
      ["perimeter", [0, 0]],
      ["source", [5, 6]],
      ["simulation", [7, 8]],
      ["place", [3, 4]],
    ],
  );
  const [detection, , , , town] = found;
  assert.ok(detection?.kind === "detection" && town?.kind === "place");
  assert.deepEqual([detection.timeMs, detection.frpMw], [Date.UTC(2026, 0, 2), 12.5]);
  assert.equal(town.name, "Ash");
});

test("a row is known by its call, its table and its index", () => {
  const answer = {
    columns: ["lon", "lat"],
    rows: [
      [1, 2],
      [null, null],
      [3, 4],
    ],
  };
  assert.deepEqual(
    rowsOf(answer, { id: 7, tool: "find_place" }).map(({ focus }) => focus),
    [
      { callId: 7, table: "rows", row: 0 },
      { callId: 7, table: "rows", row: 2 },
    ],
  );
});

test("a cell is a box with its share of the largest count, a cluster a point", () => {
  const cells = drawn({
    selection: { collection: "svc:hotspots" },
    columns: ["cell", "count"],
    rows: [
      [[0, 0, 1, 1], 40],
      [[1, 0, 2, 1], 10],
    ],
  });
  assert.deepEqual(
    cells.map((each) => each.kind === "group" && [each.geometry.type, each.share]),
    [
      ["Polygon", 1],
      ["Polygon", 0.25],
    ],
  );
  const [cluster] = drawn({ columns: ["count", "lon", "lat"], rows: [[3, 1, 2]] });
  assert.deepEqual(cluster?.kind === "group" && [cluster.geometry.type, cluster.count], [
    "Point",
    3,
  ]);
});

test("what was compared has its change: new, continuing or ended", () => {
  const found = drawn(
    {
      selection: { collection: "svc:hotspots" },
      columns: ["status", "lon", "lat", "count_before", "count_after", "change"],
      rows: [
        ["new", 1, 1, 0, 5, 5],
        ["continuing", 2, 2, 4, 3, -1],
        ["not_seen_again", 3, 3, 9, 0, -9],
      ],
    },
    "compare_periods",
  );
  assert.deepEqual(
    found.map((each) => each.kind === "change" && [each.change, each.count]),
    [
      ["new", 5],
      ["continuing", 4],
      ["ended", 9],
    ],
  );
});

test("the status of a simulation is not a change", () => {
  const answer = { columns: ["id", "status", "lon", "lat"], rows: [["a", "NEW", 1, 2]] };
  assert.deepEqual(
    drawn(answer, "list_simulations").map(({ kind }) => kind),
    ["simulation"],
  );
});

test("what is not a geometry, or has no place, is not drawn", () => {
  const rows = [[{ type: "Point" }], [{ type: "Polygon", coordinates: "many" }], ["Point"]];
  assert.deepEqual(drawn({ columns: ["geometry"], rows }), []);
  assert.deepEqual(drawn({ columns: ["id"], rows: [["a"]], geometry: "none" }), []);
});
