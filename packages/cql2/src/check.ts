import { Checker, type CheckOptions, type Notice, type Problem } from "./check/checker.ts";
import { readQueryables } from "./values/queryables.ts";
import type { BooleanExpression } from "./values/tree.ts";

function examine(tree: BooleanExpression, queryables: unknown, options: CheckOptions): Checker {
  const checker = new Checker(readQueryables(queryables), options);
  checker.condition(tree);
  return checker;
}

/**
 * All problems of a filter with these queryables; empty for a valid filter.
 *
 * `queryables` is `{queryables: [{id, type}]}` or a JSON Schema (OGC API Features
 * Part 3). Literals are read as longitude, latitude and UTC.
 *
 * @throws {Cql2Error} when queryables are invalid (`invalid-queryables`) or the tree is
 * too deep for any stack (`limit`)
 *
 * @example
 * ```js
 * const queryables = { queryables: [{ id: "frp", type: "number" }] };
 * check(parse("frp > 50"), queryables); // → []
 * check(parse("fpr > 50"), queryables)[0].code; // → "unknown-property"
 * ```
 */
export function check(
  tree: BooleanExpression,
  queryables: unknown,
  options: CheckOptions = {},
): Problem[] {
  return examine(tree, queryables, options).problems;
}

/**
 * Notes on how a valid filter is read: a plain string taken for a date or time,
 * a property whose values have several types.
 *
 * @throws {Cql2Error} when `check` does
 *
 * @example
 * ```js
 * const queryables = { queryables: [{ id: "seen", type: "dateTime" }] };
 * notices(parse("seen > '2024-08-01'"), queryables)[0].code; // → "text-as-time"
 * ```
 */
export function notices(tree: BooleanExpression, queryables: unknown): Notice[] {
  return examine(tree, queryables, {}).notices;
}
