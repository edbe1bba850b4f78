import { parseTimeMs, printInstant } from "@emberline/geo";
import { spanText } from "../values/age.ts";
import type { Interval } from "./interval.ts";

export interface WithinData {
  readonly interval: Interval;
  /** That the data ends before the requested time; null if it does not. */
  readonly notice: string | null;
}

const weekMs = 7 * 86_400_000;

/**
 * If the requested time begins after the data's end, words like "last 7 days" mean the newest such
 * period with data; for other times, the notice offers it.
 */
export function withinData(
  interval: Interval,
  newest: string | null | undefined,
  nowMs: number,
): WithinData {
  const newestMs = parseTimeMs(newest ?? "");
  const { start, end, isRelative } = interval;
  if (newestMs === undefined || start === null || Date.parse(start) <= newestMs)
    return { interval, notice: null };
  const age = nowMs > newestMs ? `, ${spanText(nowMs - newestMs)} ago` : "";
  // Trimmed ends lack a millisecond.
  const lengthMs =
    end === null ? weekMs : Math.ceil((Date.parse(end) - Date.parse(start)) / 1000) * 1000;
  const shifted = { start: printInstant(newestMs - lengthMs), end: printInstant(newestMs) };
  if (!isRelative || end === null) {
    const offer = `time "${shifted.start}/${shifted.end}" is the newest that has data`;
    return {
      interval,
      notice: `The data ends ${newest}${age}, before the requested time: ${offer}.`,
    };
  }
  return {
    interval: { ...shifted, isRelative },
    notice: `The data ends ${newest}${age}: the answer is about the ${spanText(lengthMs)} before that end, not before now.`,
  };
}
