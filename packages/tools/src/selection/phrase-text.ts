import { printInstant } from "@emberline/geo";
import { Temporal } from "temporal-polyfill";
import { quoted } from "../values/text.ts";
import type { Span, TimeContext } from "./date-words.ts";
import { namesSeason } from "./seasons.ts";

/** A span as an argument: dates where it is of whole days, else instants. */
export function spanText({ from, to }: Span, { dateZone }: TimeContext): string {
  const [first, after] = [from, to].map((instant) => instant.toZonedDateTimeISO(dateZone));
  const ends =
    isMidnight(first!) && isMidnight(after!)
      ? [first!.toPlainDate(), after!.toPlainDate().subtract({ days: 1 })].map(String)
      : [from, to].map((instant) => printInstant(instant.epochMilliseconds));
  return ends[0] === ends[1] ? ends[0]! : ends.join("/");
}

/** How a time was read: `"last Friday" is Fri 2025-06-13 (UTC).` */
export function readingText(
  { start, end }: { readonly start: string | null; readonly end: string | null },
  { text, words = text, zone, dateZone, hemisphere }: TimeContext,
): string {
  const isTrimmed = end?.endsWith(".999Z") ?? false;
  const from = start === null ? null : Temporal.Instant.from(start);
  const to =
    end === null ? null : Temporal.Instant.from(end).add({ milliseconds: isTrimmed ? 1 : 0 });
  const isWhole = [from, to].every(
    (each) => each === null || isMidnight(each.toZonedDateTimeISO(dateZone)),
  );
  const shownZone = isWhole ? dateZone : zone;
  const shown = (instant: Temporal.Instant) => {
    const at = instant.toZonedDateTimeISO(shownZone);
    const clock = isWhole ? "" : ` ${at.toPlainTime().toString({ smallestUnit: "minute" })}`;
    return `${weekdays[at.dayOfWeek]} ${at.toPlainDate()}${clock}`;
  };
  const [first, last] = [
    from && shown(from),
    to && shown(isWhole && isTrimmed ? to.subtract({ milliseconds: 1 }) : to),
  ];
  const ofSeason = hemisphere && namesSeason(words) ? `, ${hemisphere} hemisphere` : "";
  const span =
    first === null
      ? `until ${last}`
      : last === null
        ? `since ${first}`
        : first === last
          ? first
          : `${first} to ${last}`;
  return `${quoted(text, 60)} is ${span} (${shownZone}${ofSeason}).`;
}

const weekdays = ["", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

function isMidnight(at: Temporal.ZonedDateTime): boolean {
  return at.equals(at.startOfDay());
}
