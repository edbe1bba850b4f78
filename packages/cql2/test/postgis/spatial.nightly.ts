import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { amount } from "@emberline/test-support/amount";
import { type Cluster, copyLine, startCluster } from "@emberline/test-support/postgres";
import { seededRandom } from "@emberline/test-support/random";
import {
  perimeterFile,
  readFeatures,
  skipWithoutSharedData,
} from "@emberline/test-support/shared-data";
import { compile, type Feature, type Geometry, type SpatialOperator } from "../../src/index.ts";
import { repairGeometry, spatial } from "../../src/spatial.ts";
import { randomShapes } from "./shapes.ts";

const operators: readonly SpatialOperator[] = [
  "s_contains",
  "s_crosses",
  "s_disjoint",
  "s_equals",
  "s_intersects",
  "s_overlaps",
  "s_touches",
  "s_within",
];
const shapeCount = amount(150, 5000);

let cluster: Cluster;
const perimeters = skipWithoutSharedData
  ? []
  : readFeatures<Feature>(perimeterFile).filter((_, i) => i % amount(3, 1) === 0);
const shapes = skipWithoutSharedData
  ? []
  : randomShapes(shapeCount, perimeters, seededRandom(20261121)).map(repairGeometry);

async function load(table: string, geometries: readonly Geometry[]): Promise<void> {
  const lines = geometries.map((geometry, id) => copyLine([id, JSON.stringify(geometry)])).join("");
  await cluster.query(`
    CREATE TEMP TABLE source (id int, json text);
    COPY source FROM stdin;\n${lines}\\.
    CREATE UNLOGGED TABLE ${table} AS
      WITH parsed AS MATERIALIZED (SELECT id, ST_GeomFromGeoJSON(json) AS g FROM source)
      SELECT id, ST_IsValid(g) AS valid, ST_MakeValid(g) AS g FROM parsed;
    CREATE INDEX ON ${table} USING gist (g);
    ANALYZE ${table};`);
}

before(async () => {
  if (skipWithoutSharedData) return;
  cluster = await startCluster();
  await load(
    "perimeter",
    perimeters.map(({ geometry }) => geometry!),
  );
  await load("shape", shapes);
});
after(() => cluster?.stop());

test("a perimeter is repaired where PostGIS calls it invalid, and into an equal geometry", {
  skip: skipWithoutSharedData,
}, async () => {
  const repaired = perimeters.map(({ geometry }) => repairGeometry(geometry!));
  await load("repaired", repaired);
  const valid = await cluster.query("SELECT id FROM perimeter WHERE valid ORDER BY id");
  const unchanged = repaired.flatMap((geometry, id) =>
    geometry === perimeters[id]!.geometry ? [String(id)] : [],
  );
  assert.deepEqual(unchanged, valid.flat());
  // Parts of each dimension are compared: ST_Equals takes no collections.
  const different = await cluster.query(`
    SELECT p.id, part
    FROM perimeter p JOIN repaired r USING (id), generate_series(1, 3) AS part
    WHERE NOT p.valid AND NOT (
      r.valid AND (ST_Equals(ST_CollectionExtract(p.g, part), ST_CollectionExtract(r.g, part))
        OR (ST_IsEmpty(ST_CollectionExtract(p.g, part)) AND ST_IsEmpty(ST_CollectionExtract(r.g, part)))))`);
  assert.deepEqual(different, []);
});

test("every spatial predicate on every pair of a perimeter and a shape agrees with PostGIS", {
  skip: skipWithoutSharedData,
}, async () => {
  const columns = operators.map((op) => `ST_${op.slice(2)}(p.g, s.g)::int::text`);
  const rows = await cluster.query(
    `SELECT s.id, p.id, ${columns.join(" || ")} FROM shape s JOIN perimeter p ON s.g && p.g`,
  );
  const expected = new Map(
    rows.map(([shape, perimeter, bits]) => [`${shape} ${perimeter}`, bits!]),
  );
  const apart = operators.map((op) => (op === "s_disjoint" ? "1" : "0")).join("");
  const tallies = { pairs: 0, boxesMeet: 0, intersecting: 0 };
  const differences: string[] = [];
  shapes.forEach((shape, s) => {
    const predicates = operators.map((op) =>
      compile({ op, args: [{ property: "geometry" }, shape] }, { spatial }),
    );
    perimeters.forEach((perimeter, p) => {
      const bits = predicates.map((predicate) => (predicate(perimeter) ? "1" : "0")).join("");
      const wanted = expected.get(`${s} ${p}`);
      tallies.pairs++;
      if (wanted !== undefined) tallies.boxesMeet++;
      if (bits[4] === "1") tallies.intersecting++;
      if (bits !== (wanted ?? apart)) differences.push(`${perimeter.id} ${s} ${bits} ${wanted}`);
    });
  });
  assert.deepEqual(differences, []);
  // If hardly any pair met, equal results would prove little.
  assert.equal(tallies.pairs, perimeters.length * shapeCount);
  assert.ok(tallies.intersecting > 10 * shapeCount, JSON.stringify(tallies));
});
