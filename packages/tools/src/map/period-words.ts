import { parseTimeMs } from "@emberline/geo";
import { dayText, instantText } from "@emberline/map";
import type { Interval } from "../selection/interval.ts";
import { cleanText } from "../values/text.ts";

/** The days of an interval in UTC, such as `16–20 Jul 2026` or `since 16 Jul 2026`. */
export function daysOf({ start, end }: Interval): string {
  const [from, to] = [start, end].map((each) => (each === null ? null : dayOf(each)));
  if (!from || !to) return from ? `since ${from}` : to ? `until ${to}` : "all times";
  if (from === to) return joined(to);
  const [day, month, year] = from.split(" ");
  const [, lastMonth, lastYear] = to.split(" ");
  if (year === undefined || year !== lastYear) return joined(`${from} – ${to}`);
  return joined(month === lastMonth ? `${day}–${to}` : `${day} ${month} – ${to}`);
}

/** With spaces at which lines do not break. */
function joined(text: string): string {
  return text.replaceAll(" ", "\u00a0");
}

/** An instant of the data in words; for midnights, which are dates, the day. */
export function timeWords(instant: string): string {
  const epochMs = parseTimeMs(instant);
  if (epochMs === undefined) return cleanText(instant, 30);
  return epochMs % 86_400_000 === 0 ? dayText(epochMs) : instantText(epochMs);
}

/** Both ends to the minute, where they are not whole days. */
export function timesOf({ start, end }: Interval): string {
  const isWhole =
    (start === null || /T00:00:00(\.0+)?Z$/.test(start)) && (end === null || /T23:59:59/.test(end));
  if (isWhole || start === null || end === null) return "";
  return `${timeWords(start)} to ${timeWords(end)}`;
}

function dayOf(instant: string): string {
  const epochMs = parseTimeMs(instant);
  return epochMs === undefined ? cleanText(instant, 30) : dayText(epochMs);
}
