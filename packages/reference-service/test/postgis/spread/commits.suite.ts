import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { createSpreadTables, startStandIn } from "@emberline/test-support/citus";
import type { Cluster } from "@emberline/test-support/postgres";
import { processTurns } from "@emberline/turns";
import { openPostgis } from "../../../src/service/open-postgis.ts";
import type { FeatureStore, TimedFeature } from "../../../src/store/feature-store.ts";
import { Problem } from "../../../src/values/problems.ts";

let cluster: Cluster;
let url: string;
let opened = 0;
let schema: string;
let postgis: Awaited<ReturnType<typeof openPostgis>>;
let store: FeatureStore;

before(async () => {
  cluster = await startStandIn();
  url = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`;
});
after(() => cluster.stop());
beforeEach(async () => {
  await postgis?.close();
  schema = `commits_${opened++}`;
  await createSpreadTables(url, schema);
  postgis = await connect();
  store = postgis.stores["svc:hotspots"];
  await store.insert(features(0, 60));
});
after(() => postgis.close());

function connect(replicaUrl?: string) {
  return openPostgis({ url, replicaUrl, schema, maxReadSeconds: 10 }, processTurns);
}

function features(from: number, to: number): TimedFeature[] {
  return Array.from({ length: to - from }, (_, i) => {
    const n = from + i;
    const time = n * 86_400_000;
    return {
      type: "Feature",
      id: `f-${n}`,
      geometry: { type: "Point", coordinates: [((n * 37) % 360) - 180, ((n * 17) % 180) - 90] },
      properties: { n },
      time: { start: time, end: time },
    };
  });
}

async function messageOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    assert.ok(error instanceof Problem, String(error));
    assert.deepEqual([error.status, error.code], [503, "part-away"]);
    return error.message;
  }
  throw new Error("It was answered.");
}

function sentence(what: string): string {
  return `A part of the data is away, since ${what}: there is no answer rather than one with a hole; try again later.`;
}

let counts = 0;

/** Of all features, by a selection whose number no store remembers. */
function countAnew(): Promise<number> {
  return store.count({ interval: { start: -Infinity, end: 1e14 + counts++ } });
}

/** As a change leaves it that was cut off when the coordinator had committed. */
function markCutOff(pid: number): Promise<unknown> {
  return cluster.query(`INSERT INTO ${schema}.unfinished VALUES ('hotspots', 'citus_0_${pid}_');`);
}

describe("changes of tables over several nodes", () => {
  it("leave no mark, and make a new version each", async () => {
    const before = await store.version();
    await store.apply({ put: features(60, 61), remove: [] });
    assert.notEqual(await store.version(), before);
    assert.deepEqual(await cluster.query(`SELECT * FROM ${schema}.unfinished;`), []);
  });

  it("that are still to be committed by a worker are read by nobody, then by all", async () => {
    await cluster.query(`BEGIN; DELETE FROM ${schema}.hotspots WHERE id < 'f-2';
      PREPARE TRANSACTION 'citus_0_77_1_1';`);
    await markCutOff(77);
    const version = "SELECT version FROM collections WHERE name = 'hotspots';".replace(
      "collections",
      `${schema}.collections`,
    );
    const before = await cluster.query(version);
    const wanted = sentence("the node worker-2 has not committed a change");
    assert.equal(await messageOf(countAnew()), wanted);
    assert.equal(await messageOf(store.get("f-3")), wanted);
    assert.equal(await messageOf(store.apply({ put: features(0, 1), remove: [] })), wanted);
    assert.deepEqual(await cluster.query(version), before);
    await cluster.query("COMMIT PREPARED 'citus_0_77_1_1';");
    assert.equal(await countAnew(), 60 - 12);
    assert.notDeepEqual(await cluster.query(version), before);
  });

  it("that were cut off are complete once no worker has anything left of them", async () => {
    const before = await store.version();
    await markCutOff(78);
    assert.equal(await countAnew(), 60);
    assert.notEqual(await store.version(), before);
    await markCutOff(79);
    assert.deepEqual(await store.apply({ put: [], remove: ["f-0"] }), {
      added: 0,
      replaced: 0,
      removed: 1,
    });
  });

  it("that were cut off before a worker is away stay open until it is back", async () => {
    await markCutOff(80);
    await cluster.query("INSERT INTO away VALUES (4);");
    assert.equal(await messageOf(countAnew()), sentence("the node worker-4 cannot be reached"));
    await cluster.query("DELETE FROM away;");
    assert.equal(await countAnew(), 60);
  });

  it("are not forgotten while the coordinator has not committed them", async () => {
    // A change that has not prepared yet has this lock.
    const holding = cluster.query(`BEGIN;
      SELECT pg_advisory_xact_lock(7036843, '${schema}.hotspots'::regclass::oid::integer);
      INSERT INTO ${schema}.feeds VALUES ('held', '', '', 0, 0);
      SELECT pg_sleep(5); COMMIT;`);
    const held = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = 7036843;";
    while ((await cluster.query(held)).length === 0);
    await markCutOff(81);
    const wanted = sentence("one of its nodes has not committed a change");
    assert.equal(await messageOf(countAnew()), wanted);
    await holding;
    assert.equal(await countAnew(), 60);
  });

  it("by another service are seen by the next reading, which does not fail for lack of them", async () => {
    await store.read((found) => found.queryables());
    const other = await connect();
    const [added] = features(60, 61);
    await other.stores["svc:hotspots"].insert([{ ...added!, properties: { named: "later" } }]);
    await other.close();
    const type = await store.read(async (found) => {
      const queryable = (await found.queryables()).find(({ id }) => id === "named");
      if (!queryable) throw new Error("There is no such property.");
      return queryable.type;
    });
    assert.equal(type, "string");
    assert.equal(await countAnew(), 61);
  });

  it("by two services at once store every feature once", async () => {
    const second = await connect();
    const same = features(60, 180);
    const repeated = await Promise.all([
      store.insert(same),
      second.stores["svc:hotspots"].insert(same.slice(50)),
      store.insert(same.slice(0, 50)),
      second.stores["svc:hotspots"].insert(same),
    ]);
    assert.equal(repeated.flat().length, same.length * 2);
    assert.equal(await store.count({}), 180);
    await second.close();
  });

  it("keep a feature that moves to another cell once, and from which file it came", async () => {
    const [first] = features(0, 1);
    const moved = { ...first!, time: { start: 1e12, end: 1e12 } };
    assert.deepEqual(await store.insert([moved], "late.geojsonl"), [0]);
    await store.apply({ put: [moved], remove: [] });
    assert.equal(await store.count({}), 60);
    await store.insert(features(60, 63), "late.geojsonl");
    const files = postgis.loadsIn["svc:hotspots"];
    assert.deepEqual(
      (await files.loads()).map(({ file, features: count }) => [file, count]),
      [
        ["late.geojsonl", 3],
        [null, 60],
      ],
    );
    assert.equal(await files.removeLoad("late.geojsonl"), 3);
    assert.equal(await store.count({}), 60);
  });
});

describe("tables over several nodes", () => {
  it("are not read while a worker lacks a change that others have, as an older copy does", async () => {
    const other = await connect();
    const hotspots = other.stores["svc:hotspots"];
    const stamps = (by: string) =>
      cluster.query(`UPDATE ${schema}.stamps SET stamp = stamp ${by}
        WHERE name = 'hotspots' AND cell % 3 = 1;`);
    await stamps("- 1");
    const wanted = sentence("the node worker-3 lacks changes that others have");
    assert.equal(await messageOf(hotspots.count({})), wanted);
    assert.deepEqual(
      (await other.nodes()).map(({ name, isAway }) => [name, isAway]),
      [
        ["worker-2", false],
        ["worker-3", true],
        ["worker-4", false],
      ],
    );
    await stamps("+ 1");
    assert.equal(await hotspots.count({}), 60);
    await other.close();
  });

  it("refuse a replica, whose state may be older than that of the nodes", async () => {
    await assert.rejects(connect(url), {
      message:
        "Tables over several nodes are read through their coordinator only: leave out the replica.",
    });
  });

  it("of an earlier version are refused", async () => {
    await cluster.query(`DROP TABLE ${schema}.stamps;`);
    await assert.rejects(connect(), {
      message: `The tables in ${schema} were spread over nodes by an earlier version: make others by sql/citus.sql in another schema, and load the data again.`,
    });
  });
});

describe("an error of a worker", () => {
  it("names the worker, and has neither its address nor its own words", async () => {
    // PostgreSQL adds the name of the function, where Citus says which worker it asked.
    const asked = '"while executing command on 10.0.0.12:5432"';
    const raise = (code: string, message: string) =>
      cluster.query(`CREATE OR REPLACE FUNCTION ${asked}() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE '${message}' USING ERRCODE = '${code}'; END $$;
        CREATE OR REPLACE TRIGGER refuse BEFORE DELETE ON ${schema}.hotspots
          FOR EACH ROW EXECUTE FUNCTION ${asked}();`);
    const change = () => store.apply({ put: features(0, 1), remove: [] });
    const cannot = sentence("the node worker-3 cannot be reached");
    const failed = sentence("the node worker-3 failed");
    for (const [code, message, expected] of [
      [
        "08006",
        "connection to the remote node emberline@10.0.0.12:5432 failed with the following error: Connection refused",
        cannot,
      ],
      [
        "08006",
        "could not establish any connections to the node 10.0.0.12:5432 after 30000 ms",
        cannot,
      ],
      [
        "XX000",
        "could not connect to any active placements",
        sentence("one of its nodes cannot be reached"),
      ],
      ["42501", "permission denied for table hotspots_102040", failed],
      ["53100", "could not extend file /var/lib/secret: No space left on device", failed],
    ] as const) {
      await raise(code, message);
      assert.equal(await messageOf(change()), expected);
    }
    await cluster.query(`DROP TRIGGER refuse ON ${schema}.hotspots;`);
    assert.deepEqual(await change(), { added: 0, replaced: 1, removed: 0 });
  });
});
