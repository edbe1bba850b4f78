import { parseTimeMs, printInstant } from "@emberline/geo";
import { invalidInput } from "../call/tool-error.ts";
import { spanText } from "../values/age.ts";
import { dayMs } from "../values/calendar.ts";
import { type Offered, offer } from "../values/text.ts";
import type { Interval } from "./interval.ts";

export interface WithinData {
  readonly interval: Interval;
  /** That the data ends before the time asked, or within it, and how words were read. */
  readonly notice: string | null;
}

export interface DataEndOptions {
  /** The arguments that select a time; default `time`; null offers none. */
  readonly offerOf?: ((start: string, end: string) => Offered) | null;
  /** Words are not moved: the notice offers the newest time that has data. */
  readonly isFixed?: boolean;
}

const weekMs = 7 * dayMs;

/**
 * Where the time asked begins after the data's end: words like "last 7 days" then mean the newest
 * such time that has data; for other times the notice offers it.
 *
 * @param newest the newest observation
 * @throws {ToolError} when words name a time to come (`invalid_input`)
 */
export function withinData(
  interval: Interval,
  newest: string | null | undefined,
  nowMs: number,
  { offerOf = asTime("time"), isFixed = false }: DataEndOptions = {},
): WithinData {
  const newestMs = parseTimeMs(newest ?? "");
  const { start, end, isRelative, reading = null } = interval;
  if (isRelative && start !== null && Date.parse(start) > nowMs)
    throw invalidInput(
      "The time asked lies in the future, of which nothing is observed: forecasts of fire spread are in list_simulations.",
      "time",
    );
  if (newestMs === undefined) return { interval, notice: reading };
  const ends = dataEnds(newest!, nowMs);
  if (start === null || Date.parse(start) <= newestMs) {
    const untilMs = Math.min(nowMs, end === null ? nowMs : Date.parse(end));
    const notice =
      untilMs - newestMs > dayMs && start !== null
        ? `${ends}: the time asked has no data after that.`
        : endsWithDay(end)
          ? partOfDay(newestMs, Date.parse(end!))
          : null;
    return { interval, notice: joined(notice, reading) };
  }
  const again = isFixed ? undefined : interval.readAt?.(newestMs);
  if (again && again.start !== null && Date.parse(again.start) <= newestMs)
    return { interval: again, notice: `${ends}: counted from that end, ${again.reading}` };
  // Trimmed ends lack a millisecond.
  const lengthMs =
    end === null ? weekMs : Math.ceil((Date.parse(end) - Date.parse(start)) / 1000) * 1000;
  const moved = { start: printInstant(newestMs - lengthMs), end: printInstant(newestMs) };
  if (!isRelative || end === null || isFixed) {
    const offered = offerOf
      ? ` ${offer(offerOf(moved.start, moved.end))} That is the newest such time.`
      : "";
    return {
      interval,
      notice: joined(`${ends}, before the time asked.${offered}`, reading),
    };
  }
  return {
    interval: { ...moved, isRelative },
    notice: `${ends}: the answer is about the ${spanText(lengthMs)} before that end, not before now.`,
  };
}

const hourMs = 3_600_000;

/** Whether a time ends with a day, in any zone, and not by the clock. */
function endsWithDay(end: string | null): boolean {
  return end !== null && (Date.parse(end) + 1) % (hourMs / 4) === 0;
}

/** That a day, which ends at an instant, has data only until the newest; null if it has most. */
function partOfDay(newestMs: number, endMs: number): string | null {
  const missingMs = endMs - newestMs;
  if (missingMs <= hourMs || missingMs > dayMs) return null;
  return `The last day is covered in part: the data end ${printInstant(newestMs)}.`;
}

/** Sentences as one; null without any. */
export function joined(...sentences: readonly (string | null | undefined)[]): string | null {
  return sentences.filter((each) => each != null).join(" ") || null;
}

/** "The data ends 2025-06-20T11:00:00Z, 12 days ago". */
export function dataEnds(newest: string, nowMs: number): string {
  const newestMs = parseTimeMs(newest)!;
  const age = nowMs > newestMs ? `, ${spanText(nowMs - newestMs)} ago` : "";
  return `The data ends ${newest}${age}`;
}

/** An interval as one argument. */
export function asTime(parameter: string) {
  return (start: string, end: string): Offered => ({ [parameter]: `${start}/${end}` });
}

/** An interval as many milliseconds earlier. */
export function movedBack(interval: Interval, movedMs: number): Interval {
  const moved = (instant: string | null) =>
    instant === null ? null : printInstant(Date.parse(instant) - movedMs);
  return { ...interval, start: moved(interval.start), end: moved(interval.end) };
}

/** The end of the newest observation: of a calendar date, the end of its day. */
export function newestInstant(newest: string | null | undefined, isByDate: boolean): string | null {
  const newestMs = parseTimeMs(newest ?? "");
  if (newest == null || newestMs === undefined) return null;
  return isByDate ? printInstant(newestMs + dayMs - 1) : newest;
}
