import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { amount } from "@emberline/test-support/amount";
import { type Cluster, copyLine, startCluster } from "@emberline/test-support/postgres";
import { skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { compile, normalise, parse, print } from "../../src/index.ts";
import { spatial } from "../../src/spatial.ts";
import { hotspots, randomFilter } from "./random-filters.ts";
import { toSql } from "./sql.ts";

const filterCount = amount(800, 2000);

let cluster: Cluster;

before(async () => {
  if (skipWithoutSharedData) return;
  cluster = await startCluster();
  const lines = hotspots.map(({ properties, geometry }) =>
    copyLine([JSON.stringify(properties), JSON.stringify(geometry)]),
  );
  await cluster.query(`
    CREATE TEMP TABLE source (props jsonb, json text);
    COPY source FROM stdin;\n${lines.join("")}\\.
    CREATE UNLOGGED TABLE hotspot AS SELECT props, ST_GeomFromGeoJSON(json) AS geom FROM source;
    ANALYZE hotspot;`);
});
after(() => cluster?.stop());

test("random filters over hotspots select as many features as their SQL in PostGIS", {
  skip: skipWithoutSharedData,
}, async () => {
  const trees = Array.from({ length: filterCount }, () => randomFilter(3));
  const counts = await cluster.query(
    trees.map((tree) => `SELECT count(*) FROM hotspot WHERE ${toSql(tree)};`).join("\n"),
  );
  assert.equal(counts.length, filterCount);
  const wrong: string[] = [];
  let some = 0;
  trees.forEach((tree, i) => {
    const expected = Number(counts[i]![0]);
    if (expected > 0 && expected < hotspots.length) some++;
    for (const same of [parse(print(tree)), normalise(tree)]) {
      const selected = hotspots.filter(compile(same, { spatial })).length;
      if (selected !== expected) wrong.push(`${print(tree)}: ${selected}, not ${expected}`);
    }
  });
  assert.deepEqual(wrong.slice(0, 20), []);
  assert.ok(some > filterCount / 2, `only ${some} filters select some and not all`);
});
