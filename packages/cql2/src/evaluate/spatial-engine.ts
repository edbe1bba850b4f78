import type { Geometry } from "@emberline/geo";
import type { SpatialOperator } from "../tree.ts";

declare const prepared: unique symbol;

/** A geometry prepared for many predicates; only the engine that made it can read it. */
export interface PreparedGeometry {
  readonly [prepared]: true;
}

/**
 * What `compile` needs for spatial functions; `@emberline/cql2/spatial` has one. Predicates throw a
 * `Cql2Error` with the code `limit` if a geometry crosses itself too often.
 */
export interface SpatialEngine {
  /**
   * Prepares a geometry in longitude and latitude, once per geometry object. Undefined for one
   * without a shape (an open ring, no positions).
   */
  prepare(geometry: Geometry): PreparedGeometry | undefined;
  /**
   * Like `prepare`, but does all the work at once.
   *
   * @throws {Cql2Error} when the geometry crosses itself too often (`limit`)
   */
  prepareLiteral(geometry: Geometry): PreparedGeometry | undefined;
  /** A spatial predicate by DE-9IM in the plane of longitude and latitude. */
  test(operator: SpatialOperator, a: PreparedGeometry, b: PreparedGeometry): boolean;
  /** Whether the DE-9IM matrix of two geometries matches a pattern of T, F, 0, 1, 2 and *. */
  relate(a: PreparedGeometry, b: PreparedGeometry, pattern: string): boolean;
  /** Whether two geometries lie within a distance in metres on the ellipsoid WGS 84. */
  isWithinDistance(a: PreparedGeometry, b: PreparedGeometry, metres: number): boolean;
}
