import { InvalidRequestError } from "../errors.ts";

/** A closed interval of time; null is an open end, and an instant starts where it ends. */
export interface Interval {
  start: Date | null;
  end: Date | null;
}

const rfc3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-](\d{2}):(\d{2}))$/;
const example = "for example 2025-06-20T00:00:00Z or 2025-06-20T00:00:00Z/..";

/**
 * Reads an RFC 3339 instant or an interval of two with `..` (or nothing) for an open end, to the millisecond.
 * Throws `InvalidRequestError`, also for a reversed interval.
 */
export function parseInterval(text: string): Interval {
  const ends = text.split("/");
  if (ends.length === 1) {
    const instant = parseInstant(text);
    return { start: instant, end: instant };
  }
  if (ends.length !== 2) throw refuse(text, "has more than one slash");
  const [start, end] = ends.map((part) =>
    part === "" || part === ".." ? null : parseInstant(part),
  ) as [Date | null, Date | null];
  if (start && end && start > end) throw refuse(text, "ends before it starts");
  return { start, end };
}

/** Reads an RFC 3339 date-time, whose date exists. Throws `InvalidRequestError`. */
export function parseInstant(text: string): Date {
  const fields = rfc3339.exec(text);
  if (!fields) {
    const hint = /^\d{4}-\d{2}-\d{2}$/.test(text)
      ? `; for the whole day write ${text}T00:00:00Z/${text}T23:59:59.999Z`
      : "";
    throw refuse(text, `is not an RFC 3339 date-time with a time zone${hint}`);
  }
  const [, year, month, day, hour, minute, second, zoneHour = 0, zoneMinute = 0] = fields.map(
    Number,
  ) as number[];
  const daysInMonth = new Date(Date.UTC(2000, month!, 0)).setUTCFullYear(year!, month!, 0);
  const exists =
    month! >= 1 && month! <= 12 && day! >= 1 && day! <= new Date(daysInMonth).getUTCDate();
  const onClock =
    hour! <= 23 && minute! <= 59 && second! <= 59 && !(zoneHour > 23) && !(zoneMinute > 59);
  if (!exists || !onClock) throw refuse(text, "is a date or time that does not exist");
  return new Date(text.toUpperCase());
}

/** `2025-06-20T00:00:00Z` for an instant, else `<start>/<end>` with `..` for an open end; in UTC. */
export function printInterval({ start, end }: Interval): string {
  if (start && end && start.getTime() === end.getTime()) return printInstant(start);
  return `${start ? printInstant(start) : ".."}/${end ? printInstant(end) : ".."}`;
}

function printInstant(instant: Date): string {
  return instant.toISOString().replace(".000Z", "Z");
}

function refuse(text: string, problem: string): InvalidRequestError {
  return new InvalidRequestError(
    `The time ${JSON.stringify(text.slice(0, 200))} ${problem}; ${example}.`,
  );
}
