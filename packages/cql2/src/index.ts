export type {
  Geometry,
  GeometryCollection,
  LineString,
  MultiLineString,
  MultiPoint,
  MultiPolygon,
  Point,
  Polygon,
  Position,
} from "@emberline/geo";
export { impliedBbox } from "./analysis/bbox.ts";
export { impliedInterval, type TimeBounds, type TimeProperties } from "./analysis/interval.ts";
export { normalise } from "./analysis/normalise.ts";
export { build } from "./builder.ts";
export type { CheckOptions, Notice, Problem } from "./check/checker.ts";
export { check, notices } from "./check.ts";
export { type CompileOptions, compile, type Predicate } from "./compile.ts";
export type { CustomFunction } from "./evaluate/compiler.ts";
export type { PreparedGeometry, SpatialEngine } from "./evaluate/spatial.ts";
export { type ParseOptions, parse, print } from "./parse.ts";
export { printGeometry } from "./text/printer.ts";
export { Cql2Error, type Cql2ErrorCode, UnpreparedError } from "./values/error.ts";
export { defaultLimits, type Limits } from "./values/limits.ts";
export { type Queryables, type QueryableType, readQueryables } from "./values/queryables.ts";
export type {
  Arithmetic,
  ArithmeticOperator,
  ArrayExpression,
  ArrayOperator,
  ArrayPredicate,
  BboxLiteral,
  Between,
  BooleanExpression,
  CharacterExpression,
  Comparison,
  ComparisonOperator,
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
  TemporalOperator,
  TemporalPredicate,
  TextFunction,
  TimestampLiteral,
} from "./values/tree.ts";
export { propertiesOf } from "./values/walk.ts";
