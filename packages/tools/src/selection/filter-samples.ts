import type { BooleanExpression, Expression, Queryables } from "@emberline/cql2";
import { invalidInput } from "../call/tool-error.ts";
import type { SampledTypes } from "../collection/sampled-types.ts";
import { cleanText } from "../values/text.ts";
import { canonicalNumber } from "../values/text-numbers.ts";
import {
  eachOf,
  equating,
  isOperation,
  mapTree,
  ordering,
  propertyOf,
  type Spelling,
} from "./filter-tree.ts";

/**
 * The filter with values of the type that the sampled features have: texts that are numbers as
 * numbers, and numbers as texts where they are tested for equality.
 *
 * @throws {ToolError} when texts are to be compared by size with a number (`invalid_input`): that
 *   would match nothing
 */
export function fitToSample(
  tree: BooleanExpression,
  spelling: Spelling,
  types: SampledTypes = new Map(),
): BooleanExpression {
  const fitted = mapTree(tree, (node) => {
    if (!isOperation(node)) return node;
    const isOrdering = ordering.includes(node.op);
    if (!isOrdering && !equating.includes(node.op)) return node;
    const args = node.args as readonly Expression[];
    const name = args.map(propertyOf).find((each) => each !== undefined);
    const type = name === undefined ? undefined : types.get(name);
    if (name === undefined || type === undefined) return node;
    const fit = (value: Expression): Expression => {
      if (Array.isArray(value)) return eachOf(value, fit);
      if (type === "number" && typeof value === "string") return canonicalNumber(value) ?? value;
      if (type !== "string" || typeof value !== "number") return value;
      const written = isOrdering ? undefined : spelling(value);
      if (written === undefined) throw notNumbers(name);
      return written;
    };
    return { op: node.op, args: args.map(fit) } as Expression;
  });
  return fitted as BooleanExpression;
}

function notNumbers(name: string) {
  const shown = cleanText(name, 60);
  return invalidInput(
    `The service sends ${shown} as text that is not always a number, so it cannot be compared with one: compare it by = or IN with a text, such as '06063'.`,
  );
}

/** The properties that are numbers in a sample: the only types on which a filter may rely there. */
export function numbersOf(types: SampledTypes = new Map()): Queryables {
  const names = [...types].flatMap(([name, type]) => (type === "number" ? [name] : []));
  return { types: new Map(names.map((name) => [name, new Set(["number"])])), open: true };
}
