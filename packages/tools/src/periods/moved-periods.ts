import type { ToolContext } from "../call/context.ts";
import { collectionInfo } from "../collection/collection-info.ts";
import { dataEnds, movedBack, newestInstant } from "../selection/data-end.ts";
import { type Interval, resolveTime } from "../selection/interval.ts";
import { spanText } from "../values/age.ts";
import { offer } from "../values/text.ts";
import { periodBefore } from "./period-before.ts";

interface MovedPeriods {
  /** Absent where the periods stay and the notice offers others. */
  readonly intervals?: { readonly before: Interval; readonly after: Interval };
  readonly notice: string;
}

/**
 * Where the later period begins after the data's end: both periods, moved back by the same time if
 * words name the later one, else offered; null if it has data.
 */
export async function movedPeriods(
  words: { readonly before: string | undefined; readonly after: string },
  collection: string,
  context: ToolContext,
): Promise<MovedPeriods | null> {
  const { interval, isByDate } = await collectionInfo(collection, context);
  const now = context.now();
  const resolve = (text: string, parameter: "before" | "after") =>
    resolveTime(text, now, {
      zone: context.presentation.zone,
      parameter,
      ...(isByDate && { dateZone: "UTC" }),
    });
  const newest = newestInstant(interval?.[1], isByDate);
  const after = await resolve(words.after, "after");
  const before =
    words.before === undefined
      ? await periodBefore(after, context)
      : await resolve(words.before, "before");
  const { end, isRelative } = after;
  if (newest === null || end === null || after.start === null) return null;
  if (Date.parse(after.start) <= Date.parse(newest)) return null;
  const movedMs = Date.parse(end) - Date.parse(newest);
  const newestMs = Date.parse(newest);
  const back = (each: Interval) => each.readAt?.(newestMs) ?? movedBack(each, movedMs);
  const movedAfter = back(after);
  const moved = {
    before: words.before === undefined ? await periodBefore(movedAfter, context) : back(before),
    after: movedAfter,
  };
  const ends = dataEnds(newest, now);
  if (isRelative)
    return {
      intervals: moved,
      notice: after.readAt
        ? `${ends}: both periods are counted from that end.`
        : `${ends}: both periods are moved back by ${spanText(movedMs)}.`,
    };
  const textOf = (each: Interval) => `${each.start ?? ".."}/${each.end ?? ".."}`;
  const hasBefore = before.start === null || Date.parse(before.start) <= Date.parse(newest);
  const offered = offer({
    ...(!hasBefore && { before: textOf(moved.before) }),
    after: textOf(moved.after),
  });
  return { notice: `${ends}, before the later period. ${offered}` };
}
