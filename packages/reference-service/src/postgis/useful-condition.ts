import type { Layout } from "./layout.ts";
import type { SelectionSql } from "./selection-sql.ts";

/** How many times the rows of the best condition another may find, to be worth reading as well. */
const worthwhile = 2;

/** A condition, and how many rows of its indexes have to be looked at; undefined for all rows. */
export interface UsefulCondition {
  readonly condition: string;
  readonly rows: number | undefined;
}

/**
 * The condition of a selection without what narrows it less than something else does: PostgreSQL
 * would read the index for that too, in a time that grows with the table.
 * @param within the condition that spares other parts of the table
 */
export async function usefulCondition(
  { possible, required, timed, narrowing }: SelectionSql,
  { table, cells }: Layout,
  within: string | undefined,
  query: (sql: string) => Promise<readonly object[]>,
): Promise<UsefulCondition> {
  const isIn = within === undefined ? "" : `${within} AND `;
  if (cells) return { condition: isIn + possible, rows: undefined };
  const asked = timed === undefined ? narrowing : [timed, ...narrowing];
  if (asked.length === 0) return { condition: isIn + required, rows: undefined };
  const [row] = (await query(explain(table, asked))) as [{ "QUERY PLAN": unknown }];
  const estimated = plannedRows(row["QUERY PLAN"]);
  const least = estimated.reduce((low, rows) => Math.min(low, rows));
  const rows = timed === undefined ? estimated : estimated.slice(1);
  const useful = narrowing.filter((_, i) => rows[i]! <= least * worthwhile);
  return { condition: isIn + [required, ...useful].join(" AND "), rows: least };
}

/** A statement that plans one query for each condition. */
function explain(table: string, conditions: readonly string[]): string {
  const queries = conditions.map((condition) => `ARRAY(SELECT 1 FROM ${table} WHERE ${condition})`);
  return `EXPLAIN (FORMAT JSON) SELECT ${queries.join(", ")}`;
}

/** The rows that each query of `explain` expects. */
function plannedRows(explained: unknown): number[] {
  const [{ Plan }] = (typeof explained === "string" ? JSON.parse(explained) : explained) as [
    { Plan: { Plans: { "Parent Relationship": string; "Plan Rows": number }[] } },
  ];
  return Plan.Plans.filter((plan) => plan["Parent Relationship"] === "InitPlan").map(
    (plan) => plan["Plan Rows"],
  );
}
