import { parseTimeMs } from "@emberline/geo";
import type { Fire } from "../fires/fire.ts";
import { withinData } from "../selection/data-end.ts";
import { resolveTime } from "../selection/interval.ts";
import { windowOf } from "../selection/selection.ts";
import { dayMs } from "../values/calendar.ts";
import type { Period } from "./detections.ts";

/** A detection this long after the last mapping may belong to another fire. */
const lastingMs = 30 * dayMs;

export interface Periods {
  readonly all: readonly Period[];
  readonly notices: readonly string[];
}

/**
 * The periods in which detections are counted: the recent one, an equally long one before it, and
 * all from the day before the first mapping until 30 days after the last.
 *
 * @param newest the newest detection of the collection; nothing later is counted
 */
export function periodsOf(
  { firstMs, lastMs }: Fire,
  words: string | undefined,
  newest: string | null | undefined,
  nowMs: number,
): Periods {
  const untilMs = Math.min(nowMs, parseTimeMs(newest ?? "") ?? nowMs);
  const { interval, notice } = withinData(resolveTime(words ?? "last 24h", nowMs), newest, nowMs);
  const { startMs, endMs } = windowOf(interval);
  // Without a requested time, the recent period ends with the data.
  const toMs = words === undefined ? untilMs : Math.min(endMs, Math.max(untilMs, startMs));
  const fromMs = words === undefined ? untilMs - dayMs : startMs;
  const all: Period[] = [];
  if (Number.isFinite(fromMs)) {
    const lengthMs = toMs - fromMs;
    all.push({ name: words ?? "newest 24 h of data", startMs: fromMs, endMs: toMs });
    all.push({ name: "as long before", startMs: fromMs - lengthMs, endMs: fromMs - 1 });
  } else all.push({ name: words ?? "all", startMs: 0, endMs: toMs });
  if (firstMs !== null && firstMs - dayMs <= untilMs) {
    const end = Math.min(untilMs, (lastMs ?? firstMs) + lastingMs);
    all.push({ name: "the fire's time", startMs: firstMs - dayMs, endMs: end });
  }
  return {
    all,
    notices: [
      ...(notice === null ? [] : [notice]),
      ...(firstMs !== null && firstMs - dayMs > untilMs
        ? ["The detections of the service end before the fire was first mapped."]
        : []),
    ],
  };
}
