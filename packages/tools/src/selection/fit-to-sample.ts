import type { BooleanExpression, Expression } from "@emberline/cql2";
import { invalidInput } from "../call/tool-error.ts";
import type { SampledTypes } from "../collection/sampled-types.ts";
import { cleanText } from "../values/text.ts";
import { canonicalNumber } from "../values/text-numbers.ts";
import { eachOf, isOperation, mapTree, propertyOf } from "./mend-tree.ts";

const ordering = ["<", "<=", ">", ">=", "between"];
const equating = ["=", "<>", "in"];

/**
 * The filter with values of the type that the sampled features have: texts that are numbers as
 * numbers, and numbers as texts where they are tested for equality.
 *
 * @throws {ToolError} when texts are to be compared by size with a number (`invalid_input`): that
 *   would match nothing
 */
export function fitToSample(
  tree: BooleanExpression,
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
      if (isOrdering) throw notNumbers(name);
      return String(value);
    };
    return { op: node.op, args: args.map(fit) } as Expression;
  });
  return fitted as BooleanExpression;
}

function notNumbers(name: string) {
  const shown = cleanText(name, 60);
  return invalidInput(
    `The service sends ${shown} as text that is not always a number, so it cannot be compared with one: compare it with = or IN.`,
  );
}
