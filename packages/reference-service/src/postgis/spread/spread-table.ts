import { countsOf, type Layout, listBounds } from "../layout.ts";
import { rowsOf, type Transaction } from "../rows.ts";
import { cellsOf, type OffGrid } from "./cells.ts";
import { pathSql } from "./path-sql.ts";

/**
 * A table whose parts lie on several nodes by cell. Aggregates are grouped by cell first: a cell
 * lies whole on one node, so each node sends the results of its cells instead of its rows.
 */
export function spreadTable(schema: string, name: string): Layout {
  const table = `${schema}.${name}`;
  return {
    table,
    hasStatistics: false,
    properties: pathSql,
    cell: "cell",
    countOf: (condition, open) =>
      `SELECT coalesce(sum(count), 0) AS count, coalesce(sum(open), 0) AS open FROM
        (SELECT ${countsOf(open)} FROM ${table} WHERE ${condition} GROUP BY cell) AS cells`,
    boundsOf(columns) {
      const names = Object.entries(columns).map(([name, { of }]) => `${of}(${name}) AS ${name}`);
      return `SELECT ${names.join(", ")} FROM
        (SELECT ${listBounds(columns)} FROM ${table} GROUP BY cell) AS cells`;
    },
    async within(transaction, selection, values) {
      const cells = cellsOf(selection, await offGrid(transaction));
      return cells && `cell = ANY (${values.integers(cells)})`;
    },
    async kinds(transaction) {
      const shapes = await rowsOf<{ shape: number; kinds: string }>(
        transaction,
        `SELECT shape, kinds FROM ${schema}.shapes ORDER BY shape`,
      );
      const found: string[] = [];
      for (const { shape, kinds } of shapes) {
        // One by one: each is found by the index of the first node that has it.
        const [used] = await rowsOf(
          transaction,
          `SELECT 1 AS one FROM ${table} WHERE shape = $1::integer LIMIT 1`,
          [shape],
        );
        if (used) found.push(kinds);
      }
      return found;
    },
  };

  async function offGrid(transaction: Transaction): Promise<OffGrid> {
    const [row] = await rowsOf<{ has_undated: boolean; has_unplaced: boolean }>(
      transaction,
      `SELECT has_undated, has_unplaced FROM ${schema}.grids WHERE name = $1::text`,
      [name],
    );
    return { hasUndated: row!.has_undated, hasUnplaced: row!.has_unplaced };
  }
}
