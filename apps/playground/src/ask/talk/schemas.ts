import type { FunctionSchema } from "../model/messages.ts";

/** The schemas of the tools, as the model gets them. */
export interface Schemas {
  readonly tools: readonly FunctionSchema[];
  readonly text: string;
  /** Null if the server does not count them. */
  readonly tokens: number | null;
}
