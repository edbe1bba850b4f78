import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { createReferenceService } from "../src/index.ts";
import { CLIENT } from "./service-harness.ts";
import { pointLine, withFolder } from "./temporary-folder.ts";

const MIB = 1 << 20;

const load = (files: Record<string, string | Uint8Array>) =>
  withFolder(files, (data) => createReferenceService({ clients: [CLIENT], data }));

describe("hostile files", () => {
  it("a gzip bomb without lines is refused as too long, and what follows is read", async () => {
    const bomb = gzipSync(Buffer.alloc(80 * MIB, "x"));
    assert.ok(bomb.length < MIB);
    const { report } = await load({
      "hotspots.geojsonl.gz": Buffer.concat([bomb, gzipSync(`\n${pointLine("after", [1, 2])}`)]),
    });
    assert.equal(report.broken.total, 1);
    assert.match(report.broken.first[0]!.reason, /too long/);
    assert.equal(report.collections["svc:hotspots"], 1);
  });

  it("a feature without end in a collection is refused as too long", async () => {
    const text = `{"type":"FeatureCollection","features":[{"type":"Feature","x":"${"y".repeat(40 * MIB)}"},{"type":"Feature","id":"b","geometry":null,"properties":null}]}`;
    const { report } = await load({ "perimeters.geojson.gz": gzipSync(text) });
    assert.match(report.broken.first[0]!.reason, /too long/);
    assert.equal(report.collections["svc:satellite-perimeters"], 1);
  });

  it("thousands of broken lines are counted, and only the first are kept", async () => {
    const { report } = await load({ "hotspots.geojsonl": "x\n".repeat(50_000) });
    assert.equal(report.broken.total, 50_000);
    assert.equal(report.broken.first.length, 20);
  });

  it("what is no gzip is refused", async () => {
    const { report } = await load({ "hotspots.geojsonl.gz": "plain text" });
    assert.equal(report.broken.total, 1);
    assert.match(report.broken.first[0]!.reason, /cannot be read on/);
  });

  it("deep nesting and strange names stay values", async () => {
    const properties = JSON.parse(
      `{"__proto__":{"polluted":1},"constructor":"c","a":${"[".repeat(500)}${"]".repeat(500)}}`,
    );
    const { report } = await load({ "hotspots.geojsonl": pointLine("deep", [1, 2], properties) });
    assert.equal(report.collections["svc:hotspots"], 1);
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
    const nested = `${'{"type":"GeometryCollection","geometries":['.repeat(5000)}${"]}".repeat(5000)}`;
    const line = `{"type":"Feature","id":"n","geometry":${nested},"properties":null}\n`;
    assert.equal((await load({ "hotspots.geojsonl": line })).report.broken.total, 1);
  });
});
