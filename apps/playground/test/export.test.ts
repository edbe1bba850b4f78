import assert from "node:assert/strict";
import { test } from "node:test";
import { exportArguments, exportFormats, exportToolOf } from "../src/drawer/files.ts";
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

test("the tool that writes files is found where it is offered, with its formats", () => {
  assert.equal(exportToolOf([{ ...tool, name: "query_features" }]), undefined);
  assert.equal(exportToolOf([tool]), tool);
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
