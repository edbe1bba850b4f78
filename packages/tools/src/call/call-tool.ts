import { z } from "zod";
import type { CallResult } from "./context.ts";
import { fitToBudget } from "./fit-to-budget.ts";
import { observeCall } from "./observe-call.ts";
import { defaultTimeoutMs, runCall } from "./run-call.ts";
import type { CallContext, Tool } from "./tool.ts";

/**
 * Runs one tool on a raw input: waits in the queue, parses the input, runs the tool within the time
 * limit, fits the answer to `max_tokens` and checks it against the output schema. Never rejects:
 * the only place where errors become results.
 *
 * @example
 * const tool = catalogue.find(({ name }) => name === "query_features")!;
 * const result = await callTool(tool, { collection: "svc:hotspots", time: "last 24h" }, context);
 * console.log(result.ok ? result.text : result.error.message);
 */
export function callTool(tool: Tool, raw: unknown, context: CallContext): Promise<CallResult> {
  return observeCall(tool.name, raw, context, () => runTool(tool, raw, context));
}

function runTool(tool: Tool, raw: unknown, context: CallContext): Promise<CallResult> {
  const timeoutMs = context.timeoutMs ?? tool.timeoutMs ?? defaultTimeoutMs;
  return runCall(tool, raw, context, timeoutMs, async (input, own, end) => {
    const answer = await end.settle(tool.run(input, own));
    const { attachment } = answer;
    try {
      const parse = (output: Record<string, unknown>) => z.parse(tool.output, output);
      const { output, text } = await fitToBudget(answer, parse, own.maxTokens, own.pause);
      return { ok: true, output, text, ...(attachment && { attachment }) };
    } catch (error) {
      await answer.discard?.();
      throw error;
    }
  });
}
