import type { Properties } from "@emberline/core";
import { parseTimeMs, printInstant } from "@emberline/geo";
import { type CollectionInfo, rolesOf } from "../collection/collection-info.ts";
import { isTimeText, timeOf } from "../values/roles.ts";

/**
 * The time of a feature: TimeSpan if it has a start or an end instead of a time, else TimeStamp;
 * nothing if it has neither. Calendar dates are written as dates, which KML reads as whole days.
 */
export function kmlTime(properties: Properties | null, collection: CollectionInfo): string {
  const { start_datetime: start, end_datetime: end, datetime } = properties ?? {};
  if (!isTimeText(datetime) && (isTimeText(start) || isTimeText(end))) {
    const begin = within("begin", start, collection);
    return `<TimeSpan>${begin}${within("end", end, collection)}</TimeSpan>`;
  }
  const when = within("when", timeOf(properties, rolesOf(properties, collection)), collection);
  return when && `<TimeStamp>${when}</TimeStamp>`;
}

function within(name: string, time: unknown, { isByDate }: CollectionInfo): string {
  if (!isTimeText(time)) return "";
  const text = printInstant(parseTimeMs(time)!);
  return `<${name}>${time.length === 10 || isByDate ? text.slice(0, 10) : text}</${name}>`;
}
