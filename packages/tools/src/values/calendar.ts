import { Temporal } from "temporal-polyfill";

const quarterHourMs = 900_000;

/**
 * Makes the function that names the day or hour of an instant in a time zone: `2025-06-20`,
 * `2025-06-20T13`. All current offsets are multiples of 15 minutes, so one look-up serves each
 * quarter of an hour.
 */
export function calendarOf(zone: string, unit: "day" | "hour"): (epochMs: number) => string {
  const known = new Map<number, string>();
  const length = unit === "day" ? 10 : 13;
  return (epochMs) => {
    const quarter = Math.floor(epochMs / quarterHourMs);
    const name = known.get(quarter) ?? nameOf(quarter * quarterHourMs, zone).slice(0, length);
    known.set(quarter, name);
    return name;
  };
}

function nameOf(epochMs: number, zone: string): string {
  if (zone === "UTC") return new Date(epochMs).toISOString();
  return Temporal.Instant.fromEpochMilliseconds(epochMs)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString();
}

export const dayMs = 86_400_000;
