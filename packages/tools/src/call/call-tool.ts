import { traceOf } from "@emberline/settings";
import { type Pause, processTurns, type Turns } from "@emberline/turns";
import { z } from "zod";
import type { AnswerCache, SelectionKey } from "./answer-cache.ts";
import { CallEnd, CallSignals } from "./call-end.ts";
import type { CallQueue } from "./call-queue.ts";
import type { CallResult } from "./call-result.ts";
import type { ToolContext } from "./context.ts";
import { fitToBudget } from "./fit-to-budget.ts";
import { observeCall, observeWait } from "./observe-call.ts";
import { PageBudget } from "./page-budget.ts";
import { parseInput } from "./parse-input.ts";
import type { ShortenableAnswer } from "./shortenable-answer.ts";
import type { Tool } from "./tool.ts";
import { ToolError, toToolError } from "./tool-error.ts";

export interface CallContext
  extends Omit<
    ToolContext,
    "signal" | "softDeadline" | "pages" | "pause" | "note" | "explain" | "maxTokens"
  > {
  readonly signal?: AbortSignal;
  /** Turns on the event loop; default: those shared by the process. */
  readonly turns?: Turns;
  /** Limits concurrent calls; without one, every call runs at once. */
  readonly queue?: CallQueue;
  /** Identifies the caller for the limits of the queue. */
  readonly caller?: string;
  /** Logs for the operator: an internal error with its stack, without values. */
  readonly log?: (text: string) => void;
  /** Identifies the request in the operator's log. */
  readonly requestId?: string;
  /** Time limit of a call. */
  readonly timeoutMs?: number;
  /**
   * Counts the call against the limits of its caller.
   *
   * @returns a function to call when the call has ended
   * @throws {ToolError} when a limit is exceeded (`too_many_requests`)
   */
  readonly admit?: () => Promise<() => void>;
  /** Answers that equal calls share; without it, every call does its own work. */
  readonly answers?: AnswerCache;
  /** Resolves a call, so that calls in other words share its answer too. Never rejects. */
  readonly selectionKey?: (
    tool: Tool,
    input: unknown,
    context: CallContext,
  ) => Promise<SelectionKey>;
  /** Receives the call when it has ended. */
  readonly onEnd?: (ended: EndedCall) => void;
}

/** A call that has ended. */
export interface EndedCall {
  readonly tool: string;
  /** As the caller sent it. */
  readonly input: unknown;
  readonly result: CallResult;
  readonly durationMs: number;
}

export const defaultTimeoutMs = 30_000;
const defaultMaxTokens = 3000;

/**
 * Runs one tool on a raw input: waits in the queue, parses the input, runs the tool within the time
 * limit, fits the answer to `max_tokens` and checks it against the output schema. Never rejects:
 * the only place where errors become results.
 *
 * @example
 * const tool = catalogue.find(({ name }) => name === "query_features")!;
 * const result = await callTool(tool, { collection: "svc:hotspots", time: "last 24h" }, context);
 * console.log(result.ok ? result.text : result.error.message);
 */
export async function callTool(
  tool: Tool,
  raw: unknown,
  context: CallContext,
): Promise<CallResult> {
  return reportCall(tool, raw, context, () => shareCall(tool, raw, context));
}

async function runTool(tool: Tool, raw: unknown, context: CallContext): Promise<CallResult> {
  const timeoutMs = context.timeoutMs ?? tool.timeoutMs ?? defaultTimeoutMs;
  const done = await runCall(tool, raw, context, timeoutMs, async (input, own, end) => {
    const answer = await end.settle(tool.run(input, own));
    const fitted = await fitOrDiscard(answer, tool.output, own.maxTokens, own.pause);
    return { ...fitted, attachment: answer.attachment, isLate: end.isLate };
  });
  if (!done.ok) return done;
  const { output, text, attachment, isLate } = done.value;
  return { ok: true, output, text, ...(attachment && { attachment }), ...(isLate && { isLate }) };
}

/** Runs a call, which metrics count, and hands it to `onEnd` when it has ended. */
export async function reportCall(
  tool: Tool,
  input: unknown,
  { onEnd }: CallContext,
  call: () => Promise<CallResult>,
): Promise<CallResult> {
  const run = () => observeCall(tool.name, call);
  if (!onEnd) return run();
  const startedMs = performance.now();
  const result = await run();
  onEnd({ tool: tool.name, input, result, durationMs: performance.now() - startedMs });
  return result;
}

/** Runs the call, or takes the answer of an equal one if the program shares answers. */
async function shareCall(tool: Tool, raw: unknown, context: CallContext): Promise<CallResult> {
  const { answers, selectionKey, signal, onRead, admit, ...others } = context;
  const shared = answers && sharedOf(tool, raw, context);
  if (!shared) return runTool(tool, raw, context);
  const own = {
    ...others,
    ...(onRead && { onRead: (count: number) => signal?.aborted || onRead(count) }),
  };
  let leave: (() => void) | undefined;
  try {
    // The call counts for its own caller, whoever does the work.
    leave = await admit?.();
    const run = (ending: AbortSignal | undefined) =>
      runTool(tool, raw, { ...own, ...(ending && { signal: ending }) });
    const resolve =
      selectionKey &&
      ((ending: AbortSignal) => selectionKey(tool, raw, { ...own, signal: ending }));
    return await answers.answer({ ...shared, signal, ...(resolve && { resolve }), run });
  } catch (error) {
    if (signal?.aborted) return failure("cancelled", "The call was cancelled.", error);
    return { ok: false, error: toToolError(error) };
  } finally {
    leave?.();
  }
}

/** What the answer depends on; null if it is not to be shared. */
function sharedOf(tool: Tool, raw: unknown, { pictures, pictureLinks }: CallContext) {
  const isDrawn = tool.hasPicture && (pictures || pictureLinks);
  if (!tool.annotations.readOnlyHint || isDrawn || !("notices" in tool.output.shape)) return null;
  try {
    const { input, notice } = parseInput(tool.input, raw);
    const key = JSON.stringify([tool.name, input, notice]);
    return { key, maxTokens: maxTokensOf(tool, input) };
  } catch {
    // Running the call explains what is wrong.
    return null;
  }
}

function maxTokensOf(tool: Tool, input: { readonly max_tokens?: unknown }): number {
  const { max_tokens: asked } = input;
  return typeof asked === "number" ? asked : (tool.maxTokens ?? defaultMaxTokens);
}

/** A call's value, or why it failed. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ToolError };

/**
 * Runs work as a call: waits in the queue, parses the input, and ends with the caller or the time
 * limit. Never rejects.
 */
export async function runCall<Value>(
  tool: Tool,
  raw: unknown,
  context: CallContext,
  timeoutMs: number,
  work: (input: z.output<Tool["input"]>, context: ToolContext, end: CallEnd) => Promise<Value>,
): Promise<Outcome<Value>> {
  const { signal: callerSignal, queue, caller = "", admit, onEnd: _, ...given } = context;
  const end = new CallEnd(callerSignal, timeoutMs);
  const pause = (context.turns ?? processTurns).pauseOf(end, tool.isLight);
  let leaveQueue: (() => void) | undefined;
  let leaveLimits: (() => void) | undefined;
  try {
    end.throwIfAborted();
    leaveLimits = await admit?.();
    leaveQueue =
      queue?.tryEnter(caller, tool.isLight) ??
      (queue && (await observeWait(tool, () => queue.enter(caller, end.signal, tool.isLight))));
    const { input, notice } = parseInput(tool.input, raw);
    const maxTokens = maxTokensOf(tool, input);
    const notices = [...context.notices, ...(notice === null ? [] : [notice])];
    const own = {
      notices,
      note: (sentence: string) => void notices.push(sentence),
      pages: new PageBudget(),
      maxTokens,
      explain: input.explain === true,
      pause,
    };
    // Object spread would take microseconds per call.
    const value = await work(input, Object.assign(new CallSignals(end), given, own), end);
    return { ok: true, value };
  } catch (error) {
    const isOver = end.aborted;
    // Stops parallel readings of the call that failed.
    end.abort();
    if (callerSignal?.aborted) return failure("cancelled", "The call was cancelled.", error);
    if (isOver) {
      const message = `The call was not done within ${timeoutMs / 1000} s: try again, or select a smaller area or time.`;
      return failure("timed_out", message, error);
    }
    const known = toToolError(error);
    if (known.code === "internal") {
      const request = context.requestId === undefined ? "" : ` (request ${context.requestId})`;
      context.log?.(`internal error in ${tool.name}${request}\n${traceOf(error)}`);
    }
    return { ok: false, error: known };
  } finally {
    leaveQueue?.();
    leaveLimits?.();
    end.release();
  }
}

async function fitOrDiscard(
  answer: ShortenableAnswer<Record<string, unknown>>,
  output: z.ZodObject,
  maxTokens: number,
  pause: Pause,
) {
  try {
    return await fitToBudget(answer, (each) => z.parse(output, each), maxTokens, pause);
  } catch (error) {
    await answer.discard?.();
    throw error;
  }
}

function failure(code: ToolError["code"], message: string, cause: unknown) {
  return { ok: false, error: new ToolError(code, message, { cause }) } as const;
}
