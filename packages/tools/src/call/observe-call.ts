import { processTurns } from "@emberline/turns";
import { type Attributes, context, type Span, SpanStatusCode, trace } from "@opentelemetry/api";
import type { CallResult } from "./context.ts";
import { countTokens } from "./count-tokens.ts";
import { callMetrics } from "./metrics.ts";
import type { CallContext } from "./tool.ts";

const scope = "@emberline/tools";

/**
 * Runs a call in a span by OpenTelemetry's conventions for tools, counts it, and hands it to
 * `onEnd` when it has ended. Arguments and messages are not recorded: they may be private.
 */
export async function observeCall(
  tool: string,
  input: unknown,
  { onEnd }: CallContext,
  run: () => Promise<CallResult>,
): Promise<CallResult> {
  const startMs = performance.now();
  const attributes = {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": tool,
    "gen_ai.tool.type": "datastore",
  };
  const result = await inSpan(`execute_tool ${tool}`, attributes, run, (ended) =>
    ended.ok ? undefined : ended.error.code,
  );
  const durationMs = performance.now() - startMs;
  count(tool, result, durationMs);
  onEnd?.({ tool, input, result, durationMs });
  return result;
}

function count(tool: string, result: CallResult, durationMs: number): void {
  const { isOn, calls, duration, rows, tokens } = callMetrics();
  if (!isOn) return;
  calls.add(1, { tool, outcome: result.ok ? "ok" : result.error.code });
  duration.record(durationMs / 1000, { tool });
  if (!result.ok) return;
  rows.add(rowsOf(result.output), { tool });
  // After the answer, since counting takes longer than a small call.
  countTokens(result.text, processTurns.pauseOf(unending)).then(
    (answerTokens) => tokens.add(answerTokens, { tool }),
    () => {},
  );
}

/** Records how long a call waits for a free slot. */
export async function observeWait<Value>(
  { isLight }: { readonly isLight?: boolean },
  wait: () => Promise<Value>,
): Promise<Value> {
  const startMs = performance.now();
  try {
    return await wait();
  } finally {
    const lane = isLight ? "light" : "readings";
    callMetrics().wait.record((performance.now() - startMs) / 1000, { lane });
  }
}

/**
 * Runs work in a span that is a child of the current one.
 *
 * @param faultOf the class of the error that a result is, if it is one
 */
export function inSpan<Value>(
  name: string,
  attributes: Attributes,
  run: () => Promise<Value>,
  faultOf: (value: Value) => string | undefined = () => undefined,
): Promise<Value> {
  const span = trace.getTracer(scope).startSpan(name, { attributes });
  // Nobody traces.
  if (!trace.isSpanContextValid(span.spanContext())) return run();
  return endSpan(span, context.with(trace.setSpan(context.active(), span), run), faultOf);
}

async function endSpan<Value>(
  span: Span,
  work: Promise<Value>,
  faultOf: (value: Value) => string | undefined,
): Promise<Value> {
  let fault: string | undefined = "_OTHER";
  try {
    const value = await work;
    fault = faultOf(value);
    return value;
  } finally {
    if (fault !== undefined) {
      span.setAttribute("error.type", fault);
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  }
}

const unending = { aborted: false, reason: undefined };

/** How many rows an answer has. */
function rowsOf({ returned, rows }: Record<string, unknown>): number {
  if (typeof returned === "number") return returned;
  return Array.isArray(rows) ? rows.length : 0;
}
