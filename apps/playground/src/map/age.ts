import { parseTimeMs } from "@emberline/geo";
import type { Ages } from "@emberline/map";
import { isObject, type JsonObject } from "../json.ts";

/** Colours of the steps of age, newest first. */
export const ageTones = ["age-0", "age-1", "age-2", "age-3"] as const;

export type AgeTone = (typeof ageTones)[number];

/** The colour of a feature seen at `timeMs`, in epoch milliseconds. */
export function ageTone(ages: Ages, timeMs: number): AgeTone {
  return ageTones[ages.stepOf(timeMs)]!;
}

/** When the feature of a row was last seen; null if the row has no time. */
export function timeOf({ time, last }: JsonObject): number | null {
  return toMs(time) ?? toMs(last);
}

/**
 * The reference time of ages: the end of the requested period or the newest observation, whichever
 * is earlier; else the newest row.
 */
export function referenceTime(answer: JsonObject, records: readonly JsonObject[]): number | null {
  const { selection, newest } = answer;
  const interval = isObject(selection) ? selection.interval : undefined;
  const end = Array.isArray(interval) ? toMs(interval[1]) : null;
  const stated = [end, toMs(newest)].filter((each) => each !== null);
  if (stated.length > 0) return Math.min(...stated);
  const times = records.map(timeOf).filter((each) => each !== null);
  return times.length > 0 ? times.reduce((a, b) => Math.max(a, b)) : null;
}

function toMs(value: unknown): number | null {
  return (typeof value === "string" ? parseTimeMs(value) : undefined) ?? null;
}
