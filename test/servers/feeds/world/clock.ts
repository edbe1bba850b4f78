/** Lengths of time in milliseconds. */
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The UTC calendar day of an instant, as `2026-08-01`. */
export function utcDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The start of the UTC calendar day of an instant. */
export function startOfDay(time: number): number {
  return Math.floor(time / day) * day;
}
