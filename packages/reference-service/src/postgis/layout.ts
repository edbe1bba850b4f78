import type { Selection } from "../store/feature-store.ts";
import { operatorSql, type PropertySql } from "./property-sql.ts";
import { rowsOf, type Transaction } from "./rows.ts";
import type { StatementValues } from "./statement.ts";

/** How the features of a collection lie in the database: what its statements depend on. */
export interface Layout {
  /** With its schema. */
  readonly table: string;
  /** Whether the planner knows how many features fulfil a condition. */
  readonly hasStatistics: boolean;
  readonly properties: PropertySql;
  /** The column whose values lie whole on one node each; undefined for one table. */
  readonly cell: string | undefined;
  /**
   * A statement for the numbers of features that fulfil a condition: `open`, those that fulfil
   * another as well, and `count`, the others.
   */
  countOf(condition: string, open: string): string;
  /** A statement for the least and greatest values: names of values, with the column of each. */
  boundsOf(columns: Readonly<Record<string, Bound>>): string;
  /** A condition that all features of a selection fulfil, if it spares a part of the table. */
  within(
    transaction: Transaction,
    selection: Selection,
    values: StatementValues,
  ): Promise<string | undefined>;
  /** The property shapes that features have, in order; `kinds` of each. */
  kinds(transaction: Transaction): Promise<string[]>;
}

export interface Bound {
  readonly of: "min" | "max";
  readonly column: string;
  readonly where?: string;
}

/** One table in one database. */
export function singleTable(schema: string, name: string): Layout {
  const table = `${schema}.${name}`;
  return {
    table,
    hasStatistics: true,
    properties: operatorSql,
    cell: undefined,
    countOf: (condition, open) => `SELECT ${countsOf(open)} FROM ${table} WHERE ${condition}`,
    boundsOf: (columns) => `SELECT ${listBounds(columns)} FROM ${table}`,
    within: async () => undefined,
    async kinds(transaction) {
      const rows = await rowsOf<{ kinds: string }>(
        transaction,
        `SELECT kinds FROM ${schema}.shapes AS known WHERE EXISTS
          (SELECT 1 FROM ${table} WHERE shape = known.shape) ORDER BY shape`,
      );
      return rows.map(({ kinds }) => kinds);
    },
  };
}

/** `count` and `open`, see `countOf`. */
export function countsOf(open: string): string {
  if (open === "false") return "count(*) AS count, 0 AS open";
  return `count(*) FILTER (WHERE NOT ${open}) AS count, count(*) FILTER (WHERE ${open}) AS open`;
}

/** `min(west) AS west, …` */
export function listBounds(columns: Readonly<Record<string, Bound>>): string {
  return Object.entries(columns)
    .map(([name, { of, column, where }]) => {
      const filter = where === undefined ? "" : ` FILTER (WHERE ${where})`;
      return `${of}(${column})${filter} AS ${name}`;
    })
    .join(", ");
}
