import type { CallResult } from "@emberline/tools";

/** A tool call as a model produced it. */
export interface ModelCall {
  /** Absent only where the provider's format has calls without ids. */
  readonly id?: string | undefined;
  readonly name: string;
  /** A `ToolError` if the model's text of the arguments is not JSON. */
  readonly input: unknown;
  /** Whether its tool takes a text, not arguments: such tools are always the caller's own. */
  readonly isCustom?: boolean;
}

/** A call, and how it ended. */
export interface EndedCall {
  readonly call: ModelCall;
  readonly result: CallResult;
}

/** How a provider's API writes tool calls, and the messages that answer them. */
export interface CallFormat {
  /** The shapes that `read` takes, for refusals. */
  readonly expected: string;
  /** Whether messages can have pictures; if not, answers have a link. */
  hasPictures(body: unknown): boolean;
  /**
   * The calls in a body, in their order; empty if the model called nothing. Undefined if the
   * body is not in this format.
   *
   * @throws {WrongCalls} when it is in this format, but its calls cannot be answered
   */
  read(body: unknown): readonly ModelCall[] | undefined;
  /** The messages to append to the conversation, one result per call. */
  answer(ended: readonly EndedCall[]): readonly object[];
}

/** Calls that cannot be answered. `message` is one sentence: what is wrong, and what is right. */
export class WrongCalls extends Error {
  override readonly name = "WrongCalls";
}
