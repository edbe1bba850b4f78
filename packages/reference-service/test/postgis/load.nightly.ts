import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Cluster, startCluster } from "@emberline/test-support/postgres";
import { processTurns } from "@emberline/turns";
import { openPostgis } from "../../src/service/open-postgis.ts";
import { createReferenceService } from "../../src/service/service.ts";
import type { TimedFeature } from "../../src/store/feature-store.ts";
import { start } from "../service-harness.ts";
import { withFolder } from "../temporary-folder.ts";

const clients = [{ id: "one", secret: "a-secret-of-the-client" }];

function line(i: number, own: object = {}): string {
  const coordinates = [(i % 3600) / 10 - 180, (i % 1700) / 10 - 85];
  return JSON.stringify({
    type: "Feature",
    id: `f-${i}`,
    geometry: { type: "Point", coordinates },
    properties: { datetime: new Date(i * 3_600_000).toISOString(), frp: (i % 500) / 10 },
    ...own,
  });
}

const elephant: TimedFeature = {
  type: "Feature",
  id: "elephant",
  geometry: null,
  properties: { what: "elephant" },
  time: undefined,
};

describe("loading features into PostGIS", () => {
  let cluster: Cluster;
  const urlOf = () => `postgres://postgres@127.0.0.1:${cluster.port}/postgres`;
  before(async () => {
    cluster = await startCluster();
  });
  after(() => cluster.stop());

  const indexesOf = (schema: string) =>
    cluster.query(
      `SELECT indexname FROM pg_indexes WHERE schemaname = '${schema}' ORDER BY indexname;`,
    );

  it("reports and answers as loading into memory does, with features given again", async () => {
    const lines = Array.from({ length: 25_000 }, (_, i) => line(i));
    // Of the same batch, and of others.
    lines.splice(40, 0, line(39));
    lines.splice(12_000, 0, line(3), line(24_500, { geometry: null }), "not JSON");
    const outline = [
      [
        [0, 0, 7],
        [4, 0, 7],
        [0, 4, 7],
        [0, 0, 7],
      ],
    ];
    const high = { type: "Polygon", coordinates: outline };
    const files = {
      "hotspots-1.geojsonl": lines.join("\n"),
      "hotspots-2.geojsonl": [line(7), line(25_001), line(25_002, { id: "tab\there \\ \n" })].join(
        "\n",
      ),
      "perimeters.geojsonl": line(1, { geometry: high }),
    };
    await withFolder(files, async (data) => {
      const memory = await start({ data });
      const stored = await start({ data, store: { url: urlOf(), schema: "loaded" } });
      assert.deepEqual(stored.service.report, memory.service.report);
      assert.equal(stored.service.report.duplicates.total, 4);
      for (const path of [
        "/collections/svc:hotspots/items?limit=500&bbox=0,0,30,30&filter=frp%20%3C%3D%204.5",
        "/collections/svc:hotspots/items?datetime=1972-01-01/1972-01-09",
        "/collections/svc:satellite-perimeters/items?bbox=1,1,2,2",
      ]) {
        const [expected, actual] = await Promise.all(
          [memory, stored].map(async ({ json }) => ({ ...(await json(path)), timeStamp: 0 })),
        );
        assert.ok(expected!.numberMatched > 0, path);
        assert.deepEqual(actual, expected, path);
      }
      await Promise.all([memory.service.close(), stored.service.close()]);
    });
    const [first] = await cluster.query(
      `SELECT count(*), max(ST_Zmflag(geom)) FROM loaded.satellite_perimeters
        WHERE ST_Equals(geom, 'SRID=4326;POLYGON((0 0,4 0,0 4,0 0))');`,
    );
    assert.deepEqual(first, ["1", "0"]);
  });

  it("builds the same indexes after a first load as an empty database has", async () => {
    const open = await openPostgis(
      { url: urlOf(), schema: "empty", maxReadSeconds: 60 },
      processTurns,
    );
    await open.close();
    const expected = await indexesOf("empty");
    assert.deepEqual(await indexesOf("loaded"), expected);
    assert.ok(expected.length > 20);
    const [statistics] = await cluster.query(
      `SELECT reltuples FROM pg_class WHERE oid = 'loaded.hotspots'::regclass;`,
    );
    assert.deepEqual(statistics, ["25002"]);
  });

  it("builds the indexes also after a load that fails, and at the start after one that died", async () => {
    const files = { "hotspots.geojsonl": `${line(1)}\nnot JSON` };
    const store = { url: urlOf(), schema: "broken" };
    await withFolder(files, (data) =>
      assert.rejects(createReferenceService({ clients, data, strict: true, store }), /not JSON/),
    );
    const expected = await indexesOf("broken");
    assert.deepEqual(expected, await indexesOf("empty"));
    await cluster.query("DROP INDEX broken.hotspots_geom_idx, broken.hotspots_end_ms_idx;");
    await (await createReferenceService({ clients, store })).close();
    assert.deepEqual(await indexesOf("broken"), expected);
  });

  it("of two services that load one folder at once, each feature is loaded by one", async () => {
    const lines = Array.from({ length: 3000 }, (_, i) => line(i)).join("\n");
    const store = { url: urlOf(), schema: "twice" };
    await withFolder({ "hotspots.geojsonl": lines }, async (data) => {
      const services = await Promise.all(
        [1, 2].map(() => createReferenceService({ clients, data, store })),
      );
      const loaded = services.map(({ report }) => report.collections["svc:hotspots"]);
      assert.deepEqual(loaded.sort(), [0, 3000]);
      await Promise.all(services.map((service) => service.close()));
    });
    assert.deepEqual(await indexesOf("twice"), await indexesOf("empty"));
  });

  it("a feature that the database refuses ends its change, and the next one succeeds", async () => {
    const open = await openPostgis(
      { url: urlOf(), schema: "strict", maxReadSeconds: 60 },
      processTurns,
    );
    const store = open.stores["svc:hotspots"];
    const mouse = { ...elephant, id: "mouse", properties: { what: "mouse" } };
    await store.insert([mouse]);
    await cluster.query(
      "ALTER TABLE strict.hotspots ADD CHECK (properties ->> 'what' <> 'elephant');",
    );
    const refusal = /The database refused to store features|violates check constraint/;
    await assert.rejects(store.insert([elephant]), refusal);
    const many = Array.from({ length: 5000 }, (_, i) => ({ ...mouse, id: `mouse-${i}` }));
    await assert.rejects(store.apply({ put: [elephant, ...many], remove: ["mouse"] }), refusal);
    assert.equal(await store.count({}), 1);
    await store.apply({ put: many, remove: ["mouse"] });
    assert.equal(await store.count({}), 5000);
    await open.close();
  });
});
