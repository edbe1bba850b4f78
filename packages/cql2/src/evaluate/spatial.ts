import type { Geometry } from "@emberline/geo";
import { Cql2Error } from "../values/error.ts";
import type { Feature, SpatialOperator } from "../values/tree.ts";
import { isGeometry, type Truth, type Value } from "./value.ts";

type Getter = (feature: Feature) => Value;
type Pair = readonly [Getter, Getter];
type Prepared = (feature: Feature) => PreparedGeometry | undefined;

/** GeoServer's units for DWITHIN and BEYOND, in metres. */
export const metresPerUnit: Readonly<Record<string, number>> = {
  feet: 0.3048,
  meters: 1,
  "statute miles": 1609.344,
  "nautical miles": 1852,
  kilometers: 1000,
};

/** Functions of ECQL on geometries without an operator in CQL2. */
export const spatialCalls: readonly string[] = ["dwithin", "beyond", "relate"];

/** Compiles spatial conditions; throws `needs-spatial` without an engine. */
export class SpatialCompiler {
  readonly #engine: SpatialEngine | undefined;

  constructor(engine: SpatialEngine | undefined) {
    this.#engine = engine;
  }

  /** @param constant whether operand i is a literal, which is prepared once */
  predicate(
    op: SpatialOperator,
    [left, right]: Pair,
    constant: readonly boolean[],
  ): (feature: Feature) => Truth {
    const engine = this.#need(op);
    const a = this.#prepare(engine, left, constant[0]!);
    const b = this.#prepare(engine, right, constant[1]!);
    return (feature) => {
      const x = a(feature);
      if (x === undefined) return null;
      const y = b(feature);
      return y === undefined ? null : engine.test(op, x, y);
    };
  }

  /** ECQL's DWITHIN, BEYOND and RELATE; undefined for other names or arguments. */
  call(op: string, args: readonly Getter[], constant: readonly boolean[]): Getter | undefined {
    if (!spatialCalls.includes(op) || args.length !== (op === "relate" ? 3 : 4)) return undefined;
    const engine = this.#need(op);
    const a = this.#prepare(engine, args[0]!, constant[0]!);
    const b = this.#prepare(engine, args[1]!, constant[1]!);
    const [third, fourth] = [args[2]!, args[3]];
    return (feature) => {
      const [x, y, value] = [a(feature), b(feature), third(feature)];
      if (x === undefined || y === undefined) return null;
      if (op === "relate") {
        return typeof value === "string" && /^[TF012*]{9}$/i.test(value)
          ? engine.relate(x, y, value.toUpperCase())
          : null;
      }
      const metres = metresPerUnit[String(fourth!(feature))];
      if (typeof value !== "number" || metres === undefined) return null;
      return engine.isWithinDistance(x, y, value * metres) === (op === "dwithin");
    };
  }

  #prepare(engine: SpatialEngine, get: Getter, constant: boolean): Prepared {
    if (constant) {
      const value = get({});
      const once = isGeometry(value) ? engine.prepareLiteral(value) : undefined;
      return () => once;
    }
    return (feature) => {
      const value = get(feature);
      return isGeometry(value) ? engine.prepare(value) : undefined;
    };
  }

  #need(op: string): SpatialEngine {
    if (this.#engine !== undefined) return this.#engine;
    throw new Cql2Error(
      "needs-spatial",
      `The filter uses ${op.toUpperCase()}; pass { spatial } from @emberline/cql2/spatial`,
    );
  }
}

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
