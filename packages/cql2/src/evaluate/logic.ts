import type { ComparisonOperator } from "../tree.ts";
import type { Truth } from "./value.ts";

/** SQL's AND over any number of conditions, evaluated in order and only as far as needed. */
export function allOf<T>(conditions: readonly ((input: T) => Truth)[]): (input: T) => Truth {
  return (input) => {
    let result: Truth = true;
    for (const condition of conditions) {
      const truth = condition(input);
      if (truth === false) return false;
      if (truth === null) result = null;
    }
    return result;
  };
}

/** SQL's OR. */
export function anyOf<T>(conditions: readonly ((input: T) => Truth)[]): (input: T) => Truth {
  return (input) => {
    let result: Truth = false;
    for (const condition of conditions) {
      const truth = condition(input);
      if (truth === true) return true;
      if (truth === null) result = null;
    }
    return result;
  };
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
