import { loadLock } from "./bulk-load.ts";
import type { Database } from "./database.ts";
import { missingIndexes } from "./indexes.ts";
import { rowsOf, type Transaction } from "./rows.ts";

/** Any number that other programs are unlikely to use. */
const lockNumber = 7_036_842_018;

const latest = 1;

/**
 * Creates or updates the tables; of several services that start at once, one does.
 * @throws {Error} when PostGIS is missing, or a newer service has made the tables
 */
export async function migrate(database: Database, tables: readonly string[]): Promise<void> {
  const { schema } = database;
  await database.write(async (transaction) => {
    const run = (text: string) => transaction.unsafe(text);
    await run(`SELECT pg_advisory_xact_lock(${lockNumber})`);
    await preparePostgis(transaction);
    await run(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await run(`CREATE TABLE IF NOT EXISTS ${schema}.migrations (version integer PRIMARY KEY)`);
    const [row] = await run(
      `SELECT coalesce(max(version), 0) AS version FROM ${schema}.migrations`,
    );
    const version = Number(row?.version);
    if (version > latest) {
      throw new Error(`The tables in ${schema} were made by a newer version of this service.`);
    }
    if (version < 1) {
      for (const statement of sharedTables(schema)) await run(statement);
      await run(`INSERT INTO ${schema}.migrations VALUES (1)`);
    }
    for (const table of tables) {
      const [found] = await run(`SELECT to_regclass('${schema}.${table}') AS name`);
      if (found?.name !== null) continue;
      for (const statement of featureTable(schema, table)) await run(statement);
    }
    for (const table of tables) await completeIndexes(transaction, schema, table);
  });
}

/** A load that broke off leaves a table without indexes; one that goes on creates them itself. */
async function completeIndexes(
  transaction: Transaction,
  schema: string,
  table: string,
): Promise<void> {
  const missing = (await missingIndexes(transaction, schema, table)).flat();
  if (missing.length === 0) return;
  const [row] = await rowsOf<{ is_free: boolean }>(
    transaction,
    `SELECT pg_try_advisory_xact_lock(${loadLock(schema, table)}) AS is_free`,
  );
  if (!row!.is_free) return;
  for (const statement of missing) await transaction.unsafe(statement);
}

async function preparePostgis(transaction: Transaction): Promise<void> {
  const [encoding] = await transaction.unsafe("SHOW server_encoding");
  if (encoding?.server_encoding !== "UTF8")
    throw new Error("The database must have encoding UTF8.");
  const found = await transaction.unsafe("SELECT 1 FROM pg_extension WHERE extname = 'postgis'");
  if (found.length > 0) return;
  try {
    await transaction.unsafe("CREATE EXTENSION postgis");
  } catch {
    throw new Error("The database lacks PostGIS: run CREATE EXTENSION postgis as its owner.");
  }
}

function sharedTables(schema: string): string[] {
  return [
    `CREATE TABLE ${schema}.collections (name text PRIMARY KEY, version bigint NOT NULL)`,
    // Names and kinds of properties that occur together: types are known without reading values.
    `CREATE TABLE ${schema}.shapes (
      shape integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      digest text NOT NULL UNIQUE,
      kinds text NOT NULL)`,
    // What is known of each live feed, and the process that reads them.
    `CREATE TABLE ${schema}.feeds (
      name text PRIMARY KEY,
      layer text NOT NULL,
      state text NOT NULL,
      read_at float8,
      revision bigint NOT NULL)`,
    `CREATE TABLE ${schema}.feed_reader (holder text NOT NULL)`,
    `INSERT INTO ${schema}.feed_reader VALUES ('')`,
  ];
}

function featureTable(schema: string, table: string): string[] {
  return [
    `INSERT INTO ${schema}.collections VALUES ('${table}', 0)`,
    // Times in epoch milliseconds; without time from -Infinity to Infinity, so that they come last.
    // Exact bounds, since an index has rounded ones; no bounds and no geom without location.
    `CREATE TABLE ${schema}.${table} (
      id text COLLATE "C" PRIMARY KEY,
      start_ms float8 NOT NULL,
      end_ms float8 NOT NULL,
      west float8, south float8, east float8, north float8,
      is_point boolean NOT NULL,
      geom geometry(Geometry, 4326),
      properties jsonb,
      is_exact boolean NOT NULL,
      shape integer NOT NULL,
      body text NOT NULL,
      is_live boolean NOT NULL)`,
  ];
}
