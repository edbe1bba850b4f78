import { acquisitionTime } from "@emberline/feeds/detections";
import type { Properties } from "@emberline/geo";
import { type EpochInterval, parseTime } from "../values/time.ts";
import { Refusal, shown } from "./report.ts";

/** Usual names of the time property, most specific first. */
const timeNames = ["datetime", "timestamp", "time", "date", "acq_date"];

let lastText = "";
let lastTime: EpochInterval | undefined;

/**
 * The time of a feature: `datetime`, else FIRMS' `acq_date` with `acq_time`, else a start and an
 * end (`start_datetime`, `end_datetime`), else a usual name. Undefined if none has a value.
 * @throws {Refusal} when a value is there that cannot be read
 */
export function featureTime(properties: Properties): EpochInterval | undefined {
  const { datetime, acq_date: day, acq_time: clock } = properties;
  if (isGiven(datetime)) return timeOf("datetime", datetime);
  if (isGiven(day) && isGiven(clock)) return timeOf("acq_date", acquisitionTime(day, clock));
  const { start_datetime: start, end_datetime: end } = properties;
  if (isGiven(start) || isGiven(end)) return spanOf(start, end);
  for (const name of timeNames) {
    if (isGiven(properties[name])) return timeOf(name, properties[name]);
  }
  return undefined;
}

function spanOf(start: unknown, end: unknown): EpochInterval {
  const from = isGiven(start) ? timeOf("start_datetime", start).start : -8.64e15;
  const to = isGiven(end) ? timeOf("end_datetime", end).end : 8.64e15;
  if (from > to) throw new Refusal("end_datetime lies before start_datetime");
  return { start: from, end: to };
}

/** Detections of one overpass share their time, so the last one is cached. */
function timeOf(name: string, value: unknown): EpochInterval {
  if (typeof value === "string" && value === lastText && lastTime) return lastTime;
  const time = typeof value === "string" ? parseTime(value) : undefined;
  if (!time) throw new Refusal(`${name} ${shown(value)} is not an RFC 3339 time or date`);
  lastText = value as string;
  lastTime = time;
  return time;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}
