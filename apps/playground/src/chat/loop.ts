import type { Message, RequestedCall, Turn } from "./collect-turn.ts";

/** The most calls for one question. */
export const maxCalls = 15;

interface Loop {
  /** The conversation, ending with the question. */
  readonly messages: readonly Message[];
  /** Asks the model; without calls allowed, for its last word. */
  ask(messages: readonly Message[], mayCall: boolean): Promise<Turn>;
  /** Runs calls at the same time; resolves with what the model is to read, in their order. */
  run(calls: readonly RequestedCall[]): Promise<readonly string[]>;
  readonly signal: AbortSignal;
}

/** How a question ended. */
interface LoopEnd {
  /** What was said after the question: the conversation goes on from here. */
  readonly messages: readonly Message[];
  readonly last: Turn;
}

/**
 * Asks a model until it answers without calling tools.
 *
 * @throws {ModelError} when the model fails
 * @throws {DOMException} when `signal` aborts; nothing is asked or called after that
 */
export async function runLoop({ messages, ask, run, signal }: Loop): Promise<LoopEnd> {
  const said: Message[] = [];
  let left = maxCalls;
  for (;;) {
    const mayCall = left > 0;
    const turn = await ask([...messages, ...said], mayCall);
    signal.throwIfAborted();
    said.push(toMessage(turn));
    // Some endpoints let a model call although it was told not to.
    if (turn.calls.length === 0 || !mayCall)
      return { messages: withoutOpenCalls(said), last: turn };
    const allowed = turn.calls.slice(0, left);
    left -= allowed.length;
    const results = await run(allowed);
    signal.throwIfAborted();
    said.push(
      ...turn.calls.map(
        ({ id }, i): Message => ({
          role: "tool",
          tool_call_id: id,
          content: results[i] ?? `Not run: ${maxCalls} calls are the limit of one question.`,
        }),
      ),
    );
  }
}

function toMessage({ text, calls }: Turn): Message {
  return {
    role: "assistant",
    content: text === "" && calls.length > 0 ? null : text,
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name, arguments: args }) => ({
        id,
        type: "function" as const,
        function: { name, arguments: args },
      })),
    }),
  };
}

/** Endpoints refuse a conversation with calls that have no result. */
function withoutOpenCalls(said: readonly Message[]): readonly Message[] {
  return said.map((message, i) => {
    if (i < said.length - 1 || message.role !== "assistant" || !message.tool_calls) return message;
    return { role: "assistant", content: message.content ?? "" };
  });
}
