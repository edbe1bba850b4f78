import { isDateForm } from "./instant.ts";

const durationPattern =
  /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i;

/**
 * A date or canonical timestamp moved by an ISO 8601 duration, forwards
 * (`sign` 1) or backwards (-1). Days are limited to the target month:
 * 31 January plus one month is the last of February. A date moved by whole days
 * stays a date. Undefined if either is unreadable.
 */
export function moveBy(moment: string, duration: string, sign: 1 | -1): string | undefined {
  const parts = durationPattern.exec(duration);
  const date = new Date(moment);
  if (parts === null || Number.isNaN(date.getTime())) return undefined;
  const [years, months, weeks, days, hours, minutes, seconds] = parts
    .slice(1)
    .map((part) => Number(part ?? 0)) as [number, number, number, number, number, number, number];
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + sign * (years * 12 + months));
  const monthEnd = new Date(date);
  monthEnd.setUTCMonth(monthEnd.getUTCMonth() + 1, 0);
  date.setUTCDate(Math.min(day, monthEnd.getUTCDate()) + sign * (weeks * 7 + days));
  date.setTime(date.getTime() + sign * (hours * 3600 + minutes * 60 + seconds) * 1000);
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString();
  return isDateForm(moment) && !/T/i.test(duration)
    ? text.slice(0, 10)
    : text.replace(/\.?0*Z$/, "Z");
}
