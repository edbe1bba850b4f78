import type { JsonObject } from "../json.ts";

export const plainRadiusPx = 5;

/** Fire radiative power in megawatts; of several detections the strongest. */
export function powerOf(record: JsonObject): number | null {
  return firstNumber(record, ["frp", "frp_mw", "frp_max"]);
}

/** How many detections or features a row represents. */
export function countOf(record: JsonObject): number | null {
  return firstNumber(record, ["count", "count_after"]);
}

/** A disc's area grows with the power, up to that of 400 MW. */
export function powerRadiusPx(powerMw: number): number {
  return 4 + 8 * Math.sqrt(Math.min(Math.max(powerMw, 0), 400) / 400);
}

/** The same for a share, from 0 to 1, of the largest count in the answer. */
export function countRadiusPx(share: number): number {
  return plainRadiusPx + 13 * Math.sqrt(share);
}

function firstNumber(record: JsonObject, names: readonly string[]): number | null {
  for (const name of names) {
    const value = record[name];
    if (typeof value === "number") return value;
  }
  return null;
}
