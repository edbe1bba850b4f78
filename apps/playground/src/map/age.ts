import { parseTimeMs } from "@emberline/geo";
import type { Ages } from "@emberline/map";
import { isObject, type JsonObject } from "../json.ts";

/** Colours of the steps of age, newest first. */
export const ageTones = ["age-0", "age-1", "age-2", "age-3"] as const;

export type AgeTone = (typeof ageTones)[number];

/** The colour of what was seen at `timeMs`, in milliseconds of the epoch. */
export function ageTone(ages: Ages, timeMs: number): AgeTone {
  return ageTones[ages.stepOf(timeMs)]!;
}

/** When a row's thing was last seen; null where the row does not tell. */
export function timeOf({ time, last }: JsonObject): number | null {
  return toMs(time) ?? toMs(last);
}

/**
 * The moment that ages are counted from: the end of what was asked, or the newest
 * observation where that is earlier; else the newest of the rows.
 */
export function referenceTime(answer: JsonObject, records: readonly JsonObject[]): number | null {
  const { selection, newest } = answer;
  const interval = isObject(selection) ? selection.interval : undefined;
  const end = Array.isArray(interval) ? toMs(interval[1]) : null;
  const told = [end, toMs(newest)].filter((each) => each !== null);
  if (told.length > 0) return Math.min(...told);
  const times = records.map(timeOf).filter((each) => each !== null);
  return times.length > 0 ? times.reduce((a, b) => Math.max(a, b)) : null;
}

function toMs(value: unknown): number | null {
  return (typeof value === "string" ? parseTimeMs(value) : undefined) ?? null;
}
