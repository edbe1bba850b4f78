import { processTurns } from "@emberline/turns";
import {
  type Attributes,
  type Counter,
  context,
  createNoopMeter,
  type Histogram,
  type MeterProvider,
  metrics,
  type Span,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { CallResult } from "./context.ts";
import { countTokens } from "./count-tokens.ts";
import type { CallContext } from "./tool.ts";

const scope = "@emberline/tools";

/**
 * Runs a call in a span by OpenTelemetry's conventions for tools, counts it, and hands it to
 * `onEnd` when it has ended. Arguments and messages are not recorded: they may be private.
 */
export async function observeCall(
  tool: string,
  input: unknown,
  { onEnd, organization }: CallContext,
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
  count({ tool, ...(organization !== undefined && { organization }) }, result, durationMs);
  onEnd?.({ tool, input, result, durationMs });
  return result;
}

function count(labels: Attributes, result: CallResult, durationMs: number): void {
  const { isOn, calls, duration, rows, tokens } = callMetrics();
  if (!isOn) return;
  calls.add(1, { ...labels, outcome: result.ok ? "ok" : result.error.code });
  duration.record(durationMs / 1000, labels);
  if (!result.ok) return;
  rows.add(rowsOf(result.output), labels);
  // After the answer, since counting takes longer than a small call.
  countTokens(result.text, processTurns.pauseOf(unending)).then(
    (answerTokens) => tokens.add(answerTokens, labels),
    () => {},
  );
}

/** Records how long a call waits for a free slot. */
export async function observeWait<Value>(
  { isLight }: { readonly isLight?: boolean },
  { organization }: Pick<CallContext, "organization">,
  wait: () => Promise<Value>,
): Promise<Value> {
  const startMs = performance.now();
  try {
    return await wait();
  } finally {
    const labels = {
      lane: isLight ? "light" : "readings",
      ...(organization !== undefined && { organization }),
    };
    callMetrics().wait.record((performance.now() - startMs) / 1000, labels);
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

/** Seconds; calls end after 30 s, exports after a few minutes. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120];

/** What is kept between calls. */
export type CacheName = "collections" | "profiles" | "fires" | "fire";

interface CallMetrics {
  /** Whether anything is recorded. */
  readonly isOn: boolean;
  /** By `tool`, `organization` if there is one, and `outcome`: `ok` or the code of the error. */
  readonly calls: Counter;
  readonly duration: Histogram;
  readonly rows: Counter;
  readonly tokens: Counter;
  /** Of calls that found no free slot. */
  readonly wait: Histogram;
  /** By `cache` and `result`. */
  readonly lookups: Counter;
}

let known: { readonly provider: MeterProvider; readonly metrics: CallMetrics } | undefined;

/** The instruments of the current provider, which a program may set after it has loaded this. */
function callMetrics(): CallMetrics {
  const provider = metrics.getMeterProvider();
  if (known?.provider !== provider) known = { provider, metrics: create(provider) };
  return known.metrics;
}

/** Counts whether something was found in a cache. */
export function countLookup(cache: CacheName, isHit: boolean): void {
  callMetrics().lookups.add(1, { cache, result: isHit ? "hit" : "miss" });
}

function create(provider: MeterProvider): CallMetrics {
  const meter = provider.getMeter(scope);
  const seconds = { unit: "s", advice: { explicitBucketBoundaries: boundaries } };
  return {
    isOn: meter !== createNoopMeter(),
    calls: meter.createCounter("emberline.tool.calls", {
      unit: "{call}",
      description: "Tool calls by tool, organization and outcome: ok, or the code of the error.",
    }),
    duration: meter.createHistogram("emberline.tool.duration", {
      ...seconds,
      description: "Time of tool calls, including the wait for a free slot.",
    }),
    rows: meter.createCounter("emberline.tool.rows", {
      unit: "{row}",
      description: "Rows in answers.",
    }),
    tokens: meter.createCounter("emberline.tool.answer.tokens", {
      unit: "{token}",
      description: "Tokens (o200k) of answers.",
    }),
    lookups: meter.createCounter("emberline.cache.lookups", {
      unit: "{lookup}",
      description: "Lookups in caches by cache and result: hit or miss.",
    }),
    wait: meter.createHistogram("emberline.queue.wait.duration", {
      ...seconds,
      description: "Time that calls without a free slot waited for one.",
    }),
  };
}
