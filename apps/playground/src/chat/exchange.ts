import type { FunctionSchema } from "./collect-turn.ts";

/** What happened after a question, in order. */
export type Step =
  /** A call of a tool; its number is what citations show. */
  | { readonly kind: "call"; readonly callId: number; readonly number: number }
  /** A call that could not be made. */
  | {
      readonly kind: "refusal";
      readonly number: number;
      readonly tool: string;
      readonly args: string;
      readonly reason: string;
    }
  | { readonly kind: "text"; readonly text: string };

/** A question and all that followed from it. */
export interface Exchange {
  readonly id: number;
  readonly question: string;
  /** A model answers, ready calls are run, or those that a model made once, by a link. */
  readonly by: "model" | "example" | "link";
  readonly steps: readonly Step[];
  readonly state: "running" | "done" | "stopped" | "failed";
  /** What the person should know of how it ended; empty if nothing. */
  readonly note: string;
}

/** The schemas of the tools, as the model gets them. */
export interface Schemas {
  readonly tools: readonly FunctionSchema[];
  readonly text: string;
  /** Null if the server does not count them. */
  readonly tokens: number | null;
}
