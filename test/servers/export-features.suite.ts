import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { createClient } from "@emberline/core";
import { createReferenceService } from "@emberline/reference-service";
import {
  perimeterFile,
  skipWithoutSharedData,
  writeSample,
} from "@emberline/test-support/shared-data";
import type { CallContext } from "@emberline/tools";
import { openExportFolder } from "@emberline/tools/node";
import { answerOf } from "../../packages/tools/test/support.ts";

const run = promisify(execFile);

/** Collections with sampled files, every `oneIn`th feature, and a number to sum. */
const sources = [
  {
    collection: "svc:hotspots",
    files: ["hotspots_australia_modis_2019-08_2019-09", "hotspots_oregon_viirs_2026-07"],
    oneIn: 2,
    attribute: "frp",
  },
  {
    collection: "svc:satellite-perimeters",
    files: [perimeterFile],
    oneIn: 6,
    attribute: "gis_acres",
  },
  {
    collection: "svc:static-heat-sources",
    files: ["static-heat-sources"],
    oneIn: 1,
    attribute: "capacity_mw",
  },
];

let data: string;
let folder: string;
let context: CallContext;

before(async () => {
  if (skipWithoutSharedData) return;
  data = mkdtempSync(join(tmpdir(), "export-data-"));
  folder = mkdtempSync(join(tmpdir(), "export-files-"));
  for (const { files, oneIn } of sources) {
    for (const name of files) writeSample(name, data, oneIn);
  }
  const account = { id: "suite", secret: "suite-secret-2f9" };
  const service = await createReferenceService({ clients: [account], data });
  const client = createClient({
    baseUrl: "https://service.test",
    clientId: account.id,
    clientSecret: account.secret,
    fetch: (input, init) => service.fetch(new Request(input, init)),
  });
  const exports = await openExportFolder(folder);
  context = { client, now: () => Date.parse("2026-11-21T00:00:00Z"), notices: [], exports };
});

after(() => {
  for (const each of [data, folder]) if (each) rmSync(each, { recursive: true, force: true });
});

interface Facts {
  readonly count: number;
  readonly sum: number;
  /** [west, south, east, north] */
  readonly extent: readonly number[];
}

/** Expected values, read from the files without any code of the packages. */
function expectedOf(files: readonly string[], attribute: string): Facts {
  let [count, sum] = [0, 0];
  const extent = [180, 90, -180, -90];
  const widen = (coordinates: unknown): void => {
    if (!Array.isArray(coordinates)) return;
    if (typeof coordinates[0] !== "number") {
      for (const part of coordinates) widen(part);
      return;
    }
    for (const axis of [0, 1]) {
      extent[axis] = Math.min(extent[axis]!, coordinates[axis]);
      extent[axis + 2] = Math.max(extent[axis + 2]!, coordinates[axis]);
    }
  };
  for (const name of files) {
    for (const line of gunzipSync(readFileSync(join(data, `${name}.geojsonl.gz`)))
      .toString()
      .split("\n")) {
      const { geometry, properties } = JSON.parse(line);
      count++;
      sum += properties[attribute] ?? 0;
      widen(geometry.coordinates);
    }
  }
  return { count, sum, extent };
}

/** The facts that GDAL reads from a file. */
async function readByGdal(path: string, attribute: string): Promise<Facts> {
  const open = ["-ro", "-al"];
  // GDAL detects the column wkt; columns of positions must be named.
  if (path.endsWith(".csv") && !path.includes("perimeters"))
    open.push("-oo", "X_POSSIBLE_NAMES=lon", "-oo", "Y_POSSIBLE_NAMES=lat");
  const { stdout: summary, stderr } = await run("ogrinfo", [...open, "-so", path]);
  assert.equal(stderr, "", "GDAL reports no problem");
  const [, layer] = /^Layer name: (.*)$/m.exec(summary)!;
  const sql = `SELECT COUNT(*) AS n, SUM(CAST("${attribute}" AS REAL)) AS total FROM "${layer}"`;
  const { stdout } = await run("ogrinfo", [...open, "-q", path, "-dialect", "SQLite", "-sql", sql]);
  const number = (name: string) =>
    Number(new RegExp(`${name} \\(\\w+\\) = (\\S+)`).exec(stdout)![1]);
  const extent = /Extent: \((\S+), (\S+)\) - \((\S+), (\S+)\)/.exec(summary)!;
  assert.equal(Number(/Feature Count: (\d+)/.exec(summary)![1]), number("n"));
  return { count: number("n"), sum: number("total"), extent: extent.slice(1).map(Number) };
}

for (const { collection, files, attribute } of sources) {
  for (const format of ["geojson", "geojsonl", "csv", "kml"]) {
    const drivers = { geojson: "GeoJSON", geojsonl: "GeoJSONSeq", csv: "CSV", kml: "LIBKML" };
    test(`GDAL reads ${collection} as ${format} whole: count, extent and the sum of ${attribute} are the source's`, {
      skip: skipWithoutSharedData,
    }, async () => {
      const expected = expectedOf(files, attribute);
      const answer = await answerOf("export_features", { collection, format }, context);
      assert.equal(answer.count, expected.count);
      const read = await readByGdal(answer.path, attribute);
      assert.equal(read.count, expected.count);
      assert.ok(Math.abs(read.sum - expected.sum) < 1e-6 * expected.sum, `${read.sum}`);
      // ogrinfo prints six decimals.
      for (const [i, edge] of read.extent.entries())
        assert.ok(Math.abs(edge - expected.extent[i]!) <= 5e-7, `${read.extent}`);
      const { stdout } = await run("ogrinfo", ["-ro", answer.path]);
      assert.match(
        stdout,
        new RegExp(`using driver \`${drivers[format as keyof typeof drivers]}'`),
      );
      rmSync(answer.path);
    });
  }
}

test("KML with texts hostile to XML is well-formed to xmllint", {
  skip: skipWithoutSharedData,
}, async () => {
  const answer = await answerOf(
    "export_features",
    {
      collection: "svc:static-heat-sources",
      format: "kml",
      filter: "name LIKE '%&%' OR name LIKE '%''%'",
    },
    context,
  );
  assert.ok(answer.count > 0);
  await run("xmllint", ["--noout", answer.path]);
});
