import type { Answer } from "./question.ts";

/** Whether an answer is right: numbers within the tolerance, words in any case, lists in order. */
export function isRight(expected: Answer, given: Answer, tolerance = 0): boolean {
  if (isList(expected) || isList(given)) {
    return (
      isList(expected) &&
      isList(given) &&
      expected.length === given.length &&
      expected.every((each, i) => isRight(each, given[i]!, tolerance))
    );
  }
  if (typeof expected === "number" && typeof given === "number") {
    // Binary sums and differences have rounding errors in their last digits.
    return Math.abs(expected - given) <= tolerance + 1e-9 * Math.abs(expected);
  }
  return typeof expected === typeof given && plain(expected) === plain(given);
}

function plain(value: number | string): string {
  return String(value).trim().toLowerCase();
}

function isList(answer: Answer): answer is readonly (number | string)[] {
  return Array.isArray(answer);
}
