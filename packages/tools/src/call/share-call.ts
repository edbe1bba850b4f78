import type { AnswerCache } from "./answer-cache.ts";
import type { CallResult } from "./context.ts";
import { parseInput } from "./parse-input.ts";
import { cancelled, maxTokensOf } from "./run-call.ts";
import type { CallContext, Tool } from "./tool.ts";
import { toToolError } from "./tool-error.ts";

/**
 * Runs a call, or takes the answer of an equal one, if its answers may be shared. Never rejects.
 *
 * @param run does the work
 */
export async function shareCall(
  tool: Tool,
  raw: unknown,
  context: CallContext,
  answers: AnswerCache,
  run: (context: CallContext) => Promise<CallResult>,
): Promise<CallResult> {
  const { answers: _, selectionKey, signal: caller, onRead, admit, ...others } = context;
  const shared = sharedOf(tool, raw, context);
  if (!shared) return run(context);
  const signal = typeof caller === "function" ? caller() : caller;
  const own = {
    ...others,
    ...(onRead && { onRead: (count: number) => signal?.aborted || onRead(count) }),
  };
  let leave: (() => void) | undefined;
  try {
    // The call counts for its own caller, whoever does the work.
    leave = await admit?.();
    const runUntil = (ending: AbortSignal | undefined) =>
      run({ ...own, ...(ending && { signal: ending }) });
    const resolve =
      selectionKey &&
      ((ending: AbortSignal) => selectionKey(tool, raw, { ...own, signal: ending }));
    return await answers.answer({
      ...shared,
      signal,
      ...(resolve && { resolve }),
      run: runUntil,
    });
  } catch (error) {
    return signal?.aborted ? cancelled(error) : { ok: false, error: toToolError(error) };
  } finally {
    leave?.();
  }
}

/** What the answer depends on; null if it is not to be shared. */
function sharedOf(tool: Tool, raw: unknown, { pictures, pictureLinks }: CallContext) {
  const isDrawn = tool.hasPicture && (pictures || pictureLinks);
  if (tool.isOwn || !tool.annotations.readOnlyHint || isDrawn || !("notices" in tool.output.shape))
    return null;
  try {
    const { input, notice } = parseInput(tool.input, raw);
    const key = JSON.stringify([tool.name, input, notice]);
    return { key, maxTokens: maxTokensOf(tool, input) };
  } catch {
    // Running the call explains what is wrong.
    return null;
  }
}
