import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import type { BooleanExpression } from "@emberline/cql2";
import { eventually } from "@emberline/test-support/eventually";
import { type Cluster, startCluster } from "@emberline/test-support/postgres";
import { type Pause, processTurns } from "@emberline/turns";
import postgres from "postgres";
import { openPostgis } from "../../src/service/open-postgis.ts";
import type { FeatureStore, TimedFeature } from "../../src/store/feature-store.ts";

const features: readonly TimedFeature[] = Array.from({ length: 2000 }, (_, i) => ({
  type: "Feature",
  id: `f-${i}`,
  geometry: { type: "Point", coordinates: [1, 2] },
  properties: { number: i },
  time: { start: i, end: i },
}));

/** Of all features, but SQL leaves it to be tested here. */
const filter = {
  op: "=",
  args: [{ op: "%", args: [{ property: "number" }, 1] }, 0],
} as BooleanExpression;

/** A pause that waits once, in the middle of the rows of a cursor, until `goOn`. */
function heldReading() {
  let calls = 0;
  let goOn = () => {};
  let onReached = () => {};
  const reached = new Promise<void>((resolve) => {
    onReached = resolve;
  });
  const pause: Pause = () => {
    if (++calls !== 700) return undefined;
    onReached();
    return new Promise((resolve) => {
      goOn = resolve;
    });
  };
  return { pause, reached, goOn: () => goOn() };
}

let questions = 0;

/** A count that was never asked before. */
function asked(store: FeatureStore, pause?: Pause): Promise<number> {
  return store.count({ interval: { start: -++questions, end: 1e9 } }, pause);
}

const away = { code: "database-away", status: 503 };

describe("a database that goes away while it works", () => {
  let cluster: Cluster;
  let stored: Awaited<ReturnType<typeof openPostgis>>;
  before(async () => {
    // What is committed outlives a kill.
    cluster = await startCluster(["synchronous_commit=on"]);
    stored = await open(60);
    await stored.stores["svc:hotspots"].insert(features);
  });
  after(async () => {
    await stored.close();
    cluster.stop();
  });
  afterEach(async () => {
    assert.equal(await stored.stores["svc:hotspots"].count({}), features.length);
  });

  const open = (maxReadSeconds: number) => {
    const url = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`;
    return openPostgis({ url, maxReadSeconds }, processTurns);
  };

  async function countOf(condition: string): Promise<number> {
    const rows = await cluster.query(
      `SELECT count(*) FROM pg_stat_activity
        WHERE application_name = 'emberline-service' AND ${condition};`,
    );
    return Number(rows[0]![0]);
  }

  const untilWaiting = (statements: number) =>
    eventually(async () => assert.equal(await countOf("wait_event_type = 'Lock'"), statements));

  /** Holds up all readings of the hotspots. */
  async function lock() {
    const other = postgres(`postgres://postgres@127.0.0.1:${cluster.port}/postgres`, {
      max: 1,
      fetch_types: false,
      onnotice: () => {},
    });
    await other.unsafe("BEGIN; LOCK TABLE emberline.hotspots");
    return { end: () => other.end({ timeout: 0 }) };
  }

  it("killed while statements run: each is a clear error, and the next ones are answered", async () => {
    const store = stored.stores["svc:hotspots"];
    const held = await lock();
    const readings = Promise.allSettled(Array.from({ length: 15 }, () => asked(store)));
    await untilWaiting(10);
    cluster.kill();
    for (const reading of await readings) {
      assert.equal(reading.status, "rejected");
      assert.equal(reading.reason.code, "database-away");
    }
    await held.end();
    cluster.restart();
  });

  it("killed between the rows of a cursor: an error, never a shorter list", async () => {
    const { pause, reached, goOn } = heldReading();
    const page = stored.stores["svc:hotspots"].find({ filter }, { limit: 3 }, pause);
    const refused = assert.rejects(page, away);
    await reached;
    cluster.kill();
    cluster.restart();
    goOn();
    await refused;
  });

  it("a connection that an administrator ends between two statements is an error", async () => {
    const { pause, reached, goOn } = heldReading();
    const page = stored.stores["svc:hotspots"].find({ filter }, { limit: 3 }, pause);
    const refused = assert.rejects(page, away);
    await reached;
    const [[ended] = []] = await cluster.query(
      `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
        WHERE xact_start IS NOT NULL AND wait_event = 'ClientRead';`,
    );
    assert.equal(ended, "t");
    goOn();
    await refused;
  });

  it("killed in the middle of a change: nothing of it is stored, and it can be repeated", async () => {
    const store = stored.stores["svc:hotspots"];
    const held = await lock();
    const more = features.map((feature) => ({ ...feature, id: `more-${feature.id}` }));
    const changing = store.apply({ put: more, remove: ["f-0"] });
    const refused = assert.rejects(changing, away);
    await untilWaiting(1);
    cluster.kill();
    await refused;
    await held.end();
    cluster.restart();
    assert.equal(await store.count({}), features.length);
    const counts = await store.apply({ put: more, remove: ["f-0"] });
    assert.deepEqual(counts, { added: features.length, replaced: 0, removed: 1 });
    await store.apply({ put: [features[0]!], remove: more.map(({ id }) => id) });
  });

  it("hanging: requests end with an error, and are answered when it goes on", async () => {
    const { stores, close } = await open(1);
    const store = stores["svc:hotspots"];
    assert.equal(await store.count({}), features.length);
    cluster.freeze();
    const requests = [asked(store), store.get("f-1"), store.version(), store.queryables()];
    const outcomes = await Promise.allSettled(requests);
    cluster.thaw();
    for (const outcome of outcomes) {
      assert.equal(outcome.status, "rejected");
      assert.equal(outcome.reason.status, 503);
    }
    assert.equal(await store.count({}), features.length);
    await close();
  });

  it("too slow: statement_timeout ends the statement, and its connection serves the next", async () => {
    const { stores, close } = await open(1);
    const store = stores["svc:hotspots"];
    const before = await store.version();
    const pidsOf = () =>
      cluster.query(
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'emberline-service' ORDER BY pid;",
      );
    const pids = await pidsOf();
    const held = await lock();
    await assert.rejects(asked(store), { code: "too-slow", status: 503 });
    await held.end();
    assert.equal(await countOf("state = 'active'"), 0);
    assert.equal(await store.version(), before);
    assert.equal(await store.count({}), features.length);
    assert.deepEqual(await pidsOf(), pids);
    await close();
  });

  it("ends the statements of callers who leave, all of them, and keeps the connections", async () => {
    const store = stored.stores["svc:hotspots"];
    const held = await lock();
    const leaving = new AbortController();
    const pause = processTurns.pauseOf(leaving.signal);
    const readings = Promise.allSettled(Array.from({ length: 8 }, () => asked(store, pause)));
    await untilWaiting(8);
    const connections = await countOf("true");
    const reason = new Error("All callers left.");

    leaving.abort(reason);

    for (const reading of await readings) {
      assert.equal(reading.status === "rejected" && reading.reason, reason);
    }
    // The cancellation reaches the server on another connection.
    await eventually(async () => assert.equal(await countOf("state = 'active'"), 0));
    await held.end();
    assert.equal(await store.count({}), features.length);
    assert.ok((await countOf("true")) <= connections);
  });
});
