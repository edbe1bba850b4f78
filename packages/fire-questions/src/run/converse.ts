import { type Entry, type Model, type ToolCall, type Turn, TurnError } from "../models/model.ts";
import type { Key } from "../score/verdict.ts";
import type { ToolResult, ToolSet } from "../systems/system.ts";
import type { TraceEvent } from "./trace.ts";

/** What ends an attempt that goes on too long or reads too much. */
export interface Limits {
  /** Tool calls of one question. */
  readonly maxCalls: number;
  readonly turnTimeoutMs: number;
  /** Longer results of tools are cut, and longer replies are none. */
  readonly maxResultBytes: number;
}

export const defaultLimits: Limits = {
  maxCalls: 15,
  turnTimeoutMs: 300_000,
  maxResultBytes: 100_000,
};

const instructions = `You answer questions about fires. Take facts from your tools, never from memory, and guess nothing. Times are in UTC.
If your answer covers only a part of what is asked, or you are not sure, say so.
End with one sentence on a line of its own, in the language of the question, that states the answer alone: a number with its unit, a date with its year, a name as the data has it; begin it with yes or no if that is asked. If the question cannot be answered, because the data lacks it, the time or place is not covered, or it starts from something that is not so, that sentence says that it cannot be answered, and why.`;

/** A question of a conversation, and which attempt it is. */
export interface Step {
  readonly key: Key;
  readonly text: string;
}

/** Asks the questions of one conversation after each other, and traces what happens. */
export async function converse(
  steps: readonly Step[],
  { model, tools, limits }: { model: Model; tools: ToolSet; limits: Limits },
  trace: (event: TraceEvent) => void,
): Promise<void> {
  const entries: Entry[] = [];
  const told = tools.instructions
    ? `${instructions}\n\nThe server of the tools says:\n${tools.instructions}`
    : instructions;
  for (const { key, text } of steps) {
    const started = performance.now();
    trace({ ...key, event: "asked", at: new Date().toISOString(), text });
    entries.push({ is: "question", text });
    const outcome = await answer(key).catch((error) => {
      if (error instanceof TurnError) return { failure: error.message };
      throw error;
    });
    trace({ ...key, event: "ended", ...outcome, seconds: secondsSince(started) });
    if ("failure" in outcome) return failRest(steps, key, trace);
  }

  async function answer(key: Key): Promise<{ reply: string } | { failure: string }> {
    for (let calls = 0; ; ) {
      const turn = await takeTurn(key);
      if (turn.calls.length === 0) return replyOf(turn);
      calls += turn.calls.length;
      if (calls > limits.maxCalls)
        return { failure: `The model wanted more than ${limits.maxCalls} calls.` };
      const results = [];
      for (const wanted of turn.calls) results.push(await callTool(key, wanted));
      entries.push({ is: "results", results });
    }
  }

  function replyOf({ text }: Turn): { reply: string } | { failure: string } {
    if (text.trim() === "") return { failure: "The reply is empty." };
    return Buffer.byteLength(text) <= limits.maxResultBytes
      ? { reply: text }
      : { failure: `The reply has more than ${limits.maxResultBytes} bytes.` };
  }

  async function takeTurn(key: Key): Promise<Turn> {
    const started = performance.now();
    const turn = await model({ instructions: told, tools: tools.tools(), entries });
    const { text, calls, inputTokens, outputTokens } = turn;
    const seconds = secondsSince(started);
    trace({ ...key, event: "turn", text, calls, inputTokens, outputTokens, seconds });
    entries.push({ is: "turn", turn });
    return turn;
  }

  async function callTool(key: Key, { id, name, input }: ToolCall) {
    const started = performance.now();
    const result = input
      ? await tools.call(name, input)
      : { text: "The arguments are no JSON object.", isError: true };
    const cut = { ...result, text: cutTo(limits.maxResultBytes, result) };
    trace({ ...key, event: "result", tool: name, ...cut, seconds: secondsSince(started) });
    return { id, ...cut };
  }
}

/** What follows a question without an answer cannot be understood. */
function failRest(steps: readonly Step[], failed: Key, trace: (event: TraceEvent) => void): void {
  const rest = steps.slice(1 + steps.findIndex(({ key }) => key === failed));
  for (const { key, text } of rest) {
    trace({ ...key, event: "asked", at: new Date().toISOString(), text });
    trace({
      ...key,
      event: "ended",
      failure: `The question before it failed: ${failed.question}.`,
      seconds: 0,
    });
  }
}

function cutTo(maxBytes: number, { text }: ToolResult): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  // A character that is cut in two is left out.
  const head = new TextDecoder().decode(bytes.subarray(0, maxBytes)).replace(/\uFFFD$/u, "");
  return `${head}\n[cut: ${maxBytes} of ${bytes.length} bytes]`;
}

function secondsSince(started: number): number {
  return Math.round(performance.now() - started) / 1000;
}
