import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Point } from "@emberline/geo";
import type { Cluster } from "@emberline/test-support/postgres";
import {
  partitions,
  type SpreadCluster,
  startSpreadCluster,
} from "@emberline/test-support/postgres-nodes";
import { processTurns } from "@emberline/turns";
import postgres from "postgres";
import type { AggregateRequest } from "../../../src/aggregate/request.ts";
import { openPostgis } from "../../../src/service/open-postgis.ts";
import type { FeatureStore, OrderKey, TimedFeature } from "../../../src/store/feature-store.ts";
import { MemoryStore } from "../../../src/store/memory-store.ts";
import { Problem } from "../../../src/values/problems.ts";

const count = 600;
const dayMs = 86_400_000;

/** Points all over the world and a year, so that every node has some. */
function feature(i: number, x = ((i * 37) % 360) - 180, y = ((i * 17) % 180) - 90): TimedFeature {
  const time = i * (dayMs / 2);
  return {
    type: "Feature",
    id: `f-${String(i).padStart(4, "0")}`,
    geometry: { type: "Point", coordinates: [x, y] },
    properties: { i },
    time: { start: time, end: time },
  };
}

const features = Array.from({ length: count }, (_, i) => feature(i));
/** Newest first. */
const ids = features.map(({ id }) => id).reverse();

/** The error of a caller, as the service answers it. */
async function problemOf(
  work: Promise<unknown>,
): Promise<Pick<Problem, "status" | "code" | "message">> {
  try {
    await work;
  } catch (error) {
    assert.ok(error instanceof Problem, String(error));
    const { status, code, message } = error;
    return { status, code, message };
  }
  throw new Error("It was answered.");
}

let counts = 0;

/** Of all features, by a selection whose number no store remembers. */
function countAnew(store: FeatureStore): Promise<number> {
  return store.count({ interval: { start: -Infinity, end: 1e14 + counts++ } });
}

function awayMessage(node: string) {
  return {
    status: 503,
    code: "part-away",
    message: `A part of the data is away, since the node ${node} cannot be reached: there is no answer rather than one with a hole; try again later.`,
  };
}

async function idsFrom(store: FeatureStore, start?: OrderKey): Promise<string[]> {
  const found: string[] = [];
  for (let after = start; ; ) {
    const page = await store.find({}, after ? { limit: 50, after } : { limit: 50 });
    found.push(...Array.from(page.features, (text) => JSON.parse(text).id as string));
    if (!page.next) return found;
    after = page.next;
  }
}

/** Locks the parts of a node, so that work on them waits; gives what releases them. */
async function lockParts({ port }: Cluster): Promise<() => Promise<void>> {
  const session = postgres(`postgres://postgres@127.0.0.1:${port}/postgres`, {
    max: 1,
    fetch_types: false,
    onclose() {},
  });
  await session.unsafe("BEGIN");
  for (let i = 0; i < partitions; i++) {
    await session.unsafe(`LOCK TABLE emberline.hotspots_${i}`);
  }
  return () => session.end({ timeout: 0 }).catch(() => {});
}

/** Until work on a node waits for a lock. */
async function untilWaiting(node: Cluster): Promise<void> {
  const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock';";
  while ((await node.query(waiting)).length === 0);
}

describe("a table on three nodes, of which one goes away", () => {
  let cluster: SpreadCluster;
  let names: string[];
  let postgis: Awaited<ReturnType<typeof openPostgis>>;
  let store: FeatureStore;
  const url = () => `postgres://postgres@127.0.0.1:${cluster.coordinator.port}/postgres`;
  before(async () => {
    cluster = await startSpreadCluster();
    names = await cluster.createTables("emberline");
    postgis = await openPostgis({ url: url(), maxReadSeconds: 5 }, processTurns);
    store = postgis.stores["svc:hotspots"];
    await store.insert(features);
  });
  after(async () => {
    await postgis.close();
    cluster.stop();
  });

  it("has features on every node", async () => {
    for (const node of cluster.nodes) {
      const rows = await node.query(
        Array.from(
          { length: partitions },
          (_, i) => `SELECT count(*) FROM emberline.hotspots_${i};`,
        ).join(""),
      );
      const stored = rows.reduce((sum, [each]) => sum + Number(each), 0);
      assert.ok(stored > count / 10 && stored < count, String(stored));
    }
  });

  it("in the middle of a listing: an error that names it, no short page, then the rest", async () => {
    const first = await store.find({}, { limit: 100 });
    cluster.nodes[1]!.kill();
    const wanted = awayMessage(names[1]!);
    for (let attempt = 0; attempt < 3; attempt++) {
      assert.deepEqual(await problemOf(store.find({}, { limit: 50, after: first.next! })), wanted);
      assert.deepEqual(await problemOf(countAnew(store)), wanted);
      assert.deepEqual(await problemOf(store.extent()), wanted);
      assert.deepEqual(await problemOf(store.get("f-0001")), wanted);
    }
    cluster.nodes[1]!.restart();
    const rest = await idsFrom(store, first.next);
    assert.deepEqual(
      [...Array.from(first.features, (text) => JSON.parse(text).id as string), ...rest],
      ids,
    );
  });

  it("still answers what lies on the other nodes alone", async () => {
    cluster.nodes[2]!.kill();
    let answered = 0;
    for (const { id, time, geometry } of features.slice(0, 60)) {
      const [x, y] = (geometry as Point).coordinates as [number, number];
      const selection = { box: [x, y, x, y] as [number, number, number, number], interval: time! };
      const found = await store.find(selection, { limit: 10 }).catch((error: unknown) => error);
      if (found instanceof Problem) {
        assert.equal(found.message, awayMessage(names[2]!).message);
        continue;
      }
      answered++;
      const { features: texts, matched } = found as Awaited<ReturnType<FeatureStore["find"]>>;
      assert.equal(matched, 1);
      assert.deepEqual(
        Array.from(texts, (text) => JSON.parse(text).id),
        [id],
      );
    }
    assert.ok(answered > 20 && answered < 60, String(answered));
    cluster.nodes[2]!.restart();
    assert.equal(await store.count({}), count);
  });

  it("in the middle of an aggregation: an error that names it, then the numbers of all features", async () => {
    const request: AggregateRequest = {
      groupings: [{ kind: "cell", sizeDeg: 30 }],
      properties: ["i"],
      statistics: [{ name: "sum" }, { name: "median", quantile: 0.5 }],
    };
    const memory = new MemoryStore();
    await memory.insert(features);
    const expected = await memory.aggregate({}, request);
    assert.deepEqual(await store.aggregate({}, request), expected);
    const node = cluster.nodes[1]!;
    const release = await lockParts(node);
    const aggregating = problemOf(store.aggregate({}, request));
    await untilWaiting(node);
    node.kill();
    await release();
    assert.deepEqual(await aggregating, awayMessage(names[1]!));
    assert.deepEqual(await problemOf(store.aggregate({}, request)), awayMessage(names[1]!));
    node.restart();
    assert.deepEqual(await store.aggregate({}, request), expected);
  });

  it("refuses changes, of which nothing is seen later", async () => {
    cluster.nodes[0]!.kill();
    const wanted = awayMessage(names[0]!);
    const put = [feature(0, 5, 5), ...Array.from({ length: 40 }, (_, i) => feature(count + i))];
    assert.deepEqual(await problemOf(store.apply({ put, remove: ["f-0003"] })), wanted);
    assert.deepEqual(await problemOf(store.insert(put)), wanted);
    assert.deepEqual(await problemOf(store.removeBefore(10 * dayMs)), wanted);
    cluster.nodes[0]!.restart();
    assert.deepEqual(await idsFrom(store), ids);
    assert.deepEqual(JSON.parse((await store.get("f-0000"))!).geometry, features[0]!.geometry);
  });

  describe("while the nodes commit a change", () => {
    const moved = features.slice(0, 200).map((_, i) => feature(i, ((i * 53) % 360) - 180));
    const put = [...moved, ...Array.from({ length: 40 }, (_, i) => feature(count + i))];
    const remove = ["f-0300", "f-0301", "f-0302"];
    const expected = [...new Map([...features, ...put].map((each) => [each.id, each])).values()]
      .filter(({ id }) => !remove.includes(id))
      .reverse();

    /** The commit of a node waits for this, and goes on with an error if it is killed. */
    async function applyAndKill(node: number) {
      const target = cluster.nodes[node]!;
      // A deferred trigger runs when this node commits.
      await target.query(`
        CREATE TABLE gate (); CREATE TABLE arrived ();
        CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END';
        ${Array.from({ length: partitions }, (_, i) => `CREATE CONSTRAINT TRIGGER gate AFTER INSERT ON emberline.hotspots_${i} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_at_gate();`).join("\n")}`);
      const gate = postgres(`postgres://postgres@127.0.0.1:${target.port}/postgres`, {
        max: 1,
        fetch_types: false,
        onclose() {},
      });
      await gate`SELECT pg_advisory_lock(1)`;
      const applying = problemOf(store.apply({ put, remove }));
      const waiting =
        "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'advisory' AND query LIKE 'COMMIT%';";
      while ((await target.query(waiting)).length === 0);
      target.kill();
      await gate.end({ timeout: 0 }).catch(() => {});
      return applying;
    }

    it("says so, answers nothing by halves, and completes the change when the node is back", async () => {
      const wanted = awayMessage(names[1]!);
      assert.deepEqual(await applyAndKill(1), wanted);
      const half = await Promise.all(
        [0, 2].map(
          async (i) =>
            (
              await cluster.nodes[i]!.query(
                Array.from(
                  { length: partitions },
                  (_, p) => `SELECT id FROM emberline.hotspots_${p} WHERE id > 'f-0599';`,
                ).join(""),
              )
            ).length,
        ),
      );
      assert.ok(
        half.every((stored) => stored > 0),
        "the other nodes have committed",
      );
      assert.deepEqual(await problemOf(countAnew(store)), wanted);
      assert.deepEqual(await problemOf(store.find({}, { limit: 1 })), wanted);
      cluster.nodes[1]!.restart();
      assert.deepEqual(
        await idsFrom(store),
        expected
          .map(({ id }) => id)
          .sort()
          .reverse(),
      );
      assert.equal(await store.count({}), expected.length);
      // The same again changes nothing.
      assert.deepEqual(await store.apply({ put, remove }), {
        added: 0,
        replaced: put.length,
        removed: 0,
      });
      assert.equal(await store.count({}), expected.length);
    });
  });

  describe("that hangs", () => {
    let hasty: typeof postgis;
    let hurried: FeatureStore;
    before(async () => {
      const limits = { maxReadSeconds: 6, maxChangeSeconds: 6 };
      hasty = await openPostgis({ url: url(), ...limits }, processTurns);
      hurried = hasty.stores["svc:hotspots"];
    });
    after(() => hasty.close());

    it("ends requests and changes in time with an error that names it, and nothing is changed", async () => {
      const ids = await idsFrom(hurried);
      const node = cluster.nodes[2]!;
      const wanted = awayMessage(names[2]!);
      node.freeze();
      const put = Array.from({ length: 40 }, (_, i) => feature(2000 + i));
      assert.deepEqual(await problemOf(countAnew(hurried)), wanted);
      assert.deepEqual(await problemOf(hurried.apply({ put, remove: ["f-0100"] })), wanted);
      node.thaw();
      assert.deepEqual(await idsFrom(hurried), ids);
    });

    it("even if it is at work for them, and answers them when it goes on", async () => {
      const stored = await hurried.count({});
      const node = cluster.nodes[0]!;
      const wanted = awayMessage(names[0]!);
      const release = await lockParts(node);
      const counting = problemOf(countAnew(hurried));
      await untilWaiting(node);
      node.freeze();
      assert.deepEqual(await counting, wanted);
      assert.deepEqual(await problemOf(hurried.extent()), wanted);
      node.thaw();
      await release();
      assert.equal(await hurried.count({}), stored);
    });
  });
});
