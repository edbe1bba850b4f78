import type { ToolContext } from "../call/context.ts";
import { collectionInfo } from "../collection/collection-info.ts";
import type { Area } from "../selection/area.ts";
import {
  countedFrom,
  dataEnds,
  joined,
  newestInstant,
  newestSuch,
  partOfDay,
} from "../selection/data-end.ts";
import { hemisphereOf } from "../selection/hemisphere.ts";
import { type Interval, resolveTime } from "../selection/interval.ts";
import { offer } from "../values/text.ts";
import { periodBefore } from "./period-before.ts";

interface Periods {
  readonly before: Interval;
  readonly after: Interval;
  /** That the data end before the later period, and what was done about it; else null. */
  readonly notice: string | null;
}

/**
 * Both periods by one clock: that of the data's end where the words of one lie after it.
 *
 * @param words without `before`, it is as long as `after`, just before it
 * @throws {ToolError} when a time is invalid, or the earlier one missing (`invalid_input`)
 */
export async function comparedPeriods(
  words: { readonly before: string | undefined; readonly after: string },
  collection: string,
  area: Area | null,
  context: ToolContext,
): Promise<Periods> {
  const { interval, isByDate } = await collectionInfo(collection, context);
  const now = context.now();
  const { zone } = context.presentation;
  const resolve = (text: string, parameter: "before" | "after") =>
    resolveTime(text, now, {
      zone,
      parameter,
      hemisphere: hemisphereOf(area),
      ...(isByDate && { dateZone: "UTC" }),
    });
  const asked = [
    await resolve(words.after, "after"),
    ...(words.before === undefined ? [] : [await resolve(words.before, "before")]),
  ];
  const newest = newestInstant(interval?.[1], isByDate);
  const newestMs = newest === null ? now : Date.parse(newest);
  const isCounted = asked.some((each) => countedFrom(newestMs, each));
  const [after, before] = isCounted ? asked.map((each) => each.readAt?.(newestMs) ?? each) : asked;
  const endMs = Math.min(newestMs, now);
  const notice = isCounted
    ? joined(
        `${dataEnds(newest!, now)}: both periods are counted from that end.`,
        partOfDay(newestMs, after!.end),
      )
    : newest !== null && isAfter(after!, newestMs)
      ? `${dataEnds(newest, now)}, before the later period. ${offerOf(after!, before, newestMs)}`
      : null;
  return { before: before ?? periodBefore(after!, endMs), after: after!, notice };
}

function isAfter({ start }: Interval, newestMs: number): boolean {
  return start !== null && Date.parse(start) > newestMs;
}

/** The newest periods as long that have data. */
function offerOf(after: Interval, before: Interval | undefined, newestMs: number): string {
  const [start, end] = newestSuch(after, newestMs);
  const was = periodBefore({ start, end }, newestMs);
  return offer({
    ...((before === undefined || isAfter(before, newestMs)) && {
      before: `${was.start}/${was.end}`,
    }),
    after: `${start}/${end}`,
  });
}
