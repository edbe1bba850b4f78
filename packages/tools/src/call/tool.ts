import { isEmberlineError } from "@emberline/core";
import type { Turns } from "@emberline/turns";
import type { z } from "zod";
import type { CallQueue } from "./call-queue.ts";
import type { CallResult, ShortenableAnswer, ToolContext } from "./context.ts";
import type { ShownByDefault } from "./presentation.ts";
import type { RowSink } from "./row-sink.ts";
import { ToolError } from "./tool-error.ts";

/** What a surface gives to a call. */
export interface CallContext
  extends Omit<
    ToolContext,
    | "signal"
    | "softDeadline"
    | "pages"
    | "memory"
    | "pause"
    | "note"
    | "explain"
    | "maxTokens"
    | "presentation"
  > {
  /** Aborts when the caller leaves; a function is called when the signal is first needed. */
  readonly signal?: AbortSignal | (() => AbortSignal);
  /** Aborts when the caller may call no longer: its running calls end. */
  readonly revoked?: AbortSignal;
  /** Turns on the event loop; default: those shared by the process. */
  readonly turns?: Turns;
  /** Limits concurrent calls; without one, every call runs at once. */
  readonly queue?: CallQueue;
  /** Names of the tools that the caller may use; default: that which is called. */
  readonly offered?: readonly string[];
  /** The operator's zone and units, where the caller gives none. */
  readonly shown?: ShownByDefault;
  /** Identifies the caller for the limits of the queue. */
  readonly caller?: string;
  /** Whose calls these are in metrics: a name that the operator gave, never one of a caller. */
  readonly organization?: string;
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

export type Toolset = "core" | "analysis" | "output";

export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** One tool, as every surface offers it. Inputs arrive parsed; errors are thrown. */
export interface Tool<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly toolset: Toolset;
  /** Whether its answers have a picture on surfaces that show pictures. */
  readonly hasPicture?: boolean;
  /** Whether it reads no pages of features: such calls never wait behind those that do. */
  readonly isLight?: boolean;
  readonly annotations: ToolAnnotations;
  /** Default of `max_tokens`, if it is not the usual one. */
  readonly maxTokens?: number;
  /** Time limit of a call; default: that of the surface. */
  readonly timeoutMs?: number;
  readonly input: Input;
  readonly output: Output;
  /** The tools of which the caller needs one for an input; default: the tool itself. */
  shownBy?(input: z.output<Input>): readonly string[];
  // A method, not a property: only then can tools with different inputs share an array type.
  run(input: z.output<Input>, context: ToolContext): Promise<ShortenableAnswer<z.input<Output>>>;
  /**
   * Writes every row of the selection, however many, and returns the other members of the answer;
   * absent if the tool does not list.
   */
  stream?(
    input: z.output<Input>,
    context: ToolContext,
    sink: RowSink,
  ): Promise<Record<string, unknown>>;
}

/** Annotations of a tool that only reads from the service. */
export const readOnly: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
};

/** Returns the tool as it is; infers the types of `run` from the schemas. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> {
  return tool;
}

/** The value, or null if the service answers 404: not found or not offered (decisions, row 4). */
export async function ifOffered<Value>(promise: Promise<Value>): Promise<Value | null> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof ToolError && error.code === "not_found") return null;
    if (isNotOffered(error)) return null;
    throw error;
  }
}

/** Of several services, none may have the id's name: then nothing was sent. */
export function isNotOffered(error: unknown): boolean {
  if (!isEmberlineError(error)) return false;
  const { code, status, attempts } = error;
  return status === 404 || (code === "not-found" && attempts === 0);
}
