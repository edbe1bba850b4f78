import { z } from "zod";
import { invalidInput } from "./tool-error.ts";

/** Longest cursor that is looked at: the longest filter, its escapes, and a page of the service. */
const maxCursorLength = 60_000;

/** The parameter that takes an answer's cursor back. */
export const cursorParameter = z
  .string()
  .max(maxCursorLength)
  .optional()
  .describe("next_cursor of the answer before, for the rows after it.");

/**
 * A cursor is a small JSON array that starts with the name of its tool, written
 * with single quotes: inside of an answer, which is JSON, it then needs no
 * escapes, and it costs a model half the tokens of base64. It holds no host and
 * no secret, and everything in it is checked when it comes back.
 */
export function encodeCursor(tool: string, state: unknown): string {
  return swapQuotes(JSON.stringify([tool, state]));
}

/** The state in a cursor of this tool. @throws ToolError `invalid_input` for anything else */
export function decodeCursor<State extends z.ZodType>(
  tool: string,
  cursor: string,
  schema: State,
): z.output<State> {
  const parsed = z.tuple([z.literal(tool), schema]).safeParse(decodeJson(cursor));
  if (!parsed.success) {
    throw invalidInput(
      `This cursor is not one of ${tool}: pass the next_cursor of an earlier answer of ${tool} unchanged, or leave it out to start anew.`,
    );
  }
  return parsed.data[1] as z.output<State>;
}

function decodeJson(cursor: string): unknown {
  try {
    return JSON.parse(swapQuotes(cursor));
  } catch {
    return undefined;
  }
}

/** Its own inverse. */
function swapQuotes(text: string): string {
  return text.replace(/["']/g, (quote) => (quote === '"' ? "'" : '"'));
}
