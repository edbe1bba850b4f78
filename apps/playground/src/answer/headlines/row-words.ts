import { parseTimeMs } from "@emberline/geo";
import type { JsonObject } from "../../json.ts";
import { powerOf } from "../../map/size.ts";
import { numberOf, textOf } from "../records.ts";
import { clockText, isDate, isOneDay, measured, timeText } from "../words.ts";

/** "56 MW", or null. */
export function powerText(row: JsonObject): string | null {
  const power = powerOf(row);
  return power === null ? null : `${measured(power)} MW`;
}

/** "119 km²", or null. */
export function areaText(value: unknown): string | null {
  return typeof value === "number" ? `${measured(value)} km²` : null;
}

/** "58 km ENE", "inside", or null. */
export function awayText(row: JsonObject): string | null {
  if (row.inside === true) return "inside";
  const distance = numberOf(row.distance_km);
  if (distance === null) return null;
  return [`${measured(distance)} km`, textOf(row.compass)].filter(Boolean).join(" ");
}

/** When a row was seen; only the time of day if `interval` is within one day. */
export function seenText({ time, last }: JsonObject, interval?: unknown): string | null {
  const seen = textOf(time) ?? textOf(last);
  if (seen === null) return null;
  const timeMs = parseTimeMs(seen);
  if (timeMs === undefined || isDate(seen) || !isOneDay(interval)) return timeText(seen);
  return `${clockText(timeMs)} UTC`;
}

/** The name of a row's fire, source or feature. */
export function nameText(row: JsonObject): string | null {
  for (const name of ["fire_name", "incident_name", "name", "title", "fire"]) {
    const text = textOf(row[name]);
    if (text !== null) return text;
  }
  return null;
}

/** "a, b, c" of what is known. */
export function phrase(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== "").join(", ");
}
