import { canonicalTimestamp, isDateForm } from "./time/instant.ts";
import { instantOf } from "./time/literals.ts";
import { Cql2Error } from "./values/error.ts";
import type {
  ArithmeticOperator,
  ArrayExpression,
  ArrayOperator,
  BboxLiteral,
  BooleanExpression,
  CharacterExpression,
  ComparisonOperator,
  DateLiteral,
  Expression,
  FunctionCall,
  IntervalEnd,
  IntervalLiteral,
  NumericExpression,
  PatternExpression,
  PropertyRef,
  ScalarExpression,
  SpatialExpression,
  SpatialOperator,
  TemporalExpression,
  TemporalOperator,
  TextFunction,
  TimestampLiteral,
} from "./values/tree.ts";

function refuse(message: string): never {
  throw new Cql2Error("invalid-literal", message);
}

const comparison =
  (op: ComparisonOperator) =>
  (left: ScalarExpression, right: ScalarExpression): BooleanExpression => ({
    op,
    args: [left, right],
  });

const arithmetic =
  (op: ArithmeticOperator) =>
  (left: NumericExpression, right: NumericExpression): NumericExpression => ({
    op,
    args: [left, right],
  });

const spatial =
  (op: SpatialOperator) =>
  (left: SpatialExpression, right: SpatialExpression): BooleanExpression => ({
    op,
    args: [left, right],
  });

const temporal =
  (op: TemporalOperator) =>
  (left: TemporalExpression, right: TemporalExpression): BooleanExpression => ({
    op,
    args: [left, right],
  });

const array =
  (op: ArrayOperator) =>
  (left: ArrayExpression, right: ArrayExpression): BooleanExpression => ({
    op,
    args: [left, right],
  });

function logical(op: "and" | "or", args: readonly BooleanExpression[]): BooleanExpression {
  if (args.length === 0) return op === "and";
  return args.length === 1 ? args[0]! : { op, args: [...args] };
}

function date(day: string | Date): DateLiteral {
  const literal = { date: typeof day === "string" ? day : textOf(day).slice(0, 10) };
  if (!isDateForm(literal.date) || instantOf(literal) === undefined) {
    refuse(`${JSON.stringify(literal.date)} is not a date like "2024-08-01"`);
  }
  return literal;
}

function timestamp(moment: string | Date): TimestampLiteral {
  const text = typeof moment === "string" ? moment : textOf(moment);
  const canonical = canonicalTimestamp(text);
  if (canonical === undefined || instantOf({ timestamp: canonical }) === undefined) {
    return refuse(`${JSON.stringify(text)} is not a time like "2024-08-01T12:00:00Z"`);
  }
  return { timestamp: canonical };
}

function textOf(moment: Date): string {
  return Number.isNaN(moment.getTime()) ? "an invalid Date" : moment.toISOString();
}

type End = IntervalEnd | Date | DateLiteral | TimestampLiteral | null;

function intervalEnd(end: End): IntervalEnd {
  if (end === null || end === "..") return "..";
  if (end instanceof Date) return timestamp(end).timestamp;
  if (typeof end === "string") return isDateForm(end) ? date(end).date : timestamp(end).timestamp;
  if ("date" in end) return end.date;
  return "timestamp" in end ? end.timestamp : end;
}

/**
 * Builds trees from values. No string passed as a value can become a name, an
 * operator or the end of a literal.
 * Operators have the names of CQL2 JSON in camel case.
 *
 * @example
 * ```js
 * print(build.eq(build.property("name"), "O'Hara")); // → "name = 'O''Hara'"
 * ```
 */
export const build = {
  property: (name: string): PropertyRef => ({ property: name }),
  /** A calendar date: `YYYY-MM-DD`, or the UTC day of a Date. Throws `invalid-literal`. */
  date,
  /** An instant: RFC 3339 or a Date. Throws `invalid-literal`. */
  timestamp,
  /** From `start` to `end`; null or `..` is open. Throws `invalid-literal`. */
  interval: (start: End, end: End): IntervalLiteral => ({
    interval: [intervalEnd(start), intervalEnd(end)],
  }),
  /** Degrees; west greater than east crosses the antimeridian. */
  bbox: (west: number, south: number, east: number, north: number): BboxLiteral => ({
    bbox: [west, south, east, north],
  }),

  /** True if all arguments are; true without arguments. */
  and: (...args: BooleanExpression[]): BooleanExpression => logical("and", args),
  /** True if any argument is; false without arguments. */
  or: (...args: BooleanExpression[]): BooleanExpression => logical("or", args),
  not: (arg: BooleanExpression): BooleanExpression => ({ op: "not", args: [arg] }),

  eq: comparison("="),
  ne: comparison("<>"),
  lt: comparison("<"),
  le: comparison("<="),
  gt: comparison(">"),
  ge: comparison(">="),
  between: (
    value: ScalarExpression,
    low: ScalarExpression,
    high: ScalarExpression,
  ): BooleanExpression => ({ op: "between", args: [value, low, high] }),
  /** Membership in a list; false for an empty list. */
  in: (value: ScalarExpression, list: readonly ScalarExpression[]): BooleanExpression =>
    list.length > 0 && { op: "in", args: [value, [...list]] },
  isNull: (value: Expression): BooleanExpression => ({ op: "isNull", args: [value] }),
  like: (value: CharacterExpression, pattern: PatternExpression): BooleanExpression => ({
    op: "like",
    args: [value, pattern],
  }),
  /** A string escaped for a pattern, where it matches only itself. */
  escapeLike: (text: string): string => text.replace(/[\\%_]/g, "\\$&"),
  casei: (text: CharacterExpression): TextFunction => ({ op: "casei", args: [text] }),
  accenti: (text: CharacterExpression): TextFunction => ({ op: "accenti", args: [text] }),

  add: arithmetic("+"),
  subtract: arithmetic("-"),
  multiply: arithmetic("*"),
  divide: arithmetic("/"),
  modulo: arithmetic("%"),
  div: arithmetic("div"),
  power: arithmetic("^"),

  sContains: spatial("s_contains"),
  sCrosses: spatial("s_crosses"),
  sDisjoint: spatial("s_disjoint"),
  sEquals: spatial("s_equals"),
  sIntersects: spatial("s_intersects"),
  sOverlaps: spatial("s_overlaps"),
  sTouches: spatial("s_touches"),
  sWithin: spatial("s_within"),

  tAfter: temporal("t_after"),
  tBefore: temporal("t_before"),
  tContains: temporal("t_contains"),
  tDisjoint: temporal("t_disjoint"),
  tDuring: temporal("t_during"),
  tEquals: temporal("t_equals"),
  tFinishedBy: temporal("t_finishedBy"),
  tFinishes: temporal("t_finishes"),
  tIntersects: temporal("t_intersects"),
  tMeets: temporal("t_meets"),
  tMetBy: temporal("t_metBy"),
  tOverlappedBy: temporal("t_overlappedBy"),
  tOverlaps: temporal("t_overlaps"),
  tStartedBy: temporal("t_startedBy"),
  tStarts: temporal("t_starts"),

  aContainedBy: array("a_containedBy"),
  aContains: array("a_contains"),
  aEquals: array("a_equals"),
  aOverlaps: array("a_overlaps"),

  /** A custom function. */
  call: (name: string, ...args: Expression[]): FunctionCall => ({ op: name, args }),
} as const;
