import { Cql2Error } from "../error.ts";
import type { ComparisonOperator } from "../tree.ts";
import type { Truth } from "./value.ts";

type Condition<T> = (input: T) => Truth;

/**
 * SQL's AND over any number of conditions, evaluated in order and only as far as needed. It throws
 * what a condition throws that cannot be decided, unless another one is false.
 */
export function allOf<T>(conditions: readonly Condition<T>[]): Condition<T> {
  return (input) => connect(conditions, input, true, (truth) => truth === false);
}

/** SQL's OR. */
export function anyOf<T>(conditions: readonly Condition<T>[]): Condition<T> {
  return (input) => connect(conditions, input, false, (truth) => truth === true);
}

/** Whether all conditions are true: like AND, but unknown is not true either. */
export function allTrue<T>(conditions: readonly Condition<T>[]): (input: T) => boolean {
  return (input) => connect(conditions, input, true, (truth) => truth !== true) === true;
}

/**
 * The truth of the first condition that settles the result; else `otherwise`, or null if one is.
 */
function connect<T>(
  conditions: readonly Condition<T>[],
  input: T,
  otherwise: boolean,
  settles: (truth: Truth) => boolean,
): Truth {
  let result: Truth = otherwise;
  let undecided: Cql2Error | undefined;
  for (const condition of conditions) {
    try {
      const truth = condition(input);
      if (settles(truth)) return truth;
      if (truth === null) result = null;
    } catch (error) {
      if (!(error instanceof Cql2Error)) throw error;
      undecided = error;
    }
  }
  if (undecided) throw undecided;
  return result;
}

export function negate(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

/** The order of operands that each comparison requires. */
export const orderTests: Readonly<Record<ComparisonOperator, (order: number) => boolean>> = {
  "=": (order) => order === 0,
  "<>": (order) => order !== 0,
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};
