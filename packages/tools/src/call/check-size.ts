import { invalidInput } from "./tool-error.ts";

/** Size limits of a value from a caller. */
export interface SizeLimits {
  /** Total members of objects and items of arrays. */
  readonly values: number;
  /** Depth of nested objects and arrays. */
  readonly depth: number;
  /** Total characters of names and texts. */
  readonly characters: number;
}

/** Far more than any tool needs; the longest parameters are a cursor and a filter. */
const inputLimits: SizeLimits = { values: 1000, depth: 5, characters: 200_000 };

/** @throws {ToolError} when no tool can take the input (`invalid_input`) */
export function checkSize(raw: unknown): void {
  const excess = excessOf(raw, inputLimits);
  if (excess !== null) {
    throw invalidInput(
      `The input has ${excess}: send the parameters of the tool and nothing else.`,
    );
  }
}

/**
 * How a parsed JSON value exceeds the limits, such as `more than 5 levels`; null if it does not.
 * Stops at the first excess.
 *
 * @example
 * excessOf([[[1]]], { values: 10, depth: 2, characters: 100 }); // "more than 2 levels"
 */
export function excessOf(value: unknown, limits: SizeLimits): string | null {
  let { values, characters } = limits;
  const visit = (each: unknown, depth: number): string | null => {
    if (typeof each === "string") return spend(each);
    if (typeof each !== "object" || each === null) return null;
    if (depth === 0) return `more than ${limits.depth} levels`;
    const isArray = Array.isArray(each);
    // Object.entries would build a list of all members.
    for (const name in each) {
      if (values-- <= 0) return `more than ${limits.values} values`;
      const excess =
        (isArray ? null : spend(name)) ??
        visit((each as Readonly<Record<string, unknown>>)[name], depth - 1);
      if (excess !== null) return excess;
    }
    return null;
  };
  const spend = (text: string): string | null => {
    characters -= text.length;
    return characters < 0 ? `more than ${limits.characters} characters` : null;
  };
  return visit(value, limits.depth);
}
