import { isObject, type JsonObject, numberOf, objectOf, textOf, timeMsOf } from "./json.ts";
import { powerOf } from "./records.ts";
import { areaWords } from "./selection-words.ts";
import {
  clockText,
  counted,
  isDate,
  isOneDay,
  measured,
  type Noun,
  plainNumber,
  timeText,
} from "./words.ts";

const dayMs = 86_400_000;

/** "10 detections within 60 km of Armidale", "at least 500 detections", "No detections in Utah". */
export function matchesText(answer: JsonObject, noun: Noun, grouped = ""): string {
  const { matched, matched_exact } = answer;
  const where = whereText(answer);
  if (typeof matched !== "number") return noun[1];
  if (matched > 0) return `${leastText(answer)}${counted(matched, noun)}${grouped}${where}`;
  const isKnown = matched_exact !== false;
  return isKnown
    ? `No ${noun[1]}${where}`
    : `Not known: no ${noun[1]} in what could be read${where}`;
}

/** "at least " where a count may be short. */
export function leastText({ matched_exact }: JsonObject): string {
  return matched_exact === false ? "at least " : "";
}

/** " within 60 km of Armidale, New South Wales", or " in or near Park Fire"; empty for all. */
export function whereText({ selection }: JsonObject): string {
  if (!isObject(selection)) return "";
  const area = areaWords(selection, true);
  if (area !== null) return ` ${area}`;
  const name = isObject(selection.fire) ? textOf(selection.fire.name) : null;
  return name === null ? "" : ` of ${name}`;
}

/** Whether an answer shows all that matched, so that its largest row is the largest of all. */
export function isWhole({ matched, returned, matched_exact }: JsonObject, args: JsonObject) {
  return matched === returned && matched_exact !== false && !hasCursor(args);
}

/** Whether a call continues an earlier one. */
export function hasCursor({ cursor }: JsonObject): boolean {
  return typeof cursor === "string" && cursor !== "";
}

/** How the last two whole days compare; detections are no measure of growth. */
export function trendText(
  rows: readonly JsonObject[],
  { newest, matched_exact, selection }: JsonObject,
): string | null {
  const { interval, time_zone: zone = "UTC" } = objectOf(selection);
  const [start, end] = Array.isArray(interval) ? interval.map(timeMsOf) : [null, null];
  // Days of another zone begin up to 14 hours earlier or later.
  const slackMs = zone === "UTC" ? 0 : dayMs;
  const fromMs = (start ?? Number.NEGATIVE_INFINITY) + slackMs;
  const untilMs = Math.min(end ?? Number.POSITIVE_INFINITY, timeMsOf(newest) ?? 0) - slackMs;
  const days = rows
    .flatMap(({ day, count }) => {
      const atMs = Date.parse(String(day));
      const isWhole = atMs >= fromMs && atMs + dayMs - 1 <= untilMs;
      return isWhole && typeof count === "number" ? [{ day, atMs, count }] : [];
    })
    .sort((a, b) => a.atMs - b.atMs);
  const [before, last] = days.slice(-2);
  if (!before || !last || matched_exact === false) return null;
  if (last.atMs - before.atMs !== dayMs) return null;
  return `${changeText(before.count, last.count)} on ${timeText(last.day)} than the day before`.replace(
    /^as many (.*) than/,
    "as many $1 as",
  );
}

/** "93 more", "12 fewer", "as many". */
export function changeText(before: number, after: number): string {
  if (before === after) return "as many";
  return `${plainNumber(Math.abs(after - before))} ${after > before ? "more" : "fewer"}`;
}

export function sentence(parts: readonly (string | null)[]): string {
  const text = parts.filter((part) => part !== null && part !== "").join("; ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "56 MW", or null. */
export function powerText(row: JsonObject): string | null {
  const power = powerOf(row);
  return power === null ? null : `${measured(power)} MW`;
}

/** "119 km²", or null. */
export function areaText(value: unknown): string | null {
  return typeof value === "number" ? `${measured(value)} km²` : null;
}

/** "58 km ENE", "inside", or null. */
export function awayText(row: JsonObject): string | null {
  if (row.inside === true) return "inside";
  const distance = numberOf(row.distance_km);
  if (distance === null) return null;
  return [`${measured(distance)} km`, textOf(row.compass)].filter(Boolean).join(" ");
}

/** When a row was seen; only the time of day if `interval` is within one day. */
export function seenText({ time, last }: JsonObject, interval?: unknown): string | null {
  const seen = textOf(time) ?? textOf(last);
  if (seen === null) return null;
  const timeMs = timeMsOf(seen);
  if (timeMs === null || isDate(seen) || !isOneDay(interval)) return timeText(seen);
  return `${clockText(timeMs)} UTC`;
}

/** The name of a row's fire, source or feature. */
export function nameText(row: JsonObject): string | null {
  for (const name of ["fire_name", "incident_name", "name", "title", "fire"]) {
    const text = textOf(row[name]);
    if (text !== null) return text;
  }
  return null;
}

/** "a, b, c" of what is known. */
export function phrase(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== "").join(", ");
}
