import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { hotspotSets, loadData, writeData } from "fire-questions";

const scratch = mkdtempSync(join(tmpdir(), "fire-questions-"));
after(() => rmSync(scratch, { recursive: true, force: true }));

test("the frozen data takes less than 3 MB", () => {
  const folder = new URL("../data/", import.meta.url);
  const bytes = readdirSync(folder).map((name) => statSync(new URL(name, folder)).size);
  assert.ok(bytes.reduce((sum, each) => sum + each, 0) < 3e6);
});

test("no detection lies outside of the days and the box of its set", () => {
  const { detections } = loadData();
  for (const { id, lon, lat, datetime } of detections) {
    const set = hotspotSets.find(({ days: [from, to] = ["", ""] }) => {
      const day = datetime.slice(0, 10);
      return day >= from && day <= to;
    });
    const [west, south, east, north] = set?.box ?? [-180, -90, 180, 90];
    assert.ok(set && lon >= west && lon <= east && lat >= south && lat <= north, id);
  }
});

// zcat hotspots_oregon_viirs_2026-07.geojsonl.gz | jq -s 'map(.properties.frp) | add' → 7868.73
test("the data for other servers is GeoJSON, with a list of what each file covers", () => {
  const folder = join(scratch, "geojsonl");
  writeData(folder, "geojsonl");
  const lines = readFileSync(join(folder, "hotspots_oregon_2026.geojsonl"), "utf8").trim();
  const features = lines.split("\n").map((line) => JSON.parse(line));
  assert.equal(features.length, 1170);
  const power = features.reduce((sum, { properties }) => sum + properties.frp, 0);
  assert.equal(power.toFixed(2), "7868.73");
  const sets = JSON.parse(readFileSync(join(folder, "sets.json"), "utf8"));
  assert.deepEqual(sets.at(0), {
    file: "hotspots_australia_2019.geojsonl",
    what: "MODIS detections of Australia",
    days: ["2019-08-01", "2019-09-30"],
    box: [112, -44, 154, -10],
  });
  assert.deepEqual(
    readdirSync(folder).sort(),
    [...sets.map(({ file }: { file: string }) => file), "sets.json", "simulations.json"].sort(),
  );
});

test("as CSV, points are tables with a column for each member, and names are quoted", () => {
  const folder = join(scratch, "csv");
  writeData(folder, "csv");
  const [head, first] = readFileSync(join(folder, "hotspots_oregon_2026.csv"), "utf8").split("\n");
  assert.equal(head, "id,latitude,longitude,datetime,satellite,instrument,confidence,frp,daynight");
  assert.equal(first, "oregon-00001,42.59076,-123.0065,2026-07-16T09:11:00Z,N21,VIIRS,n,2.13,N");
  const plants = readFileSync(join(folder, "static-heat-sources.csv"), "utf8");
  assert.match(plants, /^st-[^\n]*,"[^\n"]*,[^\n"]*",steel_plant/m);
  assert.ok(readdirSync(folder).includes("perimeters_us-west_2023.geojsonl"));
});
