import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Cluster, copyLine, startCluster } from "@emberline/test-support/postgres";
import { skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { compile, parse } from "../../src/index.ts";
import { spatial } from "../../src/spatial.ts";
import { type CountRow, errata, readCounts, readDataset } from "../standard-data.ts";
import { loadCql2Wasm } from "./cql2-wasm.ts";

let cluster: Cluster;
const rows: readonly CountRow[] = skipWithoutSharedData ? [] : readCounts();
const names = [...new Set(rows.map(({ dataset }) => dataset))];
const datasets = new Map(names.map((name) => [name, readDataset(name)]));

interface Schema {
  properties: Record<string, { type?: string; format?: string; $ref?: string }>;
}

function sqlType({ type, format, $ref }: Schema["properties"][string]): string {
  if ($ref !== undefined) return "geometry";
  if (format === "date") return "date";
  if (format === "date-time") return "timestamptz";
  return type === "string" ? 'text COLLATE "C"' : type === "boolean" ? "boolean" : "float8";
}

async function loadDataset(name: string): Promise<void> {
  const { features, queryables } = datasets.get(name)!;
  const columns = Object.entries((queryables as Schema).properties);
  const lines = features.map(({ properties, geometry }) =>
    copyLine(
      columns.map(([column, schema]) => {
        if (schema.$ref !== undefined) return JSON.stringify(geometry);
        const value = properties?.[column] ?? null;
        return value === null ? null : String(value);
      }),
    ),
  );
  const quoted = columns.map(([column]) => `"${column}"`);
  const parsed = columns.map(([column, schema]) =>
    schema.$ref === undefined
      ? `"${column}"::${sqlType(schema)}`
      : `ST_SetSRID(ST_GeomFromGeoJSON("${column}"), 0)`,
  );
  await cluster.query(`
    CREATE TEMP TABLE source (${quoted.map((column) => `${column} text`).join(", ")});
    COPY source FROM stdin;\n${lines.join("")}\\.
    CREATE TABLE ${name} AS SELECT ${parsed.map((sql, i) => `${sql} AS ${quoted[i]}`).join(", ")} FROM source;`);
}

before(async () => {
  if (skipWithoutSharedData) return;
  cluster = await startCluster();
  // Functions in cql2-wasm's SQL that PostgreSQL lacks or names differently.
  await cluster.query(`
    CREATE FUNCTION strip_accents(text) RETURNS text LANGUAGE sql AS
      $$ SELECT regexp_replace(normalize($1, NFD), '[\\u0300-\\u036f]', '', 'g') $$;
    CREATE FUNCTION bbox(float8, float8, float8, float8) RETURNS geometry LANGUAGE sql AS
      $$ SELECT ST_MakeEnvelope($1, $2, $3, $4) $$;
    CREATE FUNCTION try_count(sql text) RETURNS bigint LANGUAGE plpgsql AS $$
      DECLARE result bigint;
      BEGIN EXECUTE sql INTO result; RETURN result; EXCEPTION WHEN OTHERS THEN RETURN NULL; END $$;`);
  for (const name of names) await loadDataset(name);
});
after(() => cluster?.stop());

test("this package selects what the standard says on every row, and cql2-wasm's SQL on some", {
  skip: skipWithoutSharedData,
}, async (context) => {
  const wasm = await loadCql2Wasm();
  const statements = rows.map(({ dataset, filter }) => {
    let sql = "";
    try {
      sql = `SELECT count(*) FROM ${dataset} WHERE ${wasm.parseText(filter).to_sql()}`;
    } catch {
      // A filter that it cannot parse or write as SQL counts as a wrong answer.
    }
    return `SELECT coalesce(try_count($sql$${sql}$sql$), -1);`;
  });
  const theirs = (await cluster.query(statements.join("\n"))).map(([count]) => Number(count));
  assert.equal(theirs.length, rows.length);
  const tally = { rows: rows.length, ours: 0, cql2Wasm: 0 };
  rows.forEach(({ dataset, filter, count }, i) => {
    const { features, queryables } = datasets.get(dataset)!;
    const expected = errata.get(filter) ?? count;
    const predicate = compile(parse(filter), { queryables, spatial });
    if (features.filter(predicate).length === expected) tally.ours++;
    if (theirs[i] === expected) tally.cql2Wasm++;
  });
  context.diagnostic(`right answers: ${JSON.stringify(tally)}`);
  assert.equal(tally.ours, tally.rows);
  assert.ok(tally.cql2Wasm > 0, "cql2-wasm answered nothing: the comparison is broken");
});
