import { type JsonObject, numberOf, recordsOf } from "./json.ts";
import { tablesOf } from "./tables.ts";

/** The rows of one of an answer's tables as objects; none if it has no such table. */
export function rowsOf(answer: JsonObject, title = "rows"): JsonObject[] {
  const table = tablesOf(answer).find((each) => each.title === title);
  return table ? recordsOf({ ...table }) : [];
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

/** Fire radiative power in megawatts; of several detections the strongest. */
export function powerOf({ frp, frp_mw, frp_max }: JsonObject): number | null {
  return numberOf(frp) ?? numberOf(frp_mw) ?? numberOf(frp_max);
}

/** How many detections or features a row represents. */
export function countOf({ count, count_after }: JsonObject): number | null {
  return numberOf(count) ?? numberOf(count_after);
}
