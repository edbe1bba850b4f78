/** What a page shows of the features that fulfil a condition. */
export interface RowsWanted {
  readonly table: string;
  readonly condition: string;
  /** True for the features that SQL alone cannot decide. */
  readonly open: string;
  /** With `ORDER BY`: which of the features to show. */
  readonly shown: string;
  readonly order: string;
}

/**
 * A statement that finds features once, for their numbers (see `Layout.countOf`) and for a page of
 * them. It keeps the places of all, so it is meant for some thousands. Without features to show it
 * has one row, without an id.
 */
export function countedRows({ table, condition, open, shown, order }: RowsWanted): string {
  return `WITH found AS MATERIALIZED
      (SELECT ctid AS place, id, start_ms, ${open} AS is_open FROM ${table} WHERE ${condition}),
    numbers AS (SELECT count(*) FILTER (WHERE NOT is_open) AS count,
      count(*) FILTER (WHERE is_open) AS open FROM found),
    shown AS (SELECT place FROM found ${shown})
    SELECT numbers.count, numbers.open, feature.id, feature.start_ms, feature.body
      FROM numbers LEFT JOIN (shown JOIN ${table} AS feature ON feature.ctid = shown.place) ON true
      ${order}`;
}
