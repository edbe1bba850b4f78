import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { type Cluster, copyLine, startCluster } from "@emberline/test-support/postgres";
import { recordsOf } from "@emberline/test-support/records";
import {
  hotspotFiles,
  perimeterFile,
  readFeatures,
  sampledData,
  sharedData,
  skipWithoutSharedData,
} from "@emberline/test-support/shared-data";
import type { CallContext } from "@emberline/tools";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { answerOf } from "../../../packages/tools/test/support.ts";
import { contextOver } from "./support.ts";

let cluster: Cluster;
let context: CallContext;
let folder: string;

const require = createRequire(import.meta.url);

before(async () => {
  if (skipWithoutSharedData) return;
  folder = sampledData();
  cluster = await startCluster();
  const shared = (name: string) =>
    JSON.parse(gunzipSync(readFileSync(join(sharedData, `areas/${name}.topojson.gz`))).toString());
  const counties = JSON.parse(readFileSync(require.resolve("us-atlas/counties-10m.json"), "utf8"));
  const [admin1, natural] = [shared("admin1"), shared("natural")];
  const rows = [
    ...rowsOfTopology(admin1, "admin1"),
    ...rowsOfTopology(natural, "regions"),
    ...rowsOfTopology(natural, "parks"),
    ...rowsOfTopology(counties, "counties"),
  ];
  const hotspots = hotspotFiles.flatMap((name) => readFeatures(name, folder));
  const perimeters = readFeatures(perimeterFile, folder);
  const copy = (table: string, lines: readonly (string | null)[][]) =>
    `COPY ${table} FROM stdin;\n${lines.map(copyLine).join("")}\\.\n`;
  await cluster.query(`
    CREATE TABLE raw (layer text, name text, a3 text, fips text, json text);
    CREATE TABLE raw_feature (layer text, id text, json text);
    ${copy("raw", rows)}
    ${copy("raw_feature", [
      ...hotspots.map(({ id, geometry }) => ["hotspots", id, JSON.stringify(geometry)]),
      ...perimeters.map(({ id, geometry }) => ["perimeters", id, JSON.stringify(geometry)]),
    ])}
    CREATE TABLE area AS
      SELECT layer, name, a3, fips, ST_Subdivide(ST_MakeValid(ST_GeomFromGeoJSON(json))) AS g FROM raw;
    CREATE TABLE thing AS SELECT layer, id, ST_MakeValid(ST_GeomFromGeoJSON(json)) AS g FROM raw_feature;
    CREATE INDEX ON area USING gist (g);
    CREATE INDEX ON thing USING gist (g);
    ANALYZE;`);
  context = await contextOver(folder);
});

after(() => {
  cluster?.stop();
  if (folder) rmSync(folder, { recursive: true });
});

/** Each area of an object as layer, name, country, number and geometry. */
function rowsOfTopology(topology: Topology, name: string): (string | null)[][] {
  const object = topology.objects[name] as GeometryCollection<{ name: string; a3?: string }>;
  return feature(topology, object).features.map(({ id, properties, geometry }) => [
    name,
    properties.name,
    properties.a3 ?? null,
    id === undefined ? null : String(id),
    JSON.stringify(geometry),
  ]);
}

const counted: readonly [within: string, where: string][] = [
  ["Oregon", "layer = 'admin1' AND a3 = 'USA' AND name = 'Oregon'"],
  ["US-CA", "layer = 'admin1' AND a3 = 'USA' AND name = 'California'"],
  ["Alaska", "layer = 'admin1' AND a3 = 'USA' AND name = 'Alaska'"],
  ["Minas Gerais, Brazil", "layer = 'admin1' AND a3 = 'BRA' AND name = 'Minas Gerais'"],
  ["New South Wales", "layer = 'admin1' AND a3 = 'AUS' AND name = 'New South Wales'"],
  ["Brazil", "layer = 'admin1' AND a3 = 'BRA'"],
  ["Canada", "layer = 'admin1' AND a3 = 'CAN'"],
  ["Russia", "layer = 'admin1' AND a3 = 'RUS'"],
  ["USA", "layer = 'admin1' AND a3 = 'USA'"],
  ["Indonesia", "layer = 'admin1' AND a3 = 'IDN'"],
  ["Norway", "layer = 'admin1' AND a3 = 'NOR'"],
  ["France", "layer = 'admin1' AND a3 = 'FRA'"],
  ["DR Congo", "layer = 'admin1' AND a3 = 'COD'"],
  ["South Africa", "layer = 'admin1' AND a3 = 'ZAF'"],
  ["Lesotho", "layer = 'admin1' AND a3 = 'LSO'"],
  ["San Marino", "layer = 'admin1' AND a3 = 'SMR'"],
  ["Italy", "layer = 'admin1' AND a3 = 'ITA'"],
  ["Fiji", "layer = 'admin1' AND a3 = 'FJI'"],
  ["Chukotka", "layer = 'admin1' AND a3 = 'RUS' AND name LIKE 'Chukchi%'"],
  ["Georgia (country)", "layer = 'admin1' AND a3 = 'GEO'"],
  ["Georgia, USA", "layer = 'admin1' AND a3 = 'USA' AND name = 'Georgia'"],
  ["Trinity County, California", "layer = 'counties' AND fips = '06105'"],
  ["Trinity County, TX", "layer = 'counties' AND fips = '48455'"],
  ["Kangaroo Island", "layer = 'regions' AND name = 'Kangaroo I.'"],
  ["Borneo", "layer = 'regions' AND name = 'BORNEO'"],
  ["Sierra Nevada", "layer = 'regions' AND name = 'SIERRA NEVADA'"],
  ["Crete (island)", "layer = 'regions' AND name = 'Crete'"],
  ["Kamchatka Peninsula", "layer = 'regions' AND name = 'KAMCHATKA PENINSULA'"],
  ["Yosemite National Park", "layer = 'parks' AND name = 'Yosemite'"],
];

for (const [collection, layer] of [
  ["svc:hotspots", "hotspots"],
  ["svc:satellite-perimeters", "perimeters"],
] as const) {
  test(`${layer} within named areas are those of PostGIS`, {
    skip: skipWithoutSharedData,
  }, async (t) => {
    let total = 0;
    for (const [within, where] of counted) {
      await t.test(within, async () => {
        const [row] = await cluster.query(`
          SELECT count(DISTINCT id) FROM thing JOIN area ON ST_Intersects(thing.g, area.g)
          WHERE thing.layer = '${layer}' AND area.${where.replaceAll(" AND ", " AND area.")}`);
        const input = { collection, within, latest_per_fire: false, properties: [], top: 0 };
        const { latest_per_fire: _, ...ofPoints } = input;
        const answer = await answerOf(
          "summarize_features",
          layer === "hotspots" ? ofPoints : input,
          context,
        );
        assert.deepEqual([answer.matched, answer.matched_exact], [Number(row![0]), true]);
        total += answer.matched;
      });
    }
    assert.ok(total > 1000, `${total} ${layer}`);
  });
}

const grouped = [
  ["country", "a3", "admin1", ["Brazil", "BRA"]],
  ["region", "a3 || '|' || name", "admin1", ["New South Wales, Australia", "AUS|New South Wales"]],
  ["county", "fips", "counties", ["Lake County, Oregon", "41037"]],
] as const;

for (const [level, expression, layer, [shown, key]] of grouped) {
  test(`hotspots by ${level} are those of PostGIS`, { skip: skipWithoutSharedData }, async () => {
    const expected = new Map(
      (
        await cluster.query(`
          WITH held AS (
            SELECT id, min(${expression}) AS key FROM thing JOIN area ON ST_Intersects(thing.g, area.g)
            WHERE thing.layer = 'hotspots' AND area.layer = '${layer}' GROUP BY id)
          SELECT coalesce(key, 'none'), count(*) FROM thing LEFT JOIN held USING (id)
          WHERE thing.layer = 'hotspots' GROUP BY 1`)
      ).map(([name, count]) => [name, Number(count)]),
    );
    const answer = await answerOf(
      "summarize_features",
      { collection: "svc:hotspots", group_by: [level], properties: [], top: 0, max_tokens: 10_000 },
      context,
    );
    const rows = recordsOf(answer);
    const counts = [...expected.values()].sort((a, b) => b - a);
    assert.equal(answer.groups, counts.length);
    assert.deepEqual(
      rows.map(({ count }) => count),
      counts.slice(0, rows.length),
    );
    const countOf = (name: string) => rows.find((row) => row[level] === name)?.count;
    assert.equal(countOf("none"), expected.get("none"));
    if (expected.has(key)) assert.equal(countOf(shown), expected.get(key));
  });
}
