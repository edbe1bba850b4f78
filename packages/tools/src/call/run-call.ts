import { traceOf } from "@emberline/settings";
import { processTurns } from "@emberline/turns";
import { z } from "zod";
import { CallEnd, CallSignals } from "./call-end.ts";
import { CallMemory } from "./call-memory.ts";
import type { StreamSlot } from "./call-queue.ts";
import { type CallResult, PageBudget, type ToolContext } from "./context.ts";
import { withCodesExplained } from "./explained-codes.ts";
import { fitToBudget } from "./fit-to-budget.ts";
import type { Slot } from "./lane.ts";
import { observeCall, observeWait } from "./observe-call.ts";
import { parseInput } from "./parse-input.ts";
import { Presentation } from "./presentation.ts";
import type { CallContext, Tool } from "./tool.ts";
import { ToolError, toToolError } from "./tool-error.ts";

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
export function callTool(tool: Tool, raw: unknown, context: CallContext): Promise<CallResult> {
  return observeCall(tool.name, raw, context, () => runTool(tool, raw, context));
}

function runTool(tool: Tool, raw: unknown, context: CallContext): Promise<CallResult> {
  const timeoutMs = context.timeoutMs ?? tool.timeoutMs ?? defaultTimeoutMs;
  return runCall(tool, raw, context, { timeoutMs }, async (input, own, end) => {
    const answer = await end.settle(tool.run(input, own));
    const { attachment } = answer;
    try {
      const parse = (output: Record<string, unknown>) =>
        own.presentation.of(z.parse(tool.output, withCodesExplained(output)));
      const { output, text } = await fitToBudget(answer, parse, own.maxTokens, own.pause);
      return { ok: true, output, text, ...(attachment && { attachment }) };
    } catch (error) {
      await answer.discard?.();
      throw error;
    }
  });
}

type Failure = Extract<CallResult, { ok: false }>;

interface RunOptions {
  readonly timeoutMs: number;
  /** Whether the call lasts as long as its reader takes; default false. */
  readonly isStream?: boolean;
}

type Work<Result> = (
  input: z.output<Tool["input"]>,
  context: ToolContext,
  end: CallEnd,
  /** Of a stream, if the program has a queue. */
  slot: StreamSlot | undefined,
) => Promise<Result>;

/**
 * Runs work as a call: waits in the queue, parses the input, and ends with the caller or the time
 * limit. Never rejects: a failure is the result.
 */
export async function runCall<Result>(
  tool: Tool,
  raw: unknown,
  context: CallContext,
  { timeoutMs, isStream = false }: RunOptions,
  work: Work<Result>,
): Promise<Result | Failure> {
  const {
    signal,
    queue,
    caller = "",
    admit,
    onEnd: _,
    offered,
    revoked,
    shown,
    ...given
  } = context;
  const end = new CallEnd(signal, timeoutMs, revoked);
  let slot: Slot | undefined;
  let streamSlot: StreamSlot | undefined;
  let leaveLimits: (() => void) | undefined;
  let asked: Readonly<Record<string, unknown>> = {};
  try {
    end.throwIfAborted();
    if (admit) leaveLimits = await admit();
    if (queue && isStream) {
      slot = streamSlot = await observeWait(tool, context, () =>
        queue.enterStream(caller, end.signal),
      );
    } else if (queue) {
      slot =
        queue.tryEnter(caller, tool.isLight) ??
        (await observeWait(tool, context, () => queue.enter(caller, end.signal, tool.isLight)));
    }
    const { input, notice } = parseInput(tool.input, raw);
    asked = input;
    assertOffered(tool, input, offered);
    const notices = [...context.notices, ...(notice === null ? [] : [notice])];
    const presentation = new Presentation();
    presentation.use(shown ?? {});
    presentation.use(input);
    const own = {
      presentation,
      notices,
      note: (sentence: string) => void notices.push(sentence),
      pages: new PageBudget(),
      memory: new CallMemory((bytes) => slot?.hold(bytes, end.signal) ?? Promise.resolve()),
      maxTokens: maxTokensOf(tool, input),
      explain: input.explain === true,
      pause: (context.turns ?? processTurns).pauseOf(end, tool.isLight),
    };
    // Object spread would take microseconds per call.
    return await work(input, Object.assign(new CallSignals(end), given, own), end, streamSlot);
  } catch (error) {
    const known = error instanceof ToolError ? error.offering(asked) : error;
    return failureOf(known, tool, context, end, timeoutMs);
  } finally {
    slot?.leave();
    leaveLimits?.();
    end.release();
  }
}

/** Before anything is read: the one place that decides what a caller may be shown. */
function assertOffered(
  tool: Tool,
  input: z.output<Tool["input"]>,
  offered: readonly string[] = [tool.name],
): void {
  const needed = tool.shownBy?.(input) ?? [tool.name];
  if (needed.some((name) => offered.includes(name))) return;
  throw new ToolError(
    "not_allowed",
    `This needs ${needed.join(" or ")}: your tools are ${offered.join(", ")}.`,
  );
}

function maxTokensOf(tool: Tool, input: { readonly max_tokens?: unknown }): number {
  const { max_tokens: asked } = input;
  return typeof asked === "number" ? asked : (tool.maxTokens ?? defaultMaxTokens);
}

function cancelled(cause: unknown): Failure {
  return failure("cancelled", "The call was cancelled.", cause);
}

function failureOf(
  error: unknown,
  tool: Tool,
  { log, requestId }: CallContext,
  end: CallEnd,
  timeoutMs: number,
): Failure {
  const isOver = end.aborted;
  // Stops parallel readings of the call that failed.
  end.abort();
  if (end.hasCallerLeft) return cancelled(error);
  if (isOver) {
    const message = `The call was not done within ${timeoutMs / 1000} s: try again, or select a smaller area or time.`;
    return failure("timed_out", message, error);
  }
  const known = toToolError(error);
  if (known.code === "internal") {
    const request = requestId === undefined ? "" : ` (request ${requestId})`;
    log?.(`internal error in ${tool.name}${request}\n${traceOf(error)}`);
  }
  return { ok: false, error: known };
}

function failure(code: ToolError["code"], message: string, cause: unknown): Failure {
  return { ok: false, error: new ToolError(code, message, { cause }) };
}
