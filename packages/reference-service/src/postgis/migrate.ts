import type { Database, Transaction } from "./database.ts";

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
      for (const table of tables)
        for (const statement of featureTable(schema, table)) await run(statement);
      await run(`INSERT INTO ${schema}.migrations VALUES (1)`);
    }
  });
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
      shape integer NOT NULL REFERENCES ${schema}.shapes,
      body text NOT NULL)`,
    `CREATE INDEX ON ${schema}.${table} (start_ms DESC, id)`,
    `CREATE INDEX ON ${schema}.${table} (end_ms)`,
    `CREATE INDEX ON ${schema}.${table} USING gist (geom)`,
    `CREATE INDEX ON ${schema}.${table} USING gin (properties jsonb_path_ops)`,
    `CREATE INDEX ON ${schema}.${table} (shape)`,
    // Filters look at these in addition to what their own index finds.
    `CREATE INDEX ON ${schema}.${table} (is_exact) WHERE NOT is_exact`,
  ];
}
