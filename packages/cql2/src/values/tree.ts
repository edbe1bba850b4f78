import type { Bbox, Geometry } from "@emberline/geo";

/**
 * The tree of a CQL2 filter: the JSON encoding of OGC 21-065r2, as types.
 *
 * Every parser of this package makes this tree, and it is plain JSON: what
 * `parse` returns can be stored, sent and compared without conversion.
 * Coordinates are longitude, latitude (CRS84) unless the caller says otherwise.
 */

/**
 * `[west, south, east, north]`, or six numbers with heights third and sixth.
 * West greater than east crosses the antimeridian.
 */
export interface BboxLiteral {
  bbox: Bbox;
}
export interface PropertyRef {
  property: string;
}
/** A calendar date, `YYYY-MM-DD`. */
export interface DateLiteral {
  date: string;
}
/** An instant in UTC, RFC 3339 ending in `Z`, without trailing zeros in the fraction. */
export interface TimestampLiteral {
  timestamp: string;
}
/** `..` is an open end; a string is a date or a timestamp. */
export type IntervalEnd = string | PropertyRef | FunctionCall;
export interface IntervalLiteral {
  interval: [IntervalEnd, IntervalEnd];
}

export type ComparisonOperator = "=" | "<>" | "<" | "<=" | ">" | ">=";
export type ArithmeticOperator = "+" | "-" | "*" | "/" | "%" | "div" | "^";
export type SpatialOperator =
  | "s_contains"
  | "s_crosses"
  | "s_disjoint"
  | "s_equals"
  | "s_intersects"
  | "s_overlaps"
  | "s_touches"
  | "s_within";
export type TemporalOperator =
  | "t_after"
  | "t_before"
  | "t_contains"
  | "t_disjoint"
  | "t_during"
  | "t_equals"
  | "t_finishedBy"
  | "t_finishes"
  | "t_intersects"
  | "t_meets"
  | "t_metBy"
  | "t_overlappedBy"
  | "t_overlaps"
  | "t_startedBy"
  | "t_starts";
export type ArrayOperator = "a_containedBy" | "a_contains" | "a_equals" | "a_overlaps";

/** A function of the standard or of the caller. Standard operators have types of their own. */
export interface FunctionCall {
  op: string;
  args: Expression[];
}
export interface Arithmetic {
  op: ArithmeticOperator;
  args: [NumericExpression, NumericExpression];
}
export interface TextFunction {
  op: "casei" | "accenti";
  args: [CharacterExpression];
}
export type CharacterExpression = string | TextFunction | PropertyRef | FunctionCall;
export type NumericExpression = number | Arithmetic | PropertyRef | FunctionCall;
export type InstantLiteral = DateLiteral | TimestampLiteral;
export type ScalarExpression =
  | CharacterExpression
  | NumericExpression
  | InstantLiteral
  | BooleanExpression;
export type SpatialExpression = Geometry | BboxLiteral | PropertyRef | FunctionCall;
export type TemporalExpression = InstantLiteral | IntervalLiteral | PropertyRef | FunctionCall;
export type ArrayExpression = Expression[] | PropertyRef | FunctionCall;

export interface Logical {
  op: "and" | "or";
  args: BooleanExpression[];
}
export interface Not {
  op: "not";
  args: [BooleanExpression];
}
export interface Comparison {
  op: ComparisonOperator;
  args: [ScalarExpression, ScalarExpression];
}
/**
 * The pattern has `%` for any text, `_` for one character, and `\` before either to mean itself.
 */
export interface Like {
  op: "like";
  args: [CharacterExpression, PatternExpression];
}
export type PatternExpression = string | { op: "casei" | "accenti"; args: [PatternExpression] };
export interface Between {
  op: "between";
  args: [ScalarExpression, ScalarExpression, ScalarExpression];
}
export interface In {
  op: "in";
  args: [ScalarExpression, ScalarExpression[]];
}
export interface IsNull {
  op: "isNull";
  args: [Expression];
}
export interface SpatialPredicate {
  op: SpatialOperator;
  args: [SpatialExpression, SpatialExpression];
}
export interface TemporalPredicate {
  op: TemporalOperator;
  args: [TemporalExpression, TemporalExpression];
}
export interface ArrayPredicate {
  op: ArrayOperator;
  args: [ArrayExpression, ArrayExpression];
}

/** A filter: true, false or unknown for a feature. */
export type BooleanExpression =
  | boolean
  | Logical
  | Not
  | Comparison
  | Like
  | Between
  | In
  | IsNull
  | SpatialPredicate
  | TemporalPredicate
  | ArrayPredicate
  | FunctionCall;

/** Any node of a tree. */
export type Expression = ScalarExpression | SpatialExpression | TemporalExpression | Expression[];

/** The members of a GeoJSON Feature that filters use: fewer than RFC 7946 requires. */
export interface Feature {
  id?: string | number | undefined;
  geometry?: Geometry | null | undefined;
  properties?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The three spellings of a filter that this package reads and writes. */
export type Lang = "cql2-text" | "cql2-json" | "ecql-text";
