import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { perimeterFile, readFeatures, writeSample } from "@emberline/test-support/shared-data";
import type { LogEntry } from "../../src/index.ts";
import { type Listener, listen } from "../../src/program/serve-command.ts";
import { createReferenceService } from "../../src/service/service.ts";
import { type Body, exchange, testClient } from "../service-harness.ts";
import { pointLine, withFolder } from "../temporary-folder.ts";

const run = promisify(execFile);

/** Half of the features of these, of both instruments: no more, to save time. */
const files: Record<string, readonly string[]> = {
  "svc:hotspots": ["hotspots_australia_modis_2019-08_2019-09", "hotspots_oregon_viirs_2026-07"],
  "svc:satellite-perimeters": [perimeterFile],
  "svc:static-heat-sources": ["static-heat-sources"],
};

const data = mkdtempSync(join(tmpdir(), "gdal-"));

async function idsOf(collection: string, test: (feature: Body) => boolean = () => true) {
  const ids: string[] = [];
  for (const file of files[collection]!) {
    for (const feature of readFeatures<Body>(file, data)) if (test(feature)) ids.push(feature.id);
  }
  return ids.sort();
}

describe("GDAL's OAPIF driver", () => {
  const log: LogEntry[] = [];
  let listener: Listener;
  let headers: string;

  before(async () => {
    for (const name of Object.values(files).flat()) writeSample(name, data, 2);
    const service = await createReferenceService({
      clients: [testClient],
      data,
      log: (entry) => log.push(entry),
    });
    listener = await listen(service, { port: 0, host: "127.0.0.1" });
    const { access_token } = (await (await exchange(service)).json()) as Body;
    headers = `Authorization: Bearer ${access_token}`;
  });
  after(async () => {
    await listener?.close();
    rmSync(data, { recursive: true });
  });

  const gdal = async (program: string, ...args: string[]) => {
    const env = { ...process.env, GDAL_HTTP_HEADERS: headers };
    const { stdout } = await run(program, args, { env, maxBuffer: 1 << 28 });
    return stdout;
  };
  const source = () => `OAPIF:${listener.url}/ogc/features/v1`;

  /** The ids that GDAL reads; every line of its CSV is one feature, the id in the first cell. */
  const read = async (collection: string, ...args: string[]) => {
    const csv = await gdal(
      "ogr2ogr",
      "-f",
      "CSV",
      "/vsistdout/",
      "-select",
      "id",
      source(),
      collection,
      ...args,
    );
    return csv
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => line.replaceAll('"', "").split(",")[0]!)
      .sort();
  };

  for (const collection of Object.keys(files)) {
    it(`reads ${collection} whole, in pages, with the ids of the source`, async () => {
      const ids = await read(collection, "-oo", "PAGE_SIZE=1000");
      assert.deepEqual(ids, await idsOf(collection));
      const pages = log.filter(({ path }) => path.endsWith(`${collection}/items`));
      assert.ok(pages.length >= ids.length / 1000);
    });

    it(`sees the count and the extent of ${collection}`, async () => {
      const info = await gdal("ogrinfo", "-so", source(), collection);
      const count = Number(/Feature Count: (\d+)/.exec(info)?.[1]);
      assert.equal(count, (await idsOf(collection)).length);
      assert.match(info, /Extent: \(-\d/);
    });
  }

  it("sends its box, and receives the features in it", async () => {
    log.length = 0;
    const ids = await read(
      "svc:hotspots",
      "-spat",
      "113",
      "-44",
      "154",
      "-10",
      "-oo",
      "PAGE_SIZE=5000",
    );
    const expected = await idsOf(
      "svc:hotspots",
      ({
        geometry: {
          coordinates: [x, y],
        },
      }) => {
        return x >= 113 && x <= 154 && y >= -44 && y <= -10;
      },
    );
    assert.deepEqual(ids, expected);
    assert.ok(log.some(({ parameters }) => parameters.includes("bbox")));
  });

  it("selects by attributes", async () => {
    log.length = 0;
    const ids = await read(
      "svc:static-heat-sources",
      "-where",
      "category = 'volcano' AND country = 'Indonesia'",
    );
    const expected = await idsOf("svc:static-heat-sources", ({ properties }) => {
      return properties.category === "volcano" && properties.country === "Indonesia";
    });
    assert.ok(expected.length > 10);
    assert.deepEqual(ids, expected);
    // Newer versions of GDAL send the filter to the service; older ones filter by themselves.
    const items = log.filter(({ path }) => path.endsWith("/items"));
    assert.ok(items.every(({ status }) => status === 200));
  });
});

it("GDAL keeps every value of a property with numbers and texts, and large integers", async () => {
  // Its sample, the newest features, has numbers alone.
  const values = Array.from({ length: 40 }, (_, i) => ({
    confidence: i < 20 ? 95 - i : "lnh"[i % 3]!,
    orbit: 3_000_000_000 + i,
    frp: i / 8,
    datetime: new Date(Date.UTC(2026, 6, 20, 23 - (i % 24), 0) - i * 86_400_000).toISOString(),
  }));
  const lines = values.map((properties, i) => pointLine(`d${i}`, [i, 1], properties));
  await withFolder({ "hotspots.geojsonl": lines.join("") }, async (folder) => {
    const service = await createReferenceService({ clients: [testClient], data: folder });
    const listener = await listen(service, { port: 0, host: "127.0.0.1" });
    try {
      const { access_token } = (await (await exchange(service)).json()) as Body;
      const source = `OAPIF:${listener.url}/ogc/features/v1`;
      const env = { ...process.env, GDAL_HTTP_HEADERS: `Authorization: Bearer ${access_token}` };
      const args = ["-f", "CSV", "/vsistdout/", "-select", "id,confidence,orbit,frp"];
      const { stdout } = await run("ogr2ogr", [...args, source, "svc:hotspots"], { env });
      const rows = stdout.trimEnd().split("\n").slice(1);
      const read = rows.map((row) => row.replaceAll('"', "").split(","));
      const written = values.map(({ confidence, orbit, frp }, i) =>
        [`d${i}`, confidence, orbit, frp].map(String),
      );
      assert.deepEqual(read.sort(), written.sort());
    } finally {
      await listener.close();
    }
  });
});
