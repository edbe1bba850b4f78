import { literalProblem } from "./check/checker.ts";
import { Compiler, type CustomFunction } from "./evaluate/compiler.ts";
import { Properties } from "./evaluate/properties.ts";
import { SpatialCompiler, type SpatialEngine, spatialCalls } from "./evaluate/spatial.ts";
import { Cql2Error } from "./values/error.ts";
import { isOperation, isProperty, operators } from "./values/operators.ts";
import { readQueryables } from "./values/queryables.ts";
import type { BooleanExpression, Feature } from "./values/tree.ts";
import { eachNode, formatPath } from "./values/walk.ts";

export interface CompileOptions {
  /** The engine of `@emberline/cql2/spatial`, for filters with spatial functions. */
  spatial?: SpatialEngine | undefined;
  /**
   * Functions by name. Arguments are plain values: numbers, texts, truth values,
   * arrays, GeoJSON geometries, null, and times as `{date}`, `{timestamp}` or `{interval}`.
   */
  functions?: Readonly<Record<string, CustomFunction>> | undefined;
  /** Property types, in either form; with them dates and times are compared as such. */
  queryables?: unknown;
}

/**
 * Whether a filter is true for a feature; unknown (SQL's NULL) is not true.
 *
 * @throws {Cql2Error} when that cannot be decided, because the feature's geometry crosses itself
 * more than 50,000 times (`limit`)
 */
export type Predicate = (feature: Feature) => boolean;

/**
 * Compiles a filter once into a predicate over GeoJSON features.
 *
 * Logic is three-valued: a missing value, or operands of different types, make a
 * comparison unknown, and only features with a true result are selected. Dates are their
 * whole UTC day; times without a zone are UTC. A property used as a geometry, or a
 * queryable of type geometry, is the feature's geometry, in longitude and latitude.
 * A property with dates in it is compared as text unless the other operand or
 * `queryables` says that it is a date.
 *
 * @throws {Cql2Error} when the tree cannot be compiled (`invalid-literal`, `needs-spatial`,
 * `unknown-function`, `invalid-queryables`) or is too deep for any stack (`limit`)
 *
 * @example
 * ```js
 * const isStrong = compile(parse("frp > 50"));
 * isStrong({ type: "Feature", geometry: null, properties: { frp: 71 } }); // → true
 * isStrong({ type: "Feature", geometry: null, properties: {} }); // → false
 * ```
 */
export function compile(tree: BooleanExpression, options: CompileOptions = {}): Predicate {
  const geometries = new Set<string>();
  eachNode(tree, (node, path) => {
    const problem = literalProblem(node);
    if (problem !== undefined) {
      const details = { path: formatPath(path) };
      throw new Cql2Error("invalid-literal", `A literal is invalid: ${problem}`, details);
    }
    if (!isOperation(node) || !isSpatial(node.op)) return;
    for (const arg of node.args) if (isProperty(arg)) geometries.add(arg.property);
  });
  const { queryables, functions = {}, spatial } = options;
  const types = queryables === undefined ? undefined : readQueryables(queryables);
  const properties = new Properties(types, geometries);
  const test = new Compiler(
    properties,
    new SpatialCompiler(spatial),
    new Map(Object.entries(functions)),
  ).test(tree);
  return (feature) => {
    properties.begin();
    return test(feature);
  };
}

function isSpatial(op: string): boolean {
  return operators.get(op)?.kind === "spatial" || spatialCalls.includes(op);
}
