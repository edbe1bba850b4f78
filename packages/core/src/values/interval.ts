import { dateForm, instantForm, parseInstantUs, printInstant } from "@emberline/geo";
import { InvalidRequestError } from "./errors.ts";

/** A closed interval of time; null is an open end, and for an instant both ends are equal. */
export interface DateInterval {
  start: Date | null;
  end: Date | null;
}

const example = "for example 2025-06-20T00:00:00Z or 2025-06-20T00:00:00Z/..";

/**
 * Reads an RFC 3339 instant, or an interval of two, to the millisecond. An open end is `..` or
 * empty.
 *
 * @example
 * parseInterval("2025-06-20T00:00:00Z/..").end; // → null
 *
 * @throws {InvalidRequestError} when it is not an interval, or a reversed one
 */
export function parseInterval(text: string): DateInterval {
  const [from = "", to, ...more] = text.split("/");
  if (to === undefined) {
    const instant = parseInstant(text);
    return { start: instant, end: instant };
  }
  if (more.length > 0) throw refuse(text, "has more than one slash");
  const [start, end] = [parseEnd(from), parseEnd(to)];
  if (start && end && start > end) throw refuse(text, "ends before it starts");
  return { start, end };
}

function parseEnd(text: string): Date | null {
  return text === "" || text === ".." ? null : parseInstant(text);
}

/**
 * Reads an RFC 3339 date-time, to the millisecond.
 *
 * @example
 * parseInstant("2025-06-20T02:00:00+02:00").getTime(); // → Date.UTC(2025, 5, 20)
 *
 * @throws {InvalidRequestError} when it is not a time, or a date that does not exist
 */
export function parseInstant(text: string): Date {
  const us = parseInstantUs(text);
  if (us !== undefined) return new Date(Math.floor(us / 1000));
  if (instantForm.test(text)) throw refuse(text, "is a date or time that does not exist");
  const hint = dateForm.test(text)
    ? `; for the whole day write ${text}T00:00:00Z/${text}T23:59:59.999Z`
    : "";
  throw refuse(text, `is not an RFC 3339 date-time with a time zone${hint}`);
}

/**
 * An instant as RFC 3339, or `<start>/<end>` with `..` for an open end; in UTC.
 *
 * @example
 * printInterval({ start: new Date("2025-06-20"), end: null }); // → "2025-06-20T00:00:00Z/.."
 */
export function printInterval({ start, end }: DateInterval): string {
  const print = (instant: Date | null) => (instant ? printInstant(instant.getTime()) : "..");
  return start && start.getTime() === end?.getTime()
    ? print(start)
    : `${print(start)}/${print(end)}`;
}

function refuse(text: string, problem: string): InvalidRequestError {
  return new InvalidRequestError(
    `The time ${JSON.stringify(text.slice(0, 200))} ${problem}; ${example}.`,
  );
}
