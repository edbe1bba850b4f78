import type { Tool } from "../systems/system.ts";

/** What a model wants called. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** undefined if its arguments are no JSON object. */
  readonly input?: Readonly<Record<string, unknown>>;
}

/** What a model said, and what it cost. */
export interface Turn {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The message as it came: some models want back more than text and calls. */
  readonly message: unknown;
}

/** A step of a conversation, in the words of no provider. */
export type Entry =
  | { readonly is: "question"; readonly text: string }
  | { readonly is: "turn"; readonly turn: Turn }
  | {
      readonly is: "results";
      readonly results: readonly {
        readonly id: string;
        readonly text: string;
        readonly isError: boolean;
      }[];
    };

export interface Conversation {
  readonly instructions: string;
  readonly tools: readonly Tool[];
  readonly entries: readonly Entry[];
}

/**
 * A model at an endpoint; each call is one turn of it.
 *
 * @throws {TurnError} when this conversation cannot go on
 * @throws {Error} when the endpoint cannot be used at all
 */
export type Model = (conversation: Conversation) => Promise<Turn>;

export interface ModelSettings {
  readonly model: string;
  /** The URL before `/chat/completions` or `/messages`. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly turnTimeoutMs: number;
}

/** One conversation fails, and the next may go well: too long, too slow. */
export class TurnError extends Error {
  override readonly name = "TurnError";
}

/** Tokens as an endpoint states them: some state none. */
export function tokensOf(value: unknown): number {
  return typeof value === "number" && value > 0 ? value : 0;
}

/** The arguments of a call if they are an object. */
export function inputOf(value: unknown): Pick<ToolCall, "input"> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? { input: value as Readonly<Record<string, unknown>> } : {};
}
