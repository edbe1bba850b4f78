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

/**
 * The answer that a model's reply ends with, in the form of the right one:
 * the last line `ANSWER: …`. Undefined where there is none of that form.
 */
export function parseAnswer(reply: string, expected: Answer): Answer | undefined {
  const text = [...reply.matchAll(/^[*_\s]*ANSWER\s*:[*_\s]*(.+?)[*_\s]*$/gim)].at(-1)?.[1];
  if (text === undefined) return undefined;
  if (!isList(expected)) return toValue(text, expected);
  const parts = text.replace(/^\[|\]$/g, "").split(/\s*[,;]\s*/);
  return parts.map((part, i) => toValue(part, expected[i] ?? part));
}

function toValue(text: string, like: number | string): number | string {
  const word = text.trim().replace(/^["'`]|["'`.]+$/g, "");
  if (typeof like === "string") return word;
  // A unit after the number and thousands separators are accepted.
  const digits = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|^[-+]?\d*\.?\d+(?:e[-+]?\d+)?/i.exec(
    word,
  )?.[0];
  return digits === undefined ? word : Number(digits.replaceAll(",", ""));
}

function plain(value: number | string): string {
  return String(value).trim().toLowerCase();
}

function isList(answer: Answer): answer is readonly (number | string)[] {
  return Array.isArray(answer);
}
