import { type EmberlineError, isEmberlineError } from "@emberline/core";
import type { z } from "zod";
import type { ToolContext } from "./context.ts";
import type { RowSink } from "./row-sink.ts";
import type { ShortenableAnswer } from "./shortenable-answer.ts";
import { ToolError } from "./tool-error.ts";

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
  /** Whether its answers depend on the caller, so that calls never share them. */
  readonly isOwn?: boolean;
  readonly annotations: ToolAnnotations;
  /** Default of `max_tokens`, if it is not the usual one. */
  readonly maxTokens?: number;
  /** Time limit of a call; default: that of the surface. */
  readonly timeoutMs?: number;
  readonly input: Input;
  readonly output: Output;
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
    if (isEmberlineError(error) && isNotOffered(error)) return null;
    throw error;
  }
}

/** Of several services, none may have the id's name: then nothing was sent. */
function isNotOffered({ code, status, attempts }: EmberlineError): boolean {
  return status === 404 || (code === "not-found" && attempts === 0);
}
