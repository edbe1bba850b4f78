import type { JsonObject } from "../json.ts";
import type { Answer } from "../server/api.ts";
import type { ApiError } from "../server/api-error.ts";

/** Who started a call. */
export type CalledBy = "person" | "model" | "example" | "link";

/** A call of a tool, from its start on. */
export interface Call {
  /** Unique in the page's life. */
  readonly id: number;
  readonly tool: string;
  readonly args: JsonObject;
  readonly by: CalledBy;
  /** Milliseconds since 1970. */
  readonly startedMs: number;
  readonly outcome: Outcome;
}

export type Outcome =
  | { readonly state: "running" }
  | { readonly state: "answered"; readonly answer: Answer; readonly durationMs: number }
  | { readonly state: "failed"; readonly error: ApiError; readonly durationMs: number }
  | { readonly state: "cancelled"; readonly durationMs: number };

/** The answer of a call, if it has one. */
export function answerOf(call: Call | null): Answer | null {
  return call?.outcome.state === "answered" ? call.outcome.answer : null;
}
