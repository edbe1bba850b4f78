import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import type { BooleanExpression } from "@emberline/cql2";
import type { Geometry } from "@emberline/geo";
import { eventually } from "@emberline/test-support/eventually";
import { type Cluster, startCluster, startStandby } from "@emberline/test-support/postgres";
import { processTurns } from "@emberline/turns";
import { openPostgis } from "../../src/service/open-postgis.ts";
import { createReferenceService } from "../../src/service/service.ts";
import type { Page, TimedFeature } from "../../src/store/feature-store.ts";
import { start } from "../service-harness.ts";
import { withFolder } from "../temporary-folder.ts";

const clients = [{ id: "one", secret: "a-secret-of-the-client" }];
const hotspots = "/collections/svc:hotspots/items";
const password = "a-password-of-the-replica";

function feature(i: number): TimedFeature {
  const time = { start: i, end: i };
  const geometry: Geometry = { type: "Point", coordinates: [1, 2] };
  return { type: "Feature", id: `f-${i}`, geometry, properties: { number: i }, time };
}

const features = (count: number) => Array.from({ length: count }, (_, i) => feature(i));

describe("a store with a streaming replica", () => {
  let primary: Cluster;
  let replica: Cluster;
  const closing: (() => Promise<void>)[] = [];
  before(async () => {
    // A replica can have what was committed at once.
    primary = await startCluster(["synchronous_commit=on"]);
    // A change that a reading holds up ends the reading at once.
    replica = await startStandby(primary, ["max_standby_streaming_delay=0"]);
  });
  after(() => {
    replica.stop();
    primary.stop();
  });
  afterEach(async () => {
    await Promise.all(closing.splice(0).map((close) => close()));
  });

  const urlOf = ({ port }: Cluster, database = "postgres") =>
    `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;

  async function open(schema: string, replicaUrl: string | undefined = urlOf(replica)) {
    const options = { url: urlOf(primary), replicaUrl, schema, maxReadSeconds: 60 };
    const { stores, close } = await openPostgis(options, processTurns);
    closing.push(close);
    return stores["svc:hotspots"];
  }

  /** A process whose readings all go to the primary. */
  const openWriter = (schema: string) => open(schema, urlOf(primary));

  const pauseReplay = () => replica.query("SELECT pg_wal_replay_pause();");

  /** Lets the replica go on, and waits until it has what the primary has. */
  async function untilCurrent(): Promise<void> {
    await replica.query("SELECT pg_wal_replay_resume();");
    const [[position] = []] = await primary.query("SELECT pg_current_wal_lsn();");
    await eventually(async () => {
      const rows = await replica.query(`SELECT pg_last_wal_replay_lsn() >= '${position}'::pg_lsn;`);
      assert.deepEqual(rows, [["t"]]);
    });
  }

  const readersOn = async ({ query }: Cluster) =>
    Number(
      (
        await query(
          "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'emberline-service';",
        )
      )[0]![0],
    );

  it("starts and answers before the replica has its tables, then reads from the replica", async () => {
    await pauseReplay();
    const lines = features(40).map(({ time: _, ...rest }) => JSON.stringify(rest));
    const store = { url: urlOf(primary), replicaUrl: urlOf(replica), schema: "fresh" };
    await withFolder({ "hotspots.geojsonl": lines.join("\n") }, async (data) => {
      const { service, json } = await start({ data, store });
      closing.push(() => service.close());
      assert.equal((await json(hotspots)).numberMatched, 40);
      await untilCurrent();
      assert.equal((await json(hotspots)).numberMatched, 40);
      await pauseReplay();
      const writer = await openWriter("fresh");
      await writer.apply({ put: [], remove: ["f-0"] });
      // As old as the replica, since this process knows nothing of the change.
      assert.equal((await json(hotspots)).numberMatched, 40);
      await untilCurrent();
      assert.equal((await json(hotspots)).numberMatched, 39);
    });
  });

  it("shows a process its own changes at once, whatever the replica lacks", async () => {
    const store = await open("own");
    await store.insert(features(10));
    await untilCurrent();
    assert.equal(await store.count({}), 10);
    await pauseReplay();
    await store.apply({ put: [feature(10), feature(11)], remove: ["f-0"] });
    assert.equal(await store.count({}), 11);
    assert.equal((await store.queryables()).length, 2);
    assert.equal(await store.get("f-0"), undefined);
    await untilCurrent();
    assert.equal(await store.count({}), 11);
  });

  it("never goes back, while the replica lags, dies and returns, without a restart", async () => {
    const store = await open("back");
    const writer = await openWriter("back");
    let written = 0;
    let seen = 0;
    const writeAndRead = async () => {
      await writer.insert([feature(written++)]);
      for (let i = 0; i < 5; i++) {
        const count = await store.count({});
        assert.ok(count >= seen && count <= written, `${count} after ${seen}, of ${written}`);
        seen = count;
      }
    };
    for (let round = 0; round < 2; round++) {
      await writeAndRead();
      await pauseReplay();
      await writeAndRead();
      replica.kill();
      await writeAndRead();
      // The primary answers, which has all.
      assert.equal(seen, written);
      replica.restart();
      await writeAndRead();
      await untilCurrent();
    }
    await eventually(async () => {
      assert.equal(await store.count({}), written);
      assert.ok((await readersOn(replica)) > 0, "no reading goes to the replica");
    });
  });

  it("repeats a reading on the primary that the replica ended for a change of its tables", async () => {
    const writer = await openWriter("conflict");
    await writer.insert(features(2000));
    await untilCurrent();
    const store = await open("conflict");
    const filter: BooleanExpression = {
      op: "=",
      // SQL leaves it to be tested by the service.
      args: [{ op: "%", args: [{ property: "number" }, 1] }, 0],
    } as BooleanExpression;
    const holdReading = async () => {
      let goOn = () => {};
      let calls = 0;
      // Holds the reading once, between the rows of a cursor.
      const page = await new Promise<{ found: Promise<Page> }>((resolve) => {
        const found = store.find({ filter }, { limit: 3 }, () => {
          if (++calls !== 700) return undefined;
          resolve({ found });
          return new Promise<void>((over) => {
            goOn = over;
          });
        });
      });
      return { ...page, goOn };
    };
    let held = await holdReading();
    const isOnReplica = async () => {
      const rows = await replica.query(
        `SELECT count(*) FROM pg_stat_activity
          WHERE application_name = 'emberline-service' AND xact_start IS NOT NULL;`,
      );
      return rows[0]![0] === "1";
    };
    // Any change on the primary may end a reading on this replica.
    while (!(await isOnReplica())) {
      held.goOn();
      await held.found;
      held = await holdReading();
    }
    await primary.query("ALTER TABLE conflict.hotspots ADD COLUMN more integer;");
    await eventually(async () => {
      const rows = await replica.query(
        "SELECT confl_lock > 0 FROM pg_stat_database_conflicts WHERE datname = 'postgres';",
      );
      assert.deepEqual(rows, [["t"]]);
    });
    held.goOn();
    const { matched, returned } = await held.found;
    assert.deepEqual([matched, returned], [2000, 3]);
  });

  it("does not start with a replica that refuses it, and does not show the password", async () => {
    const store = { url: urlOf(primary), replicaUrl: urlOf(replica, "nowhere") };
    await assert.rejects(createReferenceService({ clients, store }), ({ message }: Error) => {
      assert.equal(
        message,
        'The replica of the store cannot be used: database "nowhere" does not exist',
      );
      return true;
    });
  });

  it("does not start with a replica for its store", async () => {
    const store = { url: urlOf(replica) };
    await assert.rejects(createReferenceService({ clients, store }), {
      message: "The database of the store is a replica, which takes no changes: name its primary.",
    });
  });

  it("goes on reading from a replica that was promoted after the primary died", async () => {
    const store = await open("promoted");
    await store.insert(features(10));
    await untilCurrent();
    assert.equal(await store.count({}), 10);
    primary.kill();
    await replica.query("SELECT pg_promote();");
    assert.equal(await store.count({}), 10);
    await assert.rejects(store.insert(features(11)), { code: "database-away", status: 503 });
    assert.equal(await store.count({}), 10);
    primary.restart();
  });
});
