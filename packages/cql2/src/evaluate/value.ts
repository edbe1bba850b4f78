import type { Geometry } from "@emberline/geo";
import { compareInstants, type Instant, parseInstant } from "../time/instant.ts";
import { instantOfEnd, instantOfText, spanOf } from "../time/literals.ts";
import type { Span } from "../time/relations.ts";
import type { ArithmeticOperator, Expression, Feature, IntervalEnd } from "../values/tree.ts";

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
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | TimeValue
  | Geometry
  | readonly unknown[];

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
      return BigInt(Number(raw)) === raw ? Number(raw) : raw;
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
function toTime(value: Value): TimeValue | null {
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
  if (typeof a === "bigint" || typeof b === "bigint") return compareLong(a, b);
  if (typeof a === "number") return typeof b === "number" ? a - b : null;
  if (typeof a === "string") return typeof b === "string" ? compareText(a, b) : null;
  if (typeof a === "boolean") return typeof b === "boolean" ? Number(a) - Number(b) : null;
  return null;
}

/** The order of two numbers of which one has more digits than a double; texts have its digits. */
function compareLong(a: Value, b: Value): number | null {
  if (typeof a === "string" || typeof b === "string") {
    const isText = (value: Value) => typeof value === "string" || typeof value === "bigint";
    return isText(a) && isText(b) ? compareText(String(a), String(b)) : null;
  }
  if (!isNumber(a) || !isNumber(b)) return null;
  return a < b ? -1 : Number(a > b);
}

export function isNumber(value: Value): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
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
function intervalValue(start: Value, end: Value): TimeValue | null {
  const [from, to] = [endOf(start, "start"), endOf(end, "end")];
  const span = from === undefined || to === undefined ? undefined : spanOf(from, to);
  return span === undefined ? null : new TimeValue(span);
}

function endOf(value: Value, which: "start" | "end"): Instant | undefined {
  return typeof value === "string" ? instantOfEnd(value, which) : toTime(value)?.[which];
}

const asciiPattern = /^[\0-\x7f]*$/;

/**
 * Full case folding (Unicode, CaseFolding.txt, statuses C and F), which engines do not offer.
 * Lower, upper and lower again gives the same classes of letters, except for the dotless i. Folding
 * each character separately keeps the final sigma independent of its neighbours.
 */
export function foldCase(text: string): string {
  if (asciiPattern.test(text)) return text.toLowerCase();
  let folded = "";
  for (const character of text) {
    // The dotless i folds to itself, although its capital is I.
    folded += character === "ı" ? character : character.toLowerCase().toUpperCase().toLowerCase();
  }
  return folded;
}

/**
 * Combining marks that are accents; unlike the vowel signs of Indic scripts, they have no script.
 */
const accentPattern = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;

/** The text without accents, by canonical decomposition. */
export function foldAccents(text: string): string {
  if (asciiPattern.test(text)) return text;
  return text.normalize("NFD").replace(accentPattern, "").normalize("NFC");
}

/** Order by code point, as in UTF-8 and the C collation; code units differ beyond U+FFFF. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const surrogateX = x >= 0xd800 && x <= 0xdfff;
    const surrogateY = y >= 0xd800 && y <= 0xdfff;
    return surrogateX === surrogateY ? x - y : surrogateX ? 1 : -1;
  }
  return a.length - b.length;
}

type Getter = (feature: Feature) => Value;

/** Compiles nodes to times of a feature; other values are NULL. */
export class Times {
  readonly #value: (node: Expression) => Getter;
  readonly #known = new Map<string, Getter>();

  /** @param value compiles a node to its value for a feature */
  constructor(value: (node: Expression) => Getter) {
    this.#value = value;
  }

  getter(node: Expression): Getter {
    if (typeof node === "string") {
      const instant = instantOfText(node);
      const time = instant === undefined ? null : new TimeValue({ start: instant, end: instant });
      return () => time;
    }
    const key = JSON.stringify(node);
    const known = this.#known.get(key) ?? readOnce(this.#value(node));
    this.#known.set(key, known);
    return known;
  }

  interval([start, end]: readonly [IntervalEnd, IntervalEnd]): Getter {
    if (typeof start === "string" && typeof end === "string") {
      const constant = intervalValue(start, end);
      return () => constant;
    }
    const get = (one: IntervalEnd): Getter =>
      typeof one === "string" ? () => one : this.#value(one);
    const [from, to] = [get(start), get(end)];
    return (feature) => intervalValue(from(feature), to(feature));
  }
}

/** Caches the last text, since a filter may compare one text with a thousand times. */
function readOnce(value: Getter): Getter {
  let last: Value = null;
  let time: TimeValue | null = null;
  return (feature) => {
    const found = value(feature);
    if (found !== last) [last, time] = [found, toTime(found)];
    return time;
  };
}

/** Arithmetic in double precision; a result that is not finite (division by zero) is NULL. */
const operations: Readonly<Record<ArithmeticOperator, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
  div: (a, b) => Math.trunc(a / b),
  "^": (a, b) => a ** b,
};

export function calculate(op: ArithmeticOperator, a: number, b: number): number | null {
  const result = operations[op](a, b);
  return Number.isFinite(result) ? result + 0 : null;
}
