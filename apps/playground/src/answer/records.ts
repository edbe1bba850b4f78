import type { JsonObject } from "../json.ts";
import { type Table, tablesOf } from "./tables.ts";

/** The rows of one of an answer's tables as objects; none if it has no such table. */
export function rowsOf(answer: JsonObject, title = "rows"): JsonObject[] {
  const table = tablesOf(answer).find((each) => each.title === title);
  return table ? table.rows.map((row) => toRecord(table, row)) : [];
}

/** A row of a table as an object. */
function toRecord({ columns }: Table, row: readonly unknown[]): JsonObject {
  return Object.fromEntries(columns.map((column, i) => [column, row[i]]));
}

/** The row with the largest number that `measure` finds; null if it finds none. */
export function largestBy(
  rows: readonly JsonObject[],
  measure: (row: JsonObject) => number | null,
): JsonObject | null {
  let largest: JsonObject | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const value = measure(row);
    if (value === null || value <= most) continue;
    largest = row;
    most = value;
  }
  return largest;
}

export function numberOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

export function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
