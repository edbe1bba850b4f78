import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { type FeedFeature, openJournal } from "@emberline/feeds";

/* What live feeds keep is read by GDAL and QGIS as it is. */

const run = promisify(execFile);
const maxBuffer = 64_000_000;

const atMs = Date.parse("2026-07-20T10:00:00Z");

const feature = (id: string, geometry: FeedFeature["geometry"], frp: number): FeedFeature => ({
  type: "Feature",
  id,
  geometry,
  properties: { datetime: "2026-07-20T10:00:00Z", name: `Épée ${id}`, frp },
  time: { start: atMs, end: atMs },
});

/** As feeds have them. */
const degrees = (value: number) => Number(value.toFixed(5));

const points = Array.from({ length: 9000 }, (_, i) =>
  feature(
    `h${i}`,
    { type: "Point", coordinates: [degrees(-120 + i / 1000), degrees(44 - i / 2000)] },
    i / 4,
  ),
);
const outlines = Array.from({ length: 20 }, (_, i) => {
  const ring: [number, number][] = [
    [i, 40],
    [i + 0.5, 40],
    [i + 0.5, 41],
    [i, 40],
  ];
  return feature(`p${i}`, { type: "Polygon", coordinates: [ring] }, i);
});
/** Read again with another value: its last line counts. */
const again = feature("h7", points[7]!.geometry, 777);
const gone = ["h1", "h8000"];

let folder: string;
let files: string[];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "emberline-store-"));
  const journal = await openJournal(folder, { report: (problem) => assert.fail(problem) });
  const lease = await journal.tryLease();
  const commit = (layer: "hotspots" | "perimeters", put: FeedFeature[], remove: string[] = []) =>
    journal.commit({ layer, put, remove, records: {} });
  await commit("hotspots", points);
  await commit("perimeters", outlines);
  await commit("hotspots", [again], gone);
  await lease?.release();
  await journal.close();
  files = (await readdir(folder)).filter((name) => name.endsWith(".geojsonl.gz")).sort();
});

after(() => rm(folder, { recursive: true, force: true }));

interface Read {
  readonly id: string;
  readonly frp: number;
  readonly geometry: { readonly coordinates: unknown };
}

/** The last of each id, without those that gave way, as documents say. */
function checkHotspots(read: readonly Read[]): void {
  assert.equal(read.length, points.length + 1);
  const last = new Map(read.map((each) => [each.id, each]));
  for (const id of gone) last.delete(id);
  const expected = points.filter(({ id }) => !gone.includes(id));
  assert.equal(last.size, expected.length);
  for (const { id, geometry, properties } of expected) {
    const { frp, geometry: found } = last.get(id)!;
    assert.equal(frp, id === again.id ? 777 : properties.frp);
    assert.deepEqual(found.coordinates, (geometry as { coordinates: unknown }).coordinates);
  }
}

function checkOutlines(read: readonly Read[]): void {
  assert.deepEqual(
    read.map(({ id, geometry }) => [id, geometry.coordinates]),
    outlines.map(({ id, geometry }) => [id, (geometry as { coordinates: unknown }).coordinates]),
  );
}

test("there is a file of each layer", () => {
  assert.deepEqual(
    files.map((name) => name.replace(/-.*/, "")),
    ["hotspots", "perimeters"],
  );
});

test("GDAL reads them by /vsigzip/", async () => {
  const read = async (name: string): Promise<Read[]> => {
    const path = `/vsigzip/${join(folder, name)}`;
    const args = ["-f", "GeoJSONSeq", "-lco", "COORDINATE_PRECISION=15", "/vsistdout/", path];
    const { stdout } = await run("ogr2ogr", args, { maxBuffer });
    const lines = stdout.split("\n").filter((line) => line.trim() !== "");
    return lines.map((line) => {
      const { id, properties, geometry } = JSON.parse(line.replace("\u001e", ""));
      return { id: properties.id ?? id, frp: properties.frp, geometry };
    });
  };
  checkHotspots(await read(files[0]!));
  checkOutlines(await read(files[1]!));
});

const script = `
import json, sys
from qgis.core import QgsApplication, QgsVectorLayer
app = QgsApplication([], False)
app.initQgis()
layer = QgsVectorLayer(sys.argv[1], "store", "ogr")
assert layer.isValid()
print(json.dumps([{"id": f["id"], "frp": f["frp"], "geometry": json.loads(f.geometry().asJson(15))} for f in layer.getFeatures()]))
`;

test("QGIS opens them as they are", async () => {
  const path = join(folder, "read.py");
  await writeFile(path, script);
  const read = async (name: string): Promise<Read[]> => {
    const env = { ...process.env, QT_QPA_PLATFORM: "offscreen" };
    const { stdout } = await run("/usr/bin/python3", [path, join(folder, name)], {
      env,
      maxBuffer,
    });
    return JSON.parse(stdout);
  };
  checkHotspots(await read(files[0]!));
  checkOutlines(await read(files[1]!));
});
