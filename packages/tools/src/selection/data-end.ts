import { parseTimeMs, printInstant } from "@emberline/geo";
import { invalidInput } from "../call/tool-error.ts";
import { spanText } from "../values/age.ts";
import { dayMs } from "../values/calendar.ts";
import { type Offered, offer } from "../values/text.ts";
import { type Interval, lengthOf } from "./interval.ts";

export interface WithinData {
  readonly interval: Interval;
  /** That the data ends before the time asked, or within it, and how words were read. */
  readonly notice: string | null;
}

export interface DataEndOptions {
  /** The arguments that select a time; default `time`; null offers none. */
  readonly offerOf?: ((start: string, end: string) => Offered) | null;
  /** Words keep the clock by which they were read. */
  readonly isFixed?: boolean;
}

const weekMs = 7 * dayMs;

/**
 * Where the time asked begins after the data's end: words are then read by the clock of that end,
 * which is said; for other times the notice offers the newest as long.
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
  const { start, end, readAt, reading = null } = interval;
  if (readAt && start !== null && Date.parse(start) > nowMs)
    throw invalidInput(
      "The time asked lies in the future, of which nothing is observed: forecasts of fire spread are in list_simulations.",
      "time",
    );
  if (newestMs === undefined) return { interval, notice: reading };
  const ends = dataEnds(newest!, nowMs);
  const again = isFixed ? null : countedFrom(newestMs, interval);
  if (again)
    return {
      interval: again,
      notice: joined(
        `${ends}: counted from that end, ${again.reading}`,
        partOfDay(newestMs, again.end),
      ),
    };
  if (start === null || Date.parse(start) <= newestMs) {
    const untilMs = Math.min(nowMs, end === null ? nowMs : Date.parse(end));
    const notice =
      untilMs - newestMs > dayMs && start !== null
        ? `${ends}: the time asked has no data after that.`
        : partOfDay(newestMs, end);
    return { interval, notice: joined(notice, reading) };
  }
  const [first, last] = newestSuch(interval, newestMs);
  const offered = offerOf ? ` ${offer(offerOf(first, last))} That is the newest such time.` : "";
  return { interval, notice: joined(`${ends}, before the time asked.${offered}`, reading) };
}

/** The newest time as long that has data; a week for one without an end. */
export function newestSuch({ start, end }: Interval, newestMs: number): [string, string] {
  const hasEnds = start !== null && end !== null;
  const lengthMs = hasEnds ? lengthOf(Date.parse(start), Date.parse(end)) : weekMs;
  return [printInstant(newestMs - lengthMs), printInstant(newestMs)];
}

/**
 * Words by the clock of the data's end, if all that depends on the clock lies after that end: a
 * start at all, an end by more than a day. Else null.
 */
export function countedFrom(newestMs: number, asked: Interval): Interval | null {
  const again = asked.readAt?.(newestMs) ?? null;
  if (!again || (again.start !== null && Date.parse(again.start) > newestMs)) return null;
  const isBeyond = (end: string | null, marginMs: number) =>
    end !== null && Date.parse(end) > newestMs + marginMs;
  const starts = again.start === asked.start || isBeyond(asked.start, 0);
  const ends = again.end === asked.end || isBeyond(asked.end, dayMs);
  return starts && ends ? again : null;
}

const hourMs = 3_600_000;

/** That the day at the end of a time has data only until the newest; null if it has most. */
export function partOfDay(newestMs: number, end: string | null): string | null {
  // In any zone a day ends so, and no time by the clock.
  const isOfDays = end !== null && (Date.parse(end) + 1) % (hourMs / 4) === 0;
  const missingMs = isOfDays ? Date.parse(end) - newestMs : 0;
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

/** The end of the newest observation: of a calendar date, the end of its day. */
export function newestInstant(newest: string | null | undefined, isByDate: boolean): string | null {
  const newestMs = parseTimeMs(newest ?? "");
  if (newest == null || newestMs === undefined) return null;
  return isByDate ? printInstant(newestMs + dayMs - 1) : newest;
}
