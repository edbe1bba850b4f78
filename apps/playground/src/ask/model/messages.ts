import type { JsonObject } from "../../json.ts";

/** A message of Chat Completions. */
export type Message =
  | { readonly role: "system" | "user"; readonly content: string }
  | {
      readonly role: "assistant";
      readonly content: string | null;
      readonly tool_calls?: readonly ToolCallMessage[];
    }
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string };

interface ToolCallMessage {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A call that a model asks for. */
export interface RequestedCall {
  readonly id: string;
  readonly name: string;
  /** JSON, unless the model failed at it. */
  readonly arguments: string;
}

/** One reply of a model. */
export interface Turn {
  readonly text: string;
  readonly calls: readonly RequestedCall[];
  /** Why it ended, such as "stop" or "length"; null if the stream broke off. */
  readonly finish: string | null;
}

/** A schema of a function, in OpenAI's format. */
export type FunctionSchema = JsonObject;
