import type { Layout } from "./layout.ts";

/** A figure of a group, from its features and from the figures of its parts. */
export interface Figure {
  readonly name: string;
  readonly ofRows: string;
  readonly ofParts: string;
}

/** Features that are counted, as columns of a statement. */
export interface CountedRows {
  /** A statement for them; `isOdd` is true for geometries other than points. */
  select(condition: string, isOdd: string, more?: readonly string[]): string;
  /** The columns that make a group. */
  readonly keys: readonly string[];
  /** What figures are made of. */
  readonly inputs: readonly string[];
  readonly condition: string;
  readonly figures: readonly Figure[];
  /** Whether figures of parts do not suffice, as for percentiles. */
  readonly needsRows: boolean;
}

/** What the groups of an aggregation are made from. */
interface Source {
  /** Precedes the statement. */
  readonly prefix: string;
  readonly from: string;
  readonly figures: readonly string[];
}

/** Whether a feature without bounds has no geometry at all. */
const hasNoGeometry = "(body::json #>> '{geometry,type}') IS NULL";

/**
 * The features of one table, or the results of its parts where it is spread over nodes: each node
 * groups its own features. These results are a list of their own, since Citus has no grouping sets
 * over nodes.
 */
export function sourceOf({ cell }: Layout, counted: CountedRows): Source {
  const { select, keys, inputs, condition, figures, needsRows } = counted;
  const ofRows = figures.map(({ name, ofRows }) => `${ofRows} AS ${name}`);
  if (cell === undefined) {
    const isOdd = `NOT (is_point OR (geom IS NULL AND ${hasNoGeometry}))`;
    return { prefix: "", from: `(${select(condition, isOdd)}) AS rows`, figures: ofRows };
  }
  const columns = needsRows ? [...keys, ...inputs] : keys;
  const shown = needsRows ? [...columns, "count(*) AS times"] : [...columns, ...ofRows];
  // Nodes take no part in the reading of a body, so that features without location come whole.
  const parts = [
    select(`${condition} AND geom IS NOT NULL`, "NOT is_point", [cell]),
    select(`${condition} AND geom IS NULL`, `NOT (${hasNoGeometry})`, [cell]),
  ].map(
    (rows) =>
      `SELECT ${shown.join(", ")} FROM (${rows}) AS rows GROUP BY ${[cell, ...columns].join(", ")}`,
  );
  const prefix = `WITH parts AS MATERIALIZED (${parts.join(" UNION ALL ")}) `;
  if (needsRows) return { prefix, from: "parts, generate_series(1, times)", figures: ofRows };
  const ofParts = figures.map(({ name, ofParts }) => `${ofParts} AS ${name}`);
  return { prefix, from: "parts", figures: ofParts };
}
