import type { Turns } from "@emberline/turns";
import type { AnswerCache, SelectionKey } from "./answer-cache.ts";
import type { CallQueue } from "./call-queue.ts";
import type { CallResult } from "./call-result.ts";
import type { ToolContext } from "./context.ts";
import type { Tool } from "./tool.ts";

/** What a surface gives to a call. */
export interface CallContext
  extends Omit<
    ToolContext,
    "signal" | "softDeadline" | "pages" | "pause" | "note" | "explain" | "maxTokens"
  > {
  /** Aborts when the caller leaves; a function is called when the signal is first needed. */
  readonly signal?: AbortSignal | (() => AbortSignal);
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
