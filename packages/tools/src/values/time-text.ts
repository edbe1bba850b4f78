import { parseTimeMs, printInstant } from "@emberline/geo";

/** Room for nanoseconds and an offset; longer values are not times. */
const maxTimeLength = 35;

/** Whether a value is a valid date or time and nothing more: trailing text could be anything. */
export function isTimeText(value: unknown): value is string {
  return (
    typeof value === "string" && value.length <= maxTimeLength && parseTimeMs(value) !== undefined
  );
}

/** Forms that have one reading, as the lenient form of RFC 3339. */
const rewritings: readonly (readonly [form: RegExp, rewritten: string])[] = [
  // RFC 9557: what stands in brackets changes nothing after an offset.
  [/^(.*(?:Z|[+-]\d\d:?\d\d))(?:\[[^\][]+\])+$/i, "$1"],
  [/^(.*\d)\[(?:Etc\/)?(?:UTC|GMT)\]$/i, "$1"],
  [/^(\d{4})\/(\d\d)\/(\d\d)(?!\/)/, "$1-$2-$3"],
  [/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3"],
  [/^(\d{4})(\d\d)(\d\d)[T ]?(\d\d):?(\d\d)(?::?(\d\d))?(?=\D|$)/i, "$1-$2-$3T$4:$5:$6"],
  [/(\d\d:\d\d):(?=\D|$)/, "$1"],
  [/(:\d\d),(\d)/, "$1.$2"],
  [/ ?(?:UTC|GMT|Z)$/i, "Z"],
  [/(:\d\d(?:\.\d+)?) ([+-]\d\d:?\d\d)Z?$/, "$1$2"],
];

const months = "janfebmaraprmayjunjulaugsepoctnovdec";

/** RFC 1123, as `Fri, 03 Jul 2026 23:40:00 GMT`. */
const mailForm =
  /^(?:[a-z]{3}, ?)?(\d{1,2})[ -]([a-z]{3})[ -](\d{4}) (\d\d:\d\d(?::\d\d)?) (GMT|UTC?|Z|[+-]\d{4})$/i;

/** Digits are times only where the name says so: others may be ids. */
const timeName = /time|date|stamp|epoch|when|_at$/i;

/** Seconds, milliseconds or microseconds since 1970, from 2001 to 2033. */
const epochForm = /^1\d{9}(?:\d{3}|\d{6}|\.\d+)?$/;

/**
 * A date or time in a form other than that of RFC 3339 as one of RFC 3339, where it can be read in
 * one way only; undefined for anything else.
 */
export function readTime(value: unknown, name: string): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || text.length > 2 * maxTimeLength) return undefined;
  if (/^[\d.]+$/.test(text)) {
    if (!timeName.test(name)) return undefined;
    if (epochForm.test(text)) return ofEpoch(text);
  }
  const [, day = "", month = "", year, clock, zone = ""] = mailForm.exec(text.trim()) ?? [];
  const at = months.indexOf(month.toLowerCase());
  const dated =
    year === undefined || at % 3 !== 0
      ? text.trim()
      : `${year}-${String(at / 3 + 1).padStart(2, "0")}-${day.padStart(2, "0")}T${clock}${zone.replace(/^[a-z]+$/i, "Z")}`;
  const written = rewritings.reduce(
    (each, [form, rewritten]) => each.replace(form, rewritten),
    dated,
  );
  const ms = parseTimeMs(written);
  if (ms === undefined) return undefined;
  return written.length === 10 ? written : printInstant(ms);
}

function ofEpoch(text: string): string {
  const digits = /^\d+/.exec(text)![0].length;
  return printInstant(Math.floor(Number(text) * 10 ** (13 - digits)));
}
