import { z } from "zod";
import { fit } from "./fit-to-budget.ts";
import { parseInput } from "./parse-input.ts";
import { toToolError } from "./to-tool-error.ts";
import type { Attachment, Draft, Tool, ToolContext } from "./tool.ts";
import { ToolError } from "./tool-error.ts";

/** How a call ended. `text` is the compact JSON of `output`, word for word. */
export type CallResult =
  | {
      readonly ok: true;
      readonly output: Record<string, unknown>;
      readonly text: string;
      readonly attachment?: Attachment;
    }
  | { readonly ok: false; readonly error: ToolError };

export interface CallContext extends Omit<ToolContext, "signal" | "late"> {
  readonly signal?: AbortSignal;
  /** The longest that a call may take, in milliseconds. */
  readonly timeoutMs?: number;
}

export const defaultTimeoutMs = 30_000;
const defaultMaxTokens = 3000;

/** Beyond this share of its time a call reads no further, and answers what it has. */
const lateShare = 0.7;

/**
 * Runs one tool on a raw input: parses it, runs the tool within the time limit,
 * fits the answer to `max_tokens`, checks it against the output schema. The
 * only place where errors become results; it never rejects.
 */
export async function callTool(
  tool: Tool,
  raw: unknown,
  context: CallContext,
): Promise<CallResult> {
  const timeoutMs = context.timeoutMs ?? tool.timeoutMs ?? defaultTimeoutMs;
  // One controller for both ends: AbortSignal.any costs more than the rest of a small call.
  const controller = new AbortController();
  const { signal } = controller;
  const late = new AbortController();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort();
  }, timeoutMs);
  const lateTimer = setTimeout(() => late.abort(), timeoutMs * lateShare);
  const cancel = () => controller.abort();
  if (context.signal?.aborted) cancel();
  else context.signal?.addEventListener("abort", cancel, { once: true });
  try {
    const input = parseInput(tool.input, raw);
    const maxTokens = typeof input.max_tokens === "number" ? input.max_tokens : defaultMaxTokens;
    const running = tool.run(input, { ...context, signal, late: late.signal });
    const draft = await settleOrAbort(running, signal);
    const answer = await fitOrDiscard(draft, tool.output, maxTokens);
    const { attachment } = draft;
    return { ok: true, ...answer, ...(attachment ? { attachment } : {}) };
  } catch (error) {
    if (context.signal?.aborted) return failure("cancelled", "The call was cancelled.", error);
    if (isOver) {
      return failure(
        "timed_out",
        `The service did not answer within ${timeoutMs / 1000} s: try again, or select a smaller area or time.`,
        error,
      );
    }
    return { ok: false, error: toToolError(error) };
  } finally {
    clearTimeout(timer);
    clearTimeout(lateTimer);
    context.signal?.removeEventListener("abort", cancel);
  }
}

async function fitOrDiscard(
  draft: Draft<Record<string, unknown>>,
  output: z.ZodObject,
  maxTokens: number,
) {
  try {
    return await fit(draft, (answer) => z.parse(output, answer), maxTokens);
  } catch (error) {
    await draft.discard?.();
    throw error;
  }
}

function failure(code: ToolError["code"], message: string, cause: unknown): CallResult {
  return { ok: false, error: new ToolError(code, message, { cause }) };
}

/** Ends with the signal even where something below does not listen to it. */
function settleOrAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
