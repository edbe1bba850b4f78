import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { type Cluster, startCluster } from "@emberline/test-support/postgres";
import { runProgram } from "@emberline/test-support/programs";
import { createReferenceService } from "../../src/service/service.ts";
import { start } from "../service-harness.ts";
import { pointLine, withFolder } from "../temporary-folder.ts";

const clients = [{ id: "one", secret: "a-secret-of-the-client" }];

describe("a disk of the database that is full", () => {
  let cluster: Cluster;
  let url: string;
  const disk = mkdtempSync(join(tmpdir(), "emberline-small-disk-"));
  const folder = mkdtempSync(join(tmpdir(), "emberline-large-files-"));
  before(async () => {
    const lines = Array.from({ length: 60_000 }, (_, i) =>
      pointLine(`f-${i}`, [(i % 3600) / 10 - 180, i % 80], { note: "x".repeat(200) }),
    );
    writeFileSync(join(folder, "hotspots-large.geojsonl"), lines.join(""));
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=40m", "tmpfs", disk]);
    execFileSync("chown", ["postgres", disk]);
    cluster = await startCluster();
    await cluster.query(`CREATE TABLESPACE small LOCATION '${disk}';`);
    await cluster.query("CREATE DATABASE small TABLESPACE small;");
    url = `postgres://postgres@127.0.0.1:${cluster.port}/small`;
  });
  after(() => {
    cluster.stop();
    execFileSync("umount", [disk]);
    for (const each of [disk, folder]) rmSync(each, { recursive: true });
  });

  const load = (data: string) =>
    runProgram("service", ["data", "load", data], { EMBERLINE_STORE: url });

  it("is named by the load, and what was stored stays, while readers go on; the same load completes later", async () => {
    await withFolder({ "hotspots-first.geojsonl": pointLine("first", [1, 1]) }, async (first) => {
      assert.equal((await load(first)).code, 0);
    });
    const { json, service } = await start({ clients, store: { url } });
    const full = await load(folder);
    assert.equal(full.code, 1);
    assert.match(full.stderr, /disk of the database is full/);
    assert.doesNotMatch(full.stderr, /cannot be reached/);
    const items = async () => (await json("/collections/svc:hotspots/items")).numberMatched;
    const loaded = (await items()) - 1;
    assert.ok(loaded > 0 && loaded < 60_000);
    await assert.rejects(createReferenceService({ clients, store: { url }, data: folder }), {
      code: "database-full",
    });
    execFileSync("mount", ["-o", "remount,size=400m", disk]);
    const whole = await load(folder);
    assert.equal(whole.code, 0, whole.stderr);
    assert.equal(await items(), 60_001);
    await service.close();
  });
});
