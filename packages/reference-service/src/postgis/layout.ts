import type { LRUCache } from "lru-cache";
import type { Selection } from "../store/feature-store.ts";
import { rowsOf, type Transaction } from "./rows.ts";
import type { StatementValues } from "./statement.ts";

/** How the features of a collection lie in the database: what its statements depend on. */
export interface Layout {
  /** With its schema. */
  readonly table: string;
  /**
   * Where features lie that were read lately, by key, of a table over several nodes; the planner
   * does not know how many features match there.
   */
  readonly cells: LRUCache<string, number> | undefined;
  /** A condition that all features of a selection fulfil, if it spares a part of the table. */
  within(selection: Selection, values: StatementValues): string | undefined;
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
    cells: undefined,
    within: () => undefined,
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

/**
 * A statement for the numbers of features that fulfil a condition: `open`, those that fulfil
 * another as well, and `count`, the others.
 */
export function countOf({ table }: Layout, condition: string, open: string): string {
  const counts =
    open === "false"
      ? "count(*) AS count, 0 AS open"
      : `count(*) FILTER (WHERE NOT ${open}) AS count, count(*) FILTER (WHERE ${open}) AS open`;
  return `SELECT ${counts} FROM ${table} WHERE ${condition}`;
}

/** A statement for the least and greatest values: names of values, with the column of each. */
export function boundsOf({ table }: Layout, columns: Readonly<Record<string, Bound>>): string {
  const bounds = Object.entries(columns).map(([name, { of, column, where }]) => {
    const filter = where === undefined ? "" : ` FILTER (WHERE ${where})`;
    return `${of}(${column})${filter} AS ${name}`;
  });
  return `SELECT ${bounds.join(", ")} FROM ${table}`;
}
