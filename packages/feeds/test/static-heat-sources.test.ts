import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { geometryProblem } from "@emberline/geo";
import { staticHeatSources } from "../src/index.ts";

test("only rows under CC BY 4.0 are shipped, each with its source and edition", async () => {
  const { features, credit, layer } = await staticHeatSources();
  const counts: Record<string, number> = {};
  for (const { properties } of features) {
    const { category, source } = properties as Record<"category" | "source", string>;
    const key = `${category}: ${source}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  assert.deepEqual(counts, {
    "power_plant: Global Power Plant Database 1.3.0 (2021-06-02)": 2534,
    "steel_plant: Global Energy Monitor, Global Steel Plant Tracker (2024-04-15)": 769,
  });
  assert.equal(credit.licence, "CC-BY-4.0");
  assert.equal(layer, "staticHeatSources");
});

test("shipped heat sources have places, names and ids of their own, and no time", async () => {
  const { features } = await staticHeatSources();
  assert.equal(new Set(features.map(({ id }) => id)).size, features.length);
  for (const { geometry, properties, time } of features) {
    assert.equal(geometryProblem(geometry, { maxLongitude: 180 }), undefined);
    assert.equal(typeof properties.name, "string");
    assert.equal(time, undefined);
  }
});

test("the credits of shipped heat sources are in the package", () => {
  const folder = new URL("../", import.meta.url);
  const { files } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
  assert.ok(files.includes("static/heat-sources.geojsonl.gz"));
  assert.ok(files.includes("static/NOTICE.md"));
  const notice = readFileSync(new URL("static/NOTICE.md", folder), "utf8");
  assert.match(notice, /World Resources Institute/);
  assert.match(notice, /Global Energy Monitor/);
  assert.match(notice, /creativecommons\.org\/licenses\/by\/4\.0/);
});
