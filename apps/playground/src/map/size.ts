import type { JsonObject } from "../json.ts";

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
