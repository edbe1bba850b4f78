import { processTurns } from "@emberline/turns";
import { type Attributes, context, SpanStatusCode, trace } from "@opentelemetry/api";
import type { CallResult } from "./call-result.ts";
import { countTokens } from "./count-tokens.ts";
import { callMetrics } from "./metrics.ts";

const scope = "@emberline/tools";

/**
 * Runs a call in a span by OpenTelemetry's conventions for tools, and counts it. Arguments and
 * messages are not recorded: they may be private.
 */
export async function observeCall(
  tool: string,
  run: () => Promise<CallResult>,
): Promise<CallResult> {
  const startMs = performance.now();
  const attributes = {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": tool,
    "gen_ai.tool.type": "datastore",
  };
  const result = await inSpan(`execute_tool ${tool}`, attributes, run, (result) =>
    result.ok ? undefined : result.error.code,
  );
  const { isOn, calls, duration, rows, tokens } = callMetrics();
  if (!isOn) return result;
  calls.add(1, { tool, outcome: result.ok ? "ok" : result.error.code });
  duration.record((performance.now() - startMs) / 1000, { tool });
  if (result.ok) {
    rows.add(rowsOf(result.output), { tool });
    // After the answer, since counting takes longer than a small call.
    countTokens(result.text, processTurns.pauseOf(unending)).then(
      (count) => tokens.add(count, { tool }),
      () => {},
    );
  }
  return result;
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
export async function inSpan<Value>(
  name: string,
  attributes: Attributes,
  run: () => Promise<Value>,
  faultOf: (value: Value) => string | undefined = () => undefined,
): Promise<Value> {
  const span = trace.getTracer(scope).startSpan(name, { attributes });
  let fault: string | undefined = "_OTHER";
  try {
    const value = await context.with(trace.setSpan(context.active(), span), run);
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
