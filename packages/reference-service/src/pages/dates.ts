import { parseTimeMs } from "@emberline/geo";

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** A UTC day for readers, such as `20 Jul 2026`. */
export function shownDay(timeMs: number): string {
  const time = new Date(timeMs);
  return `${time.getUTCDate()} ${months[time.getUTCMonth()]} ${time.getUTCFullYear()}`;
}

/** A UTC minute for readers, such as `20 Jul 2026, 21:55 UTC`. */
export function shownMinute(timeMs: number): string {
  return `${shownDay(timeMs)}, ${new Date(timeMs).toISOString().slice(11, 16)} UTC`;
}

/** A time as text for readers: the minute, or the day of a date; unchanged if it is not a time. */
export function shownTime(text: string): string {
  const timeMs = parseTimeMs(text);
  if (timeMs === undefined) return text;
  return text.length === 10 ? shownDay(timeMs) : shownMinute(timeMs);
}
