import type { FunctionSchema, Message } from "./collect-turn.ts";

/** A call of a tool, or one that could not be made. */
export type NewStep =
  | { readonly kind: "call"; readonly callId: number }
  | {
      readonly kind: "refusal";
      readonly tool: string;
      readonly args: string;
      readonly reason: string;
    };

/** What happened after a question, in order; the number of a call is what citations show. */
export type Step =
  | (NewStep & { readonly number: number })
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
  /** What the model has read and said until its end, without the system's message. */
  readonly messages: readonly Message[];
}

/** The schemas of the tools, as the model gets them. */
export interface Schemas {
  readonly tools: readonly FunctionSchema[];
  readonly text: string;
  /** Null if the server does not count them. */
  readonly tokens: number | null;
}
