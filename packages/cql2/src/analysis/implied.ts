import { isOperation } from "../operators.ts";
import type { BooleanExpression } from "../tree.ts";
import { normalise } from "./normalise.ts";

/** A kind of region and its set operations. */
interface Algebra<R> {
  /** The region that a single predicate implies, if any. */
  ofPredicate(op: string, args: readonly unknown[]): R | undefined;
  both(a: R, b: R): R;
  either(a: R, b: R): R;
}

/**
 * The region that every selected feature must intersect; undefined if unbounded.
 * A filter that selects nothing may imply any region.
 */
export function implied<R extends object>(
  tree: BooleanExpression,
  algebra: Algebra<R>,
): R | undefined {
  const of = (node: unknown): R | undefined => {
    if (!isOperation(node)) return undefined;
    if (node.op === "and") {
      const parts = node.args.map(of).filter((part) => part !== undefined);
      return parts.length === 0 ? undefined : parts.reduce((a, b) => algebra.both(a, b));
    }
    if (node.op === "or") {
      const parts = node.args.map(of);
      return parts.reduce((a, b) =>
        a === undefined || b === undefined ? undefined : algebra.either(a, b),
      );
    }
    return algebra.ofPredicate(node.op, node.args);
  };
  return of(normalise(tree));
}
