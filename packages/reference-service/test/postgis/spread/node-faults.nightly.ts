import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Cluster } from "@emberline/test-support/postgres";
import {
  partitions,
  type SpreadCluster,
  startSpreadCluster,
} from "@emberline/test-support/postgres-nodes";
import { processTurns } from "@emberline/turns";
import { readiness } from "../../../src/program/serve-command.ts";
import { openPostgis } from "../../../src/service/open-postgis.ts";
import type { FeatureStore, TimedFeature } from "../../../src/store/feature-store.ts";
import { Problem } from "../../../src/values/problems.ts";

/** Points all over the world and some months, so that every node has some. */
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

async function problemOf(work: Promise<unknown>): Promise<Problem> {
  try {
    await work;
  } catch (error) {
    assert.ok(error instanceof Problem, String(error));
    return error;
  }
  throw new Error("It was answered.");
}

let counts = 0;

/** Of all features, by a selection whose number no store remembers. */
function countAnew(store: FeatureStore): Promise<number> {
  return store.count({ interval: { start: -Infinity, end: 1e14 + counts++ } });
}

function sentence(what: string): string {
  return `A part of the data is away, since ${what}: there is no answer rather than one with a hole; try again later.`;
}

function eachPart(statement: (table: string) => string): string {
  return Array.from({ length: partitions }, (_, i) => statement(`hotspots_${i}`)).join("\n");
}

describe("a table on three nodes, of which one is wrong in another way than dead", () => {
  let cluster: SpreadCluster;
  let names: string[];
  let node: Cluster;
  let postgis: Awaited<ReturnType<typeof openPostgis>>;
  let store: FeatureStore;
  const all = features(0, 60);
  const open = () =>
    openPostgis(
      {
        url: `postgres://postgres@127.0.0.1:${cluster.coordinator.port}/postgres`,
        maxReadSeconds: 10,
      },
      processTurns,
    );
  before(async () => {
    cluster = await startSpreadCluster();
    names = await cluster.createTables("emberline");
    node = cluster.nodes[1]!;
    postgis = await open();
    store = postgis.stores["svc:hotspots"];
    await store.insert(all);
  });
  after(async () => {
    await postgis.close();
    cluster.stop();
  });

  it("lacks a table: an error that names the node, until the table is there", async () => {
    const rename = (from: string, to: string) =>
      node.query(
        eachPart((name) => `ALTER TABLE emberline.${from}${name} RENAME TO ${to}${name};`),
      );
    await rename("", "lost_");
    const wanted = sentence(`the node ${names[1]} failed`);
    assert.equal((await problemOf(countAnew(store))).message, wanted);
    assert.equal((await problemOf(store.find({}, { limit: 100 }))).message, wanted);
    assert.equal(
      (await problemOf(store.apply({ put: features(0, 9), remove: [] }))).message,
      wanted,
    );
    await rename("lost_", "");
    assert.equal(await store.count({}), all.length);
  });

  it("refuses the coordinator: an error without the role and the address", async () => {
    const signIn = (role: string) =>
      cluster.coordinator.query(
        `ALTER USER MAPPING FOR postgres SERVER ${names[1]} OPTIONS (SET user '${role}');`,
      );
    await signIn("stranger");
    const { message, code } = await problemOf(countAnew(store));
    assert.equal(message, sentence(`the node ${names[1]} cannot be reached`));
    assert.equal(code, "part-away");
    await signIn("postgres");
    assert.equal(await store.count({}), all.length);
  });

  it("came back with an older state: an error, no shorter answer", async () => {
    const versions = "SELECT version FROM emberline.versions WHERE name = 'hotspots';";
    const [[before]] = (await node.query(versions)) as [[string]];
    // As a copy of the node from before the last change.
    await node.query(`
      ${eachPart((name) => `CREATE TABLE kept_${name} AS SELECT * FROM emberline.${name}; DELETE FROM emberline.${name};`)}
      UPDATE emberline.versions SET version = version - 1 WHERE name = 'hotspots';`);
    node.kill();
    node.restart();
    const started = await open();
    const other = started.stores["svc:hotspots"];
    const wanted = sentence(`the node ${names[1]} lacks changes that others have`);
    assert.equal((await problemOf(countAnew(other))).message, wanted);
    assert.equal((await problemOf(other.find({}, { limit: 1 }))).message, wanted);
    assert.deepEqual(
      (await started.nodes()).map(({ name, isAway }) => [name, isAway]),
      [
        [names[0], false],
        [names[1], true],
        [names[2], false],
      ],
    );
    const ready = await readiness(started);
    assert.equal(ready.status, 200);
    assert.deepEqual(await ready.json(), {
      status: "ready",
      notice: `Nodes that are away: ${names[1]}. Requests that need them get 503.`,
    });
    await node.query(`
      ${eachPart((name) => `INSERT INTO emberline.${name} SELECT * FROM kept_${name};`)}
      UPDATE emberline.versions SET version = ${before} WHERE name = 'hotspots';`);
    assert.equal(await other.count({}), all.length);
    await started.close();
  });

  it("has a full disk in the middle of a load: an error, and nothing of the change is seen", async () => {
    await node.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE 'no space left' USING ERRCODE = '53100'; END $$;
      ${eachPart((name) => `CREATE TRIGGER full_disk BEFORE INSERT ON emberline.${name} FOR EACH ROW EXECUTE FUNCTION refuse();`)}`);
    const more = features(60, 120);
    const { message } = await problemOf(store.insert(more));
    assert.equal(message, sentence(`the node ${names[1]} failed`));
    assert.equal(await store.count({}), all.length);
    await node.query(eachPart((name) => `DROP TRIGGER full_disk ON emberline.${name};`));
    assert.deepEqual(await store.insert(more), []);
    assert.equal(await store.count({}), 120);
  });

  it("is loaded by two services at once: every feature is stored once", async () => {
    const second = await open();
    const same = features(120, 240);
    const half = Math.floor(same.length / 2);
    const repeated = await Promise.all([
      store.insert(same),
      second.stores["svc:hotspots"].insert(same.slice(half)),
      store.insert(same.slice(0, half)),
      second.stores["svc:hotspots"].insert(same),
    ]);
    assert.equal(repeated.flat().length, same.length * 2);
    assert.equal(await store.count({}), 240);
    assert.equal(await second.stores["svc:hotspots"].count({}), 240);
    await second.close();
  });
});
