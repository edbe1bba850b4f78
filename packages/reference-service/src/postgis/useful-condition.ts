import type { SelectionSql } from "./selection-sql.ts";

/** How many times the rows of the best condition another may find, to be worth reading as well. */
const worthwhile = 2;

/**
 * The condition of a selection without what narrows it less than something else does: PostgreSQL
 * would read the index for that too, in a time that grows with the table.
 * @param estimate gives the rows that fulfil a condition, by the statistics of the table
 */
export async function usefulCondition(
  { required, time, narrowing }: SelectionSql,
  estimate: (condition: string) => Promise<number>,
): Promise<string> {
  const isOnly = narrowing.length + (time === undefined ? 0 : 1) < 2;
  if (isOnly) return [required, ...narrowing].join(" AND ");
  let least = time === undefined ? Number.POSITIVE_INFINITY : await estimate(time);
  const rows: number[] = [];
  for (const condition of narrowing) rows.push(await estimate(condition));
  least = Math.min(least, ...rows);
  const useful = narrowing.filter((_, i) => rows[i]! <= least * worthwhile);
  return [required, ...useful].join(" AND ");
}

/** The rows that a plan of `EXPLAIN (FORMAT JSON)` expects. */
export function plannedRows(explained: unknown): number {
  const plans = (typeof explained === "string" ? JSON.parse(explained) : explained) as [
    { Plan: { "Plan Rows": number } },
  ];
  return plans[0].Plan["Plan Rows"];
}
