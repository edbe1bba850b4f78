/**
 * Whether a text is an integer with more digits than a double keeps, such as `9007199254740993`.
 * Readers of JSON and filters keep such numbers as texts.
 *
 * @example
 * ```js
 * isLongInteger("9007199254740993"); // → true
 * isLongInteger("9007199254740992"); // → false
 * ```
 */
export function isLongInteger(value: unknown): value is string {
  if (typeof value !== "string" || value.length < 16) return false;
  return /^-?[1-9]\d*$/.test(value) && String(Number(value)) !== value;
}
