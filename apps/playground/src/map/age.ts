import { isObject, type JsonObject } from "../json.ts";

const hourMs = 3_600_000;

/** From the newest to the oldest; colours go by it. */
export const ages = [
  { tone: "day", maxHours: 24, label: "up to a day old" },
  { tone: "days", maxHours: 72, label: "1 to 3 days old" },
  { tone: "week", maxHours: 168, label: "3 to 7 days old" },
  { tone: "old", maxHours: Number.POSITIVE_INFINITY, label: "over 7 days old" },
] as const;

export type AgeTone = (typeof ages)[number]["tone"];

/** The age of what was seen at `timeMs`, in milliseconds of the epoch as the reference is. */
export function ageTone(timeMs: number, referenceMs: number): AgeTone {
  const hours = (referenceMs - timeMs) / hourMs;
  return ages.find(({ maxHours }) => hours <= maxHours)!.tone;
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
  const ms = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}
