import { Temporal } from "temporal-polyfill";

/** Whether a text is an IANA time zone. */
export function isZone(zone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** An instant in UTC in a time zone, with its offset: "2025-06-20T05:00:00-07:00". */
export function inZone(instant: string, zone: string): string {
  return Temporal.Instant.from(instant)
    .toZonedDateTimeISO(zone)
    .toString({ timeZoneName: "never" });
}
