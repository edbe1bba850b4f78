import assert from "node:assert/strict";
import { test } from "node:test";
import { exportArguments, exportFormats, toCsv } from "../src/drawer/files.ts";
import type { Tool } from "../src/server/api.ts";

const names = ["collection", "bbox", "time", "filter", "latest_per_fire", "properties", "format"];
const tool: Tool = {
  name: "export_features",
  title: "Export features",
  description: "Writes a file.",
  inputSchema: {
    type: "object",
    properties: {
      ...Object.fromEntries(names.map((name) => [name, {}])),
      format: { type: "string", enum: ["geojson", "kml", "parquet"] },
      max_tokens: { type: "integer" },
    },
  },
};

test("the formats are those that the tool's schema names", () => {
  assert.deepEqual(exportFormats(tool), [
    { name: "geojson", label: "GeoJSON" },
    { name: "kml", label: "KML" },
    { name: "parquet", label: "parquet" },
  ]);
});

test("an export requests all matches of an answer: its selection at its resolved time, not its page", () => {
  const args = {
    collection: "svc:hotspots",
    time: "last 24h",
    filter: "frp > 1",
    limit: 20,
    cursor: "x",
    max_tokens: 500,
    group_by: ["day"],
  };
  const selection = {
    collection: "svc:hotspots",
    interval: ["2026-01-01T00:00:00Z", null],
    latest_per_fire: true,
  };
  const call = { tool: "query_features", args };
  assert.deepEqual(exportArguments(tool, call, { selection, matched: 3 }), {
    collection: "svc:hotspots",
    time: "2026-01-01T00:00:00Z/..",
    filter: "frp > 1",
    latest_per_fire: true,
  });
});

test("an answer that does not count the matches of one selection has nothing to export", () => {
  const call = { tool: "compare_periods", args: {} };
  const selection = { collection: "svc:hotspots" };
  assert.equal(exportArguments(tool, call, { selection }), null);
  assert.equal(exportArguments(tool, call, { matched: 3 }), null);
});

const csv = (rows: unknown[][], columns = ["a"]) => toCsv({ title: "rows", columns, rows });

test("a table is a header and a line for each row, ended by CR LF", () => {
  const rows = [
    ["x", 1.5],
    [null, -2],
  ];
  assert.equal(csv(rows, ["id", "frp"]), "id,frp\r\nx,1.5\r\n,-2\r\n");
  assert.equal(csv([["x"]], ["id", "frp"]), "id,frp\r\nx,\r\n");
});

test("commas, quotes and line breaks stand in quotes, quotes doubled", () => {
  assert.equal(
    csv([['say "fire", now'], ["two\nlines"]]),
    'a\r\n"say ""fire"", now"\r\n"two\nlines"\r\n',
  );
});

test("a text that a spreadsheet would calculate begins with an apostrophe, a number does not", () => {
  const texts = ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "＝1"];
  const guarded = ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\tx", "'＝1"];
  assert.equal(csv(texts.map((text) => [text])), `a\r\n${guarded.join("\r\n")}\r\n`);
  assert.equal(csv([["\rx"]]), `a\r\n"'\rx"\r\n`);
  assert.equal(csv([[-1.5]], ["=a"]), "'=a\r\n-1.5\r\n");
});

test("lists and geometries are one field each", () => {
  const point = { type: "Point", coordinates: [1, 2] };
  assert.equal(
    csv([[[1, 2, 3, 4], point]], ["bbox", "geometry"]),
    'bbox,geometry\r\n"1, 2, 3, 4","{""type"":""Point"",""coordinates"":[1,2]}"\r\n',
  );
});
