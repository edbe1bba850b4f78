import type { Tool } from "@emberline/tools";
import { isObject } from "./shapes.ts";

/** The smallest `max_tokens` that tools take. */
export const minTokens = 500;
/** The largest. */
const mostTokens = 10_000;

/** The arguments with at most this many `max_tokens`, if the tool has that parameter. */
export function withBudget(tool: Tool, input: unknown, share: number): unknown {
  if (!("max_tokens" in tool.input.shape) || !isObject(input)) return input;
  const { max_tokens: own } = input;
  const tokens = Math.min(share, mostTokens);
  if (own === undefined || own === null || own === "") return { ...input, max_tokens: tokens };
  // A wrong value is left to the tool, which says what would be right.
  return typeof own === "number" ? { ...input, max_tokens: Math.min(own, tokens) } : input;
}
