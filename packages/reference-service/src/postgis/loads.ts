import { rowsOf, type Transaction } from "./rows.ts";

/** What was loaded from one file, as the database has it now. */
export interface StoredLoad {
  /** Null: loaded before files were noted. */
  readonly file: string | null;
  /** The table of its features, or `simulations`. */
  readonly table: string;
  /** How many of its features are still there. */
  readonly features: number;
  /** Epoch milliseconds, of the last time that the file was loaded; null as `file` is. */
  readonly loadedAt: number | null;
}

/** The number of a file, which is noted as loaded now. */
export async function noteLoad(
  transaction: Transaction,
  schema: string,
  { file, table }: { readonly file: string; readonly table: string },
): Promise<number> {
  const [row] = await rowsOf<{ load: number }>(
    transaction,
    `INSERT INTO ${schema}.loads (file, name, loaded_at) VALUES ($1::text, $2::text, now())
      ON CONFLICT (file, name) DO UPDATE SET loaded_at = excluded.loaded_at RETURNING load`,
    [file, table],
  );
  return row!.load;
}

/** The number of a file that was loaded into a table; undefined if none of that name was. */
export async function loadOf(
  transaction: Transaction,
  schema: string,
  { file, table }: { readonly file: string; readonly table: string },
): Promise<number | undefined> {
  const [row] = await rowsOf<{ load: number }>(
    transaction,
    `SELECT load FROM ${schema}.loads WHERE file = $1::text AND name = $2::text`,
    [file, table],
  );
  return row?.load;
}

/** What was loaded into one table, newest first. @param ofFiles condition of its rows */
export async function loadsOf(
  transaction: Transaction,
  schema: string,
  table: string,
  ofFiles: string,
): Promise<StoredLoad[]> {
  const rows = await rowsOf<{ file: string | null; loaded_at: number | null; count: string }>(
    transaction,
    `SELECT file, extract(epoch FROM loaded_at)::float8 * 1000 AS loaded_at, coalesce(count, 0) AS count
      FROM (SELECT * FROM ${schema}.loads WHERE name = $1::text) AS known
      FULL JOIN (SELECT load, count(*) AS count FROM ${schema}.${table} WHERE ${ofFiles}
        GROUP BY load) AS stored USING (load)
      ORDER BY loaded_at DESC NULLS LAST, file`,
    [table],
  );
  return rows.map(({ file, loaded_at: loadedAt, count }) => ({
    file,
    table,
    features: Number(count),
    loadedAt,
  }));
}
