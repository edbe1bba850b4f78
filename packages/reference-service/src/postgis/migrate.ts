import { loadLock } from "./bulk-load.ts";
import type { Database } from "./database.ts";
import { explained, takesNoChanges } from "./faults.ts";
import { missingIndexes } from "./indexes.ts";
import { rowsOf, type Transaction } from "./rows.ts";

/** Any number that other programs are unlikely to use. */
const lockNumber = 7_036_842_018;

/** 2: which file a feature came from, and simulations. */
export const latest = 2;

/**
 * Creates the tables of an empty database, and completes those of this version; of several services
 * that start at once, one does. A role that may not create anything can use what is complete.
 *
 * @returns the version that the tables had; 0 if there were none
 * @throws {Error} when the database is away, PostGIS is missing, or the tables are of a newer
 *   version, or of an older one without `upgrade`
 */
export function migrate(
  database: Database,
  tables: readonly string[],
  { upgrade }: { readonly upgrade: boolean },
): Promise<number> {
  const { schema } = database;
  const work = async (transaction: Transaction) => {
    const version = await completeTables(transaction, schema, tables, upgrade);
    for (const table of tables) await completeIndexes(transaction, schema, table);
    return version;
  };
  return explained(database.write(work));
}

async function completeTables(
  transaction: Transaction,
  schema: string,
  tables: readonly string[],
  upgrade: boolean,
): Promise<number> {
  const run = (text: string) => transaction.unsafe(text);
  await run(`SELECT pg_advisory_xact_lock(${lockNumber})`);
  const [server] = await run("SELECT pg_is_in_recovery() AS is_replica");
  if (server?.is_replica) throw new Error(takesNoChanges);
  await preparePostgis(transaction);
  const version = await versionOf(transaction, schema);
  refuseVersion(version, schema, upgrade);
  if (version === 0) {
    if (!(await exists(transaction, "regnamespace", schema))) await run(`CREATE SCHEMA ${schema}`);
    await run(`CREATE TABLE ${schema}.migrations (version integer PRIMARY KEY)`);
    for (const statement of sharedTables(schema)) await run(statement);
  }
  for (const table of tables) {
    const isThere = await exists(transaction, "regclass", `${schema}.${table}`);
    if (!isThere) await run(featureTable(schema, table));
    if (isThere && version > 0) continue;
    await run(`INSERT INTO ${schema}.collections VALUES ('${table}', 0)`);
  }
  if (version < 2) {
    for (const statement of tablesOfLoads(schema)) await run(statement);
    for (const table of tables) await run(columnOfLoads(schema, table));
    await run(`INSERT INTO ${schema}.migrations VALUES (2)`);
  }
  return version;
}

function refuseVersion(version: number, schema: string, upgrade: boolean): void {
  if (version > latest) {
    throw new Error(
      `The tables in ${schema} are of version ${version}, made by a newer version of this program, which knows ${latest}: start that one, or restore the backup from before it.`,
    );
  }
  if (version > 0 && version < latest && !upgrade) {
    throw new Error(
      `The tables in ${schema} are of version ${version} and this program needs ${latest}: make a backup, then run emberline-service migrate.`,
    );
  }
}

/**
 * What a service would find: the version of the tables, 0 if there are none, and which of them have
 * features. What the service would create is created for it, and taken back.
 * @throws {Error} when the service would not start
 */
export async function checkTables(
  database: Database,
  tables: readonly string[],
): Promise<{ readonly version: number; readonly filled: readonly string[] }> {
  const { schema } = database;
  const found: { version: number; filled: string[] } = { version: 0, filled: [] };
  const takeBack = new Error("all that was created is taken back");
  const work = async (transaction: Transaction) => {
    found.version = await completeTables(transaction, schema, tables, false);
    for (const table of tables) {
      const text = `SELECT EXISTS (SELECT 1 FROM ${schema}.${table}) AS is_filled`;
      const [row] = await transaction.unsafe(text);
      if (row?.is_filled) found.filled.push(table);
    }
    throw takeBack;
  };
  await explained(database.write(work)).catch((error) => {
    if (error !== takeBack) throw error;
  });
  return found;
}

/** 0 where there are no tables. */
async function versionOf(transaction: Transaction, schema: string): Promise<number> {
  if (!(await exists(transaction, "regclass", `${schema}.migrations`))) return 0;
  const [row] = await transaction.unsafe(
    `SELECT coalesce(max(version), 0) AS version FROM ${schema}.migrations`,
  );
  return Number(row?.version);
}

async function exists(
  transaction: Transaction,
  kind: "regclass" | "regnamespace",
  name: string,
): Promise<boolean> {
  const [row] = await transaction.unsafe(`SELECT to_${kind}('${name}') IS NOT NULL AS is_there`);
  return row?.is_there === true;
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
  } catch (error) {
    const reason = missingExtension[String((error as { code?: unknown }).code)];
    throw reason === undefined ? error : new Error(reason);
  }
}

/** By PostgreSQL's code: not permitted, or not installed (two codes, of different versions). */
const missingExtension: Readonly<Record<string, string>> = {
  "42501":
    "The database lacks PostGIS, which only a superuser can add: let one run CREATE EXTENSION postgis in this database.",
  ...Object.fromEntries(
    ["0A000", "58P01"].map((code) => [
      code,
      "PostGIS is not installed on the server of the database: install its package there (postgresql-15-postgis-3 in Debian), and let a superuser run CREATE EXTENSION postgis in this database.",
    ]),
  ),
};

function tablesOfLoads(schema: string): string[] {
  return [
    // Which file a feature came from, by its name and the table that it was loaded into.
    `CREATE TABLE ${schema}.loads (
      load integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      file text NOT NULL,
      name text NOT NULL,
      loaded_at timestamptz NOT NULL,
      UNIQUE (file, name))`,
    `CREATE TABLE ${schema}.simulations (
      id text COLLATE "C" PRIMARY KEY,
      organization text NOT NULL,
      created_ms float8 NOT NULL,
      body text NOT NULL,
      is_synthetic boolean NOT NULL,
      load integer)`,
    `CREATE INDEX ON ${schema}.simulations (organization, created_ms DESC, id)`,
  ];
}

function columnOfLoads(schema: string, table: string): string {
  return `ALTER TABLE ${schema}.${table} ADD COLUMN IF NOT EXISTS load integer`;
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

/**
 * Times in epoch milliseconds; without time from -Infinity to Infinity, so that they come last.
 * Exact bounds, since an index has rounded ones; no bounds and no geom without location.
 */
function featureTable(schema: string, table: string): string {
  return `CREATE TABLE ${schema}.${table} (
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
    is_live boolean NOT NULL,
    load integer)`;
}
