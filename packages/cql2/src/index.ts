export type { Geometry, LineString, MultiPolygon, Point, Polygon, Position } from "@emberline/geo";
export { impliedBbox } from "./analysis/bbox.ts";
export { impliedInterval } from "./analysis/interval.ts";
export { normalise } from "./analysis/normalise.ts";
export { build } from "./builder.ts";
export type { Notice, Problem } from "./check/checker.ts";
export { check, notices } from "./check.ts";
export { type CompileOptions, compile, type Predicate } from "./compile.ts";
export type { PreparedGeometry } from "./evaluate/spatial.ts";
export { parse, print } from "./parse.ts";
export { printGeometry, printGeometryParts } from "./text/printer.ts";
export { Cql2Error, UnpreparedError } from "./values/error.ts";
export { defaultLimits, type Limits } from "./values/limits.ts";
export { isLongInteger } from "./values/long-integer.ts";
export { type Queryables, readQueryables } from "./values/queryables.ts";
export type {
  Arithmetic,
  ArrayExpression,
  ArrayPredicate,
  BboxLiteral,
  Between,
  BooleanExpression,
  CharacterExpression,
  Comparison,
  DateLiteral,
  Expression,
  Feature,
  FunctionCall,
  In,
  InstantLiteral,
  IntervalEnd,
  IntervalLiteral,
  IsNull,
  Lang,
  Like,
  Logical,
  Not,
  NumericExpression,
  PatternExpression,
  PropertyRef,
  ScalarExpression,
  SpatialExpression,
  SpatialOperator,
  SpatialPredicate,
  TemporalExpression,
  TemporalPredicate,
  TextFunction,
  TimestampLiteral,
} from "./values/tree.ts";
export { propertiesOf } from "./values/walk.ts";
