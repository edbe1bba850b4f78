import type { JsonObject } from "../common/json.ts";
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

/** Fire radiative power in megawatts; of several detections the strongest. */
export function powerOf(record: JsonObject): number | null {
  return firstNumber(record, ["frp", "frp_mw", "frp_max"]);
}

/** How many detections or features a row represents. */
export function countOf(record: JsonObject): number | null {
  return firstNumber(record, ["count", "count_after"]);
}

function firstNumber(record: JsonObject, names: readonly string[]): number | null {
  for (const name of names) {
    const value = record[name];
    if (typeof value === "number") return value;
  }
  return null;
}
