import { invalidParameter } from "../problems.ts";
import { type EpochInterval, parseTime } from "../time.ts";

const example = "for example 2019-09-10T00:00:00Z/2019-09-10T23:59:59Z, or with .. as an open end";

/**
 * Reads `datetime`: an RFC 3339 date-time, or an interval of two, one of which may be open (`..` or
 * empty). A calendar date is accepted too and means its whole UTC day.
 * @throws {Problem} when it is neither a time nor an interval (400)
 */
export function parseDatetime(text: string): EpochInterval {
  const ends = text.split("/");
  if (ends.length === 1) return timeOf(text);
  if (ends.length > 2) throw invalidParameter("datetime", `has more than one slash; ${example}.`);
  const [from, to] = ends.map((end) => (end === "" || end === ".." ? undefined : timeOf(end)));
  if (!from && !to) throw invalidParameter("datetime", `is open at both ends; ${example}.`);
  const start = from?.start ?? -Infinity;
  const end = to?.end ?? Infinity;
  if (start > end) throw invalidParameter("datetime", `ends before it starts; ${example}.`);
  return { start, end };
}

function timeOf(text: string): EpochInterval {
  // A plus sign that was not percent-encoded arrives as a space.
  const time = parseTime(text.replace(/ (?=\d\d:\d\d$)/, "+"));
  if (!time) {
    throw invalidParameter(
      "datetime",
      `has ${JSON.stringify(text)}, which is not an RFC 3339 date-time; ${example}.`,
    );
  }
  return time;
}
