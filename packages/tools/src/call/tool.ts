import type { z } from "zod";
import type { ToolContext } from "./context.ts";
import type { ShortenableAnswer } from "./shortenable-answer.ts";

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
  /** Whether its answers have a picture where the surface shows pictures. */
  readonly hasPicture?: boolean;
  readonly annotations: ToolAnnotations;
  /** The longest that a call may take, in milliseconds, where it is not the usual one. */
  readonly timeoutMs?: number;
  readonly input: Input;
  readonly output: Output;
  // A method, not a property: only so may tools of different inputs stand in one list.
  run(input: z.output<Input>, context: ToolContext): Promise<ShortenableAnswer<z.input<Output>>>;
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
