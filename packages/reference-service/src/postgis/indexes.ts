import { rowsOf, type Transaction } from "./rows.ts";

/** Features that last longer are found by their duration. */
export const longMs = 86_400_000;

/** As `propertySql` writes it: an index serves the same expression only. */
const frp =
  "CASE WHEN jsonb_typeof(properties -> 'frp') = 'number' THEN (properties -> 'frp')::float8 END";

/** The indexes of a table besides its primary key, by the ends of their names. */
const definitions = {
  start_ms_id_idx: "(start_ms DESC, id)",
  end_ms_idx: "(end_ms)",
  // It gives the planner statistics of this difference, too.
  duration_idx: "((end_ms - start_ms))",
  geom_idx: "USING gist (geom)",
  properties_idx: "USING gin (properties jsonb_path_ops)",
  shape_idx: "(shape)",
  // Filters look at these in addition to what their own index finds.
  is_exact_idx: "(is_exact) WHERE NOT is_exact",
  // In GiST they are everywhere. Of a column with other conditions, it would not be combined.
  unplaced_idx: "(is_point) WHERE geom IS NULL",
  // The strongest of a million detections; other properties are sorted in one pass.
  frp_idx: `((${frp})) WHERE (${frp}) IS NOT NULL`,
} as const;

/** The index that takes as long to build as all others together. */
const slowest = "properties_idx";

/** The statements that create the indexes that a table lacks: those of each list in order. */
export async function missingIndexes(
  transaction: Transaction,
  schema: string,
  table: string,
): Promise<[slow: string[], others: string[]]> {
  const rows = await rowsOf<{ name: string }>(
    transaction,
    "SELECT indexname AS name FROM pg_indexes WHERE schemaname = $1::text AND tablename = $2::text",
    [schema, table],
  );
  const known = new Set(rows.map(({ name }) => name));
  const missing = Object.entries(definitions).filter(([end]) => !known.has(`${table}_${end}`));
  const statements = (isSlow: boolean) =>
    missing
      .filter(([end]) => (end === slowest) === isSlow)
      .map(([end, on]) => `CREATE INDEX IF NOT EXISTS ${table}_${end} ON ${schema}.${table} ${on}`);
  return [statements(true), statements(false)];
}

/** One each, as Citus wants it. */
export function dropIndexes(schema: string, table: string): string[] {
  return Object.keys(definitions).map((end) => `DROP INDEX IF EXISTS ${schema}.${table}_${end}`);
}
