import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { type Cluster, startCluster } from "@emberline/test-support/postgres";
import { runProgram } from "@emberline/test-support/programs";
import { processTurns } from "@emberline/turns";
import { openPostgis } from "../../src/service/open-postgis.ts";
import { createReferenceService } from "../../src/service/service.ts";
import { exchange, start } from "../service-harness.ts";
import { pointLine, withFolder } from "../temporary-folder.ts";

const clients = [{ id: "one", secret: "a-secret-of-the-client" }];

const simulation = (id: number, more: object = {}) => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  status: "QUEUED",
  clusterId: null,
  fireName: null,
  locationName: null,
  latitude: 1,
  longitude: 2,
  model: "m",
  durationHours: 6,
  ensembleMembers: 1,
  burnedAreaM2: null,
  auto: false,
  createdAt: `2025-06-0${id}T00:00:00Z`,
  errorMessage: null,
  ...more,
});

describe("emberline-service data and migrate", () => {
  let cluster: Cluster;
  let url: string;
  const command = async (...args: string[]) => {
    const { code, stdout, stderr } = await runProgram("service", args, { EMBERLINE_STORE: url });
    return {
      code,
      stderr,
      rows: stdout
        .split("\n")
        .filter(Boolean)
        .map((line) => line.split("\t")),
    };
  };
  const listed = async () => {
    const { rows } = await command("data", "list");
    return rows.map(([file, collection, features]) => [file, collection, features]);
  };
  before(async () => {
    cluster = await startCluster();
    url = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`;
  });
  after(() => cluster.stop());

  it("lists what was loaded and when, replaces and removes one file, and lets features expire", async () => {
    const old = { datetime: "2020-01-01T00:00:00Z" };
    const files = {
      "hotspots-a.geojsonl": [pointLine("a1", [1, 1]), pointLine("a2", [2, 2])].join(""),
      "hotspots-b.geojsonl": [pointLine("b1", [3, 3]), pointLine("a1", [4, 4])].join(""),
      "perimeters.geojsonl": pointLine("p", [5, 5], old),
      "simulations.json": JSON.stringify([simulation(1), simulation(2)]),
    };
    const started = Date.now();
    await withFolder(files, async (folder) => {
      const loaded = await command("data", "load", folder);
      assert.equal(loaded.code, 0, loaded.stderr);
      assert.match(loaded.stderr, /hotspots-b.geojsonl: 1 into svc:hotspots/);
    });
    const { rows } = await command("data", "list");
    assert.deepEqual(rows.map((row) => row.slice(0, 3)).sort(), [
      ["hotspots-a.geojsonl", "svc:hotspots", "2"],
      ["hotspots-b.geojsonl", "svc:hotspots", "1"],
      ["perimeters.geojsonl", "svc:satellite-perimeters", "1"],
      ["simulations.json", "simulations", "2"],
    ]);
    for (const [, , , time] of rows) {
      const at = Date.parse(time!);
      assert.ok(at >= started - 1000 && at <= Date.now() + 1000, time);
    }
    const corrected = {
      "hotspots-a.geojsonl": [pointLine("a2", [9, 9]), pointLine("a3", [8, 8]), "no JSON"].join(""),
      "simulations.json": JSON.stringify([simulation(2, { status: "COMPLETED" })]),
    };
    await withFolder(corrected, async (folder) => {
      for (const name of Object.keys(corrected)) {
        const { code, stderr } = await command("data", "replace", join(folder, name));
        assert.equal(code, 0, stderr);
      }
      const refused = await command(
        "data",
        "replace",
        join(folder, "hotspots-a.geojsonl"),
        "--strict",
      );
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /hotspots-a.geojsonl:3: /);
    });
    const { json, service } = await start({ clients, store: { url } });
    const { features } = await json("/collections/svc:hotspots/items");
    assert.deepEqual(
      features.map((each: { id: string; geometry: { coordinates: number[] } }) => [
        each.id,
        each.geometry.coordinates,
      ]),
      [
        ["a2", [9, 9]],
        ["a3", [8, 8]],
        ["b1", [3, 3]],
      ],
    );
    assert.equal((await command("data", "remove", "hotspots-b.geojsonl")).code, 0);
    const again = await command("data", "remove", "hotspots-b.geojsonl");
    assert.equal(again.code, 1);
    assert.match(again.stderr, /data list/);
    assert.equal((await json("/collections/svc:hotspots/items")).numberMatched, 2);
    const days = await command("data", "expire", "30");
    assert.match(days.stderr, /Removed: 1 from svc:satellite-perimeters/);
    assert.deepEqual((await listed()).sort(), [
      ["hotspots-a.geojsonl", "svc:hotspots", "2"],
      ["perimeters.geojsonl", "svc:satellite-perimeters", "0"],
      ["simulations.json", "simulations", "1"],
    ]);
    await service.close();
  });

  it("takes nothing away for a file that is missing, torn or empty, and says so by its exit code", async () => {
    const before = await listed();
    const whole = gzipSync([pointLine("a8", [1, 1]), pointLine("a9", [2, 2])].join(""));
    const folder = await mkdtemp(join(tmpdir(), "emberline-torn-"));
    const replaced = (name: string) => command("data", "replace", join(folder, name));
    const torn = join(folder, "hotspots-torn.geojsonl.gz");
    await writeFile(torn, whole);
    assert.equal((await command("data", "load", folder)).code, 0);
    const loaded = await listed();
    assert.equal(loaded.length, before.length + 1);
    await writeFile(torn, whole.subarray(0, -9));
    await writeFile(join(folder, "simulations.json"), "[]");
    for (const name of ["hotspots-a.geojsonl", "hotspots-torn.geojsonl.gz", "simulations.json"]) {
      const { code, stderr } = await replaced(name);
      assert.equal(code, 1, name);
      assert.match(stderr, /Nothing was replaced/);
    }
    assert.deepEqual(await listed(), loaded);
    const again = await command("data", "load", folder);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /Not read to the end: hotspots-torn.geojsonl.gz/);
    assert.equal((await command("data", "remove", "hotspots-torn.geojsonl.gz")).code, 0);
    await rm(folder, { recursive: true });
  });

  it("serves simulations of the store after a start without the files, each organization its own", async () => {
    const others = { organization: "other" };
    const files = {
      "simulations-more.json": JSON.stringify([
        simulation(3),
        simulation(4, others),
        simulation(2),
      ]),
    };
    await withFolder(files, async (data) => {
      const first = await createReferenceService({ clients, data, store: { url } });
      assert.equal(first.report.simulations, 2);
      assert.equal(first.report.duplicates.total, 1);
      await first.close();
    });
    const service = await createReferenceService({ clients, store: { url } });
    const { access_token } = (await (await exchange(service, clients[0])).json()) as {
      access_token: string;
    };
    const get = async (path: string) => {
      const headers = { Authorization: `Bearer ${access_token}` };
      const request = new Request(`http://service.test/v1/fire-spread/simulations${path}`, {
        headers,
      });
      const response = await service.fetch(request);
      return { status: response.status, body: await response.json() };
    };
    const first = await get("?limit=1");
    const ids = (body: { items: { id: string; status: string }[] }) =>
      body.items.map(({ id, status }) => [id.at(-1), status]);
    assert.deepEqual(ids(first.body), [["3", "QUEUED"]]);
    const rest = await get(`?limit=5&cursor=${first.body.nextCursor}`);
    assert.deepEqual([ids(rest.body), rest.body.nextCursor], [[["2", "COMPLETED"]], null]);
    assert.equal((await get(`/${simulation(4).id}`)).status, 404);
    assert.equal((await get(`/${simulation(3).id}`)).status, 200);
    await service.close();
  });

  it("a feed that repeats a feature of a file leaves it to that file", async () => {
    const open = await openPostgis({ url, maxReadSeconds: 60 }, processTurns);
    const geometry = { type: "Point" as const, coordinates: [7, 7] as [number, number] };
    const again = { type: "Feature" as const, id: "a2", geometry, properties: {} };
    await open.sink.tryLease();
    await open.sink.commit({
      layer: "hotspots",
      put: [{ ...again, time: undefined }],
      remove: [],
      records: {},
    });
    await open.close();
    assert.deepEqual(
      (await listed()).find(([file]) => file === "hotspots-a.geojsonl"),
      ["hotspots-a.geojsonl", "svc:hotspots", "2"],
    );
  });

  it("refuses tables of an older version until they are migrated, and those of a newer one", async () => {
    const before = await listed();
    await cluster.query(
      `ALTER TABLE emberline.hotspots DROP COLUMN load;
      ALTER TABLE emberline.satellite_perimeters DROP COLUMN load;
      DROP TABLE emberline.loads, emberline.simulations;
      DELETE FROM emberline.migrations; INSERT INTO emberline.migrations VALUES (1);`,
    );
    const store = { url };
    await assert.rejects(createReferenceService({ clients, store }), /backup.*migrate/);
    const migrated = await command("migrate");
    assert.equal(migrated.code, 0, migrated.stderr);
    assert.match(migrated.stderr, /version 2.* version 1/);
    assert.match((await command("migrate")).stderr, /version 2.* version 2/);
    assert.ok(before.length > 1);
    assert.deepEqual(await listed(), [["(not noted)", "svc:hotspots", "2"]]);
    await (await createReferenceService({ clients, store })).close();
    await cluster.query("INSERT INTO emberline.migrations VALUES (3);");
    await assert.rejects(createReferenceService({ clients, store }), /newer version/);
    assert.equal((await command("migrate")).code, 1);
    await cluster.query("DELETE FROM emberline.migrations WHERE version = 3;");
  });

  it("needs no right to create anything once the tables are there, and says who adds PostGIS", async () => {
    await cluster.query(
      `CREATE ROLE reader LOGIN; CREATE ROLE owner LOGIN; CREATE DATABASE bare OWNER owner;
      GRANT USAGE ON SCHEMA emberline TO reader;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA emberline TO reader;`,
    );
    const as = (user: string, database: string) => ({
      url: `postgres://${user}@127.0.0.1:${cluster.port}/${database}`,
    });
    await (await createReferenceService({ clients, store: as("reader", "postgres") })).close();
    await assert.rejects(
      createReferenceService({ clients, store: as("owner", "bare") }),
      /superuser.*CREATE EXTENSION postgis/,
    );
  });
});
