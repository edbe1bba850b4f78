import type { Geometry } from "@emberline/geo";
import { compareInstants, type Instant, parseInstant } from "../time/instant.ts";
import { instantOfEnd, spanOf } from "../time/literals.ts";
import type { Span } from "../time/relations.ts";
import { compareText } from "./text.ts";

/** A date, timestamp or interval while a filter runs. */
export class TimeValue implements Span {
  readonly start: Span["start"];
  readonly end: Span["end"];
  constructor({ start, end }: Span) {
    this.start = start;
    this.end = end;
  }
}

/** The value of an expression for a feature; null is SQL's NULL. */
export type Value = null | boolean | number | string | TimeValue | Geometry | readonly unknown[];

/** True, false, or null for unknown. */
export type Truth = boolean | null;

/** Converts a property's value or a function's result; other things are NULL. */
export function toValue(raw: unknown): Value {
  switch (typeof raw) {
    case "string":
    case "boolean":
      return raw;
    case "number":
      return Number.isFinite(raw) ? raw : null;
    case "bigint":
      return Number(raw);
    case "object":
      if (raw instanceof TimeValue || Array.isArray(raw)) return raw;
      return isGeometry(raw) ? raw : null;
  }
  return null;
}

export function isGeometry(raw: unknown): raw is Geometry {
  return (
    typeof raw === "object" &&
    raw !== null &&
    "type" in raw &&
    ("coordinates" in raw || "geometries" in raw)
  );
}

/** A value as a time: texts are read as dates or timestamps (UTC by default), all else is NULL. */
export function toTime(value: Value): TimeValue | null {
  if (value instanceof TimeValue) return value;
  if (typeof value !== "string") return null;
  const instant = parseInstant(value);
  return instant === undefined ? null : new TimeValue({ start: instant, end: instant });
}

/**
 * Negative, zero or positive as `a` is below, equal to or above `b`; null if types differ or have
 * no order. A text compared with a time is read as a time.
 */
export function compareValues(a: Value, b: Value): number | null {
  if (a instanceof TimeValue || b instanceof TimeValue) {
    const [x, y] = [toTime(a), toTime(b)];
    return x === null || y === null ? null : compareInstants(x.start, y.start);
  }
  if (typeof a === "number") return typeof b === "number" ? a - b : null;
  if (typeof a === "string") return typeof b === "string" ? compareText(a, b) : null;
  if (typeof a === "boolean") return typeof b === "boolean" ? Number(a) - Number(b) : null;
  return null;
}

/** Whether two elements of arrays are the same; arrays are compared element by element. */
export function sameElement(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => sameElement(item, b[i]));
  }
  return compareValues(toValue(a), toValue(b)) === 0;
}

/** Converts the result of a custom function, which may be a time in the tree's form. */
export function toResult(raw: unknown): Value {
  if (typeof raw !== "object" || raw === null) return toValue(raw);
  const { date, timestamp } = raw as { date?: unknown; timestamp?: unknown };
  const text = date ?? timestamp;
  return typeof text === "string" ? toTime(text) : toValue(raw);
}

/** The interval between two values; `..` is open. NULL unless both are times in order. */
export function intervalValue(start: Value, end: Value): TimeValue | null {
  const [from, to] = [endOf(start, "start"), endOf(end, "end")];
  const span = from === undefined || to === undefined ? undefined : spanOf(from, to);
  return span === undefined ? null : new TimeValue(span);
}

function endOf(value: Value, which: "start" | "end"): Instant | undefined {
  return typeof value === "string" ? instantOfEnd(value, which) : toTime(value)?.[which];
}
